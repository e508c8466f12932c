-- E-mail by an order of kinds and one cap: no turns of networks, no late notices. What came back is known. Letters are
-- written on one page of the desk, without drafts and photographs of their own. Removes: the drafts of letters, after
-- making each a stopped letter that reached nobody, so that its words are kept.

-- How far the mailbox of IMAP_URL was read.
CREATE TABLE incoming (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Changes when the mail server numbers its messages anew; '' before it was read for the first time.
  uid_validity TEXT NOT NULL CHECK (length(uid_validity) <= 20),
  -- Number of the last message that was looked at.
  uid INTEGER NOT NULL CHECK (uid >= 0),
  read_at TEXT NOT NULL CHECK (read_at GLOB '????-??-??T??:??:??.???Z'),
  -- Since when it cannot be reached.
  failing_since TEXT CHECK (failing_since GLOB '????-??-??T??:??:??.???Z'),
  last_error TEXT CHECK (length(last_error) <= 300)
) STRICT;

INSERT INTO letters (list, digest, source, subject, html, text, created_at, recipients, stopped_at, first_readers, rest_of)
SELECT list, printf('%064d', id), text, subject, '', '', changed_at, 0, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), first_readers, rest_of
FROM letter_drafts WHERE list <> '' AND subject <> '';
DROP TABLE letter_draft_pictures;
DROP TABLE letter_drafts;
ALTER TABLE letters DROP COLUMN draft;

DROP TRIGGER outbox_letter_figures;
CREATE TABLE new_outbox (
  id INTEGER PRIMARY KEY,
  -- Header Message-ID without brackets, the same at every attempt.
  message_id TEXT NOT NULL UNIQUE CHECK (length(message_id) <= 300),
  -- The server knows which kinds there are.
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  -- 'bureau' for a message of the desk about no single lead.
  form TEXT NOT NULL CHECK (length(form) BETWEEN 1 AND 40),
  -- The lead that it speaks of.
  reference TEXT REFERENCES leads (reference) ON DELETE CASCADE,
  -- What else it speaks of: the page of the desk that a sign-in link leads to; the day of a morning message.
  about TEXT CHECK (length(about) BETWEEN 1 AND 200),
  -- NULL: the house, MAIL_TO.
  recipient TEXT COLLATE NOCASE CHECK (length(recipient) <= 254),
  -- The recipient's real mailbox: without +tag, and at Gmail without dots.
  mailbox TEXT CHECK (length(mailbox) <= 254),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  next_attempt_at TEXT NOT NULL CHECK (next_attempt_at GLOB '????-??-??T??:??:??.???Z'),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Why a message waits until somebody lets it go: its lead is suspected, or its mailbox or the sender's network has had
  -- its share of the day.
  hold TEXT CHECK (hold IN ('suspected', 'mailbox', 'network')),
  claimed_at TEXT CHECK (claimed_at GLOB '????-??-??T??:??:??.???Z'),
  sent_at TEXT CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  -- Where several went in one message: the number of the first of them, in that one too. NULL: it went by itself.
  sent_with INTEGER,
  failed_at TEXT CHECK (failed_at GLOB '????-??-??T??:??:??.???Z'),
  -- Why nothing more is tried: refused for good, given up after five days, stopped by a restored backup, come back, or
  -- (of a letter) cut off while it was sent, so that nobody knows whether it arrived.
  failure TEXT CHECK (failure IN ('refused', 'expired', 'restored', 'returned', 'unknown')),
  last_error TEXT CHECK (length(last_error) <= 300),
  -- The letter to a list that it is one of.
  letter INTEGER REFERENCES letters (id),
  -- 1: an attempt was cut off, so that the message may have arrived.
  uncertain INTEGER NOT NULL DEFAULT 0 CHECK (uncertain IN (0, 1)),
  CHECK ((reference IS NULL) = (about IS NOT NULL)),
  CHECK ((recipient IS NULL) = (mailbox IS NULL)),
  CHECK ((failed_at IS NULL) = (failure IS NULL)),
  CHECK (sent_at IS NULL OR failed_at IS NULL)
) STRICT;
INSERT INTO new_outbox
SELECT id, message_id, kind, form, reference, about, recipient, mailbox, created_at, next_attempt_at, attempts, hold, claimed_at,
  sent_at, sent_with, failed_at, failure, last_error, letter, uncertain FROM outbox;
DROP TABLE outbox;
ALTER TABLE new_outbox RENAME TO outbox;

CREATE INDEX outbox_reference ON outbox (reference);
CREATE INDEX outbox_mailbox ON outbox (mailbox, kind, created_at);
CREATE UNIQUE INDEX outbox_letter ON outbox (letter, reference) WHERE letter IS NOT NULL;
CREATE INDEX outbox_sent ON outbox (kind, sent_at, sent_with) WHERE sent_at IS NOT NULL;
CREATE INDEX outbox_due ON outbox (kind, next_attempt_at)
  WHERE sent_at IS NULL AND failed_at IS NULL AND hold IS NULL;
CREATE TRIGGER outbox_letter_figures AFTER UPDATE OF sent_at, failure, uncertain ON outbox WHEN NEW.letter IS NOT NULL BEGIN
  UPDATE letters SET
    sent = sent + (NEW.sent_at IS NOT NULL) - (OLD.sent_at IS NOT NULL),
    failed = failed + (NEW.failure IS NOT NULL) - (OLD.failure IS NOT NULL),
    uncertain = uncertain + NEW.uncertain - OLD.uncertain
  WHERE id = NEW.letter;
END;
