-- What the house answers at the desk, what somebody is writing there, and who it is.

CREATE TABLE replies (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL REFERENCES leads (reference) ON DELETE CASCADE,
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  -- Address that signed in to the desk; NULL: it signed in by a link of the command.
  author TEXT CHECK (length(author) <= 254),
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
  -- Message-ID of its e-mail; NULL: it went from the house's own mail program.
  message_id TEXT UNIQUE CHECK (length(message_id) <= 300),
  -- What the lead was before, for whoever takes the answer back.
  state_before TEXT NOT NULL
) STRICT;
CREATE INDEX replies_reference ON replies (reference);

-- What somebody is writing: each of their own, on whatever device.
CREATE TABLE drafts (
  -- As in replies; '' where it is not known.
  author TEXT NOT NULL CHECK (length(author) <= 254),
  -- Reference of the lead, or the place of the desk, such as 'lettre'.
  place TEXT NOT NULL CHECK (length(place) BETWEEN 1 AND 40),
  reference TEXT REFERENCES leads (reference) ON DELETE CASCADE,
  -- Texts by the name of their field, as JSON.
  fields TEXT NOT NULL CHECK (json_valid(fields) AND length(fields) <= 100000),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  PRIMARY KEY (author, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX drafts_reference ON drafts (reference);

-- The page of the day asks for the reminders that are due and that are not.
CREATE INDEX leads_reminded ON leads (remind_on) WHERE remind_on IS NOT NULL;

-- To whom a link into the desk was sent, and who opened a session with it, by the hash of the link or session. It outlives a
-- session that was not used for too long: what its pages still send is kept for whoever signs in again.
CREATE TABLE desk_authors (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  author TEXT NOT NULL CHECK (length(author) BETWEEN 3 AND 254),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
