-- Letters to the lists: what was sent, to how many, and who still has to get it.

-- A letter that was sent or is being sent. Its texts are kept as they go, so that they can be read again.
CREATE TABLE letters (
  id INTEGER PRIMARY KEY,
  -- Name of the form whose confirmed addresses get it.
  list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 40),
  -- SHA-256 of the file: the same text goes to the same list once.
  digest TEXT NOT NULL CHECK (length(digest) = 64),
  source TEXT NOT NULL CHECK (length(source) <= 200000),
  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 300),
  html TEXT NOT NULL CHECK (length(html) <= 200000),
  text TEXT NOT NULL CHECK (length(text) <= 200000),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  -- Addresses that it was meant for at that time.
  recipients INTEGER NOT NULL CHECK (recipients >= 0),
  -- Number of the last sign-up whose message was put into the outbox: messages are queued a few at a time.
  queued_to INTEGER NOT NULL DEFAULT 0,
  -- Counted here, because the messages themselves are forgotten after some months.
  sent INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  uncertain INTEGER NOT NULL DEFAULT 0,
  -- When nothing was left to send.
  finished_at TEXT CHECK (finished_at GLOB '????-??-??T??:??:??.???Z'),
  stopped_at TEXT CHECK (stopped_at GLOB '????-??-??T??:??:??.???Z'),
  CHECK (finished_at IS NULL OR stopped_at IS NULL),
  UNIQUE (list, digest)
) STRICT;

-- The pictures of a letter, which each of its messages carries.
CREATE TABLE letter_pictures (
  letter INTEGER NOT NULL REFERENCES letters (id) ON DELETE CASCADE,
  -- As the HTML calls it: cid:<name>.
  name TEXT NOT NULL CHECK (length(name) <= 100),
  jpeg BLOB NOT NULL,
  PRIMARY KEY (letter, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE outbox ADD COLUMN letter INTEGER REFERENCES letters (id) CHECK ((kind = 'letter') = (letter IS NOT NULL));
-- 1: an attempt was cut off, so that the message may have arrived; it goes again under the same Message-ID.
ALTER TABLE outbox ADD COLUMN uncertain INTEGER NOT NULL DEFAULT 0 CHECK (uncertain IN (0, 1));
-- A letter goes to a sign-up once.
CREATE UNIQUE INDEX outbox_letter ON outbox (letter, reference) WHERE letter IS NOT NULL;

CREATE TRIGGER outbox_letter_figures AFTER UPDATE OF sent_at, failure, uncertain ON outbox WHEN NEW.letter IS NOT NULL BEGIN
  UPDATE letters SET
    sent = sent + (NEW.sent_at IS NOT NULL) - (OLD.sent_at IS NOT NULL),
    failed = failed + (NEW.failure IS NOT NULL) - (OLD.failure IS NOT NULL),
    uncertain = uncertain + NEW.uncertain - OLD.uncertain
  WHERE id = NEW.letter;
END;

-- How many letters the mail server refused for the address for good; after the second it gets no more.
ALTER TABLE waitlist_signups ADD COLUMN letters_refused INTEGER NOT NULL DEFAULT 0 CHECK (letters_refused >= 0);
ALTER TABLE newsletter_subscriptions ADD COLUMN letters_refused INTEGER NOT NULL DEFAULT 0 CHECK (letters_refused >= 0);

-- The policy counts what left within the hour before each message: from the index alone, also after 50,000 letters.
DROP INDEX outbox_sent;
CREATE INDEX outbox_sent ON outbox (sent_at, sent_with) WHERE sent_at IS NOT NULL;
CREATE INDEX outbox_notices ON outbox (sent_at, sent_with) WHERE kind = 'lead';
