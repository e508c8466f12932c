-- Letters are written over days, go at an hour that was set, in waves or to the rest; and the register of the series.

-- A letter that is being written, or waits for its hour.
CREATE TABLE letter_drafts (
  -- Never used again: a page that is still open must not reach another draft.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Name of the form whose confirmed addresses are to get it.
  list TEXT NOT NULL CHECK (length(list) <= 40),
  subject TEXT NOT NULL CHECK (length(subject) <= 300),
  -- Markdown.
  text TEXT NOT NULL CHECK (length(text) <= 100000),
  -- It is for so many of those who signed up first; NULL: for all.
  first_readers INTEGER CHECK (first_readers > 0),
  -- It is for those whom this stopped letter has not reached.
  rest_of INTEGER REFERENCES letters (id),
  -- When it is sent; NULL: not before somebody sends it.
  sends_at TEXT CHECK (sends_at GLOB '????-??-??T??:??:??.???Z'),
  -- Why it was not sent at that time, in French.
  problem TEXT CHECK (length(problem) <= 1000),
  -- Who changed it last: the address that signed in to the desk; NULL: the command.
  author TEXT CHECK (length(author) <= 254),
  changed_at TEXT NOT NULL CHECK (changed_at GLOB '????-??-??T??:??:??.???Z'),
  -- Counts the changes, so that the second of two people who write at the same time is told.
  version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT;

-- Its photographs, cut to size.
CREATE TABLE letter_draft_pictures (
  draft INTEGER NOT NULL REFERENCES letter_drafts (id) ON DELETE CASCADE,
  -- As its Markdown calls it: ![…](photo-1).
  name TEXT NOT NULL CHECK (length(name) <= 100),
  jpeg BLOB NOT NULL,
  PRIMARY KEY (draft, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE letters ADD COLUMN first_readers INTEGER CHECK (first_readers > 0);
ALTER TABLE letters ADD COLUMN rest_of INTEGER REFERENCES letters (id);
-- Number of the draft that it was: whoever presses the button twice is led to it.
ALTER TABLE letters ADD COLUMN draft INTEGER;

-- The register of the series: who has spoken for pieces of it, and which are gone.
CREATE TABLE series_pieces (
  id INTEGER PRIMARY KEY,
  -- Whom they are for; NULL once the lead is erased, or for a sale that came another way.
  reference TEXT REFERENCES leads (reference) ON DELETE SET NULL,
  pieces INTEGER NOT NULL CHECK (pieces BETWEEN 1 AND 10000),
  state TEXT NOT NULL CHECK (state IN ('réservée', 'partie')),
  author TEXT CHECK (length(author) <= 254),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z')
) STRICT;
CREATE INDEX series_pieces_reference ON series_pieces (reference);

-- How many submissions of a week were purged, without suspected spam: figures outlive the people they count.
CREATE TABLE past_weeks (
  form TEXT NOT NULL CHECK (length(form) BETWEEN 1 AND 40),
  -- Its Monday, AAAA-MM-JJ in UTC.
  week TEXT NOT NULL CHECK (week GLOB '????-??-??'),
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (form, week)
) STRICT, WITHOUT ROWID;
