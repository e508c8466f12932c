-- A letter queues all its messages when it is sent, so its progress is that of the outbox. Its pictures stand in its HTML.
-- Removes: the progress of queueing, after queueing what was left of letters under way; the pictures of letters that
-- were sent, whose descriptions take their place.

CREATE TABLE new_letters (
  id INTEGER PRIMARY KEY,
  -- Name of the form whose confirmed addresses get it.
  list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 40),
  -- SHA-256: the same text goes to the same list once.
  digest TEXT NOT NULL CHECK (length(digest) = 64),
  source TEXT NOT NULL CHECK (length(source) <= 200000),
  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 300),
  html TEXT NOT NULL CHECK (length(html) <= 2000000),
  text TEXT NOT NULL CHECK (length(text) <= 200000),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  -- Number of its messages.
  recipients INTEGER NOT NULL CHECK (recipients >= 0),
  -- Counted here, because the messages themselves are forgotten after some months.
  sent INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  stopped_at TEXT CHECK (stopped_at GLOB '????-??-??T??:??:??.???Z'),
  -- The stopped letter whose remaining readers it is for.
  rest_of INTEGER REFERENCES letters (id),
  UNIQUE (list, digest)
) STRICT;
INSERT INTO new_letters
SELECT id, list, digest, source, subject, html, text, created_at, recipients, sent, failed, stopped_at, rest_of FROM letters;

DROP TRIGGER outbox_letter_figures;
-- What was left of letters under way, but for readers of the letters that each one continues; to the waiting list, of
-- any letter before it.
WITH RECURSIVE earlier (letter, other) AS (
  SELECT id, rest_of FROM letters WHERE rest_of IS NOT NULL
  UNION SELECT letters.id, before.id FROM letters JOIN letters AS before ON before.list = letters.list AND before.id < letters.id
    WHERE letters.list = 'waitlist'
  UNION SELECT earlier.letter, rest_of FROM earlier JOIN letters ON letters.id = other WHERE rest_of IS NOT NULL
), readers AS (
  SELECT letters.id AS letter, letters.list, leads.reference, email, first_readers,
    row_number() OVER (PARTITION BY letters.id ORDER BY leads.id) + (SELECT count(*) FROM outbox WHERE outbox.letter = letters.id) AS place
  FROM letters JOIN leads ON leads.form = letters.list AND leads.id > queued_to AND suspected_spam = 0
  JOIN (SELECT reference, email, confirmed_at, unsubscribed_at, letters_refused FROM waitlist_signups
    UNION ALL SELECT reference, email, confirmed_at, unsubscribed_at, letters_refused FROM newsletter_subscriptions) AS signups USING (reference)
  WHERE finished_at IS NULL AND stopped_at IS NULL AND confirmed_at <= letters.created_at AND unsubscribed_at IS NULL
    AND letters_refused < 2 AND NOT EXISTS (
      SELECT 1 FROM outbox JOIN earlier ON earlier.other = outbox.letter AND earlier.letter = letters.id
      WHERE outbox.reference = leads.reference AND (failed_at IS NULL OR failure = 'unknown') AND outbox.created_at >= confirmed_at)
)
INSERT INTO outbox (message_id, kind, form, reference, recipient, mailbox, created_at, next_attempt_at, letter)
SELECT lower(hex(randomblob(16))) || '@hera', 'letter', list, reference, email, lower(email),
  strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), letter
FROM readers WHERE first_readers IS NULL OR place <= first_readers;

DROP TABLE letter_pictures;
DROP TABLE letters;
ALTER TABLE new_letters RENAME TO letters;
ALTER TABLE outbox DROP COLUMN uncertain;
CREATE TRIGGER outbox_letter_figures AFTER UPDATE OF sent_at, failure ON outbox WHEN NEW.letter IS NOT NULL BEGIN
  UPDATE letters SET
    sent = sent + (NEW.sent_at IS NOT NULL) - (OLD.sent_at IS NOT NULL),
    failed = failed + (NEW.failure IS NOT NULL) - (OLD.failure IS NOT NULL)
  WHERE id = NEW.letter;
END;
