-- What the policy of e-mails needs (docs/decisions/0007): real mailboxes, messages that go together, reasons for waiting
-- and for giving up. The names of the forms are no longer frozen here; the server knows which forms there are.

-- When the confirmation of a sign-up was last asked for by e-mail; NULL: never, as where no e-mail was configured.
ALTER TABLE waitlist_signups ADD COLUMN asked_at TEXT CHECK (asked_at GLOB '????-??-??T??:??:??.???Z');
ALTER TABLE newsletter_subscriptions ADD COLUMN asked_at TEXT CHECK (asked_at GLOB '????-??-??T??:??:??.???Z');
-- Every confirmation that was ever written left a token or a message that still waits.
UPDATE waitlist_signups SET asked_at = created_at WHERE confirmed_at IS NOT NULL
  OR reference IN (SELECT reference FROM consent_tokens) OR reference IN (SELECT reference FROM outbox WHERE kind = 'confirmation');
UPDATE newsletter_subscriptions SET asked_at = created_at WHERE confirmed_at IS NOT NULL
  OR reference IN (SELECT reference FROM consent_tokens) OR reference IN (SELECT reference FROM outbox WHERE kind = 'confirmation');

CREATE INDEX waitlist_signups_unasked ON waitlist_signups (created_at) WHERE asked_at IS NULL;
CREATE INDEX newsletter_subscriptions_unasked ON newsletter_subscriptions (created_at) WHERE asked_at IS NULL;

-- Not renamed: a rename would lead the triggers that empty this table to the old one.
CREATE TABLE outbox_before AS SELECT * FROM outbox;
DROP TABLE outbox;

-- E-mails to send or sent. A message is written from its row when it goes, so this table holds no text of anyone.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  -- Header Message-ID without brackets, the same at every attempt.
  message_id TEXT NOT NULL UNIQUE CHECK (length(message_id) <= 300),
  kind TEXT NOT NULL CHECK (kind IN ('withdrawal', 'lead', 'acknowledgement', 'confirmation', 'welcome', 'letter')),
  form TEXT NOT NULL CHECK (length(form) BETWEEN 1 AND 40),
  reference TEXT NOT NULL,
  -- NULL: the house, MAIL_TO.
  recipient TEXT COLLATE NOCASE CHECK (length(recipient) <= 254),
  -- The recipient's real mailbox: without +tag, and at Gmail without dots.
  mailbox TEXT CHECK (length(mailbox) <= 254),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  next_attempt_at TEXT NOT NULL CHECK (next_attempt_at GLOB '????-??-??T??:??:??.???Z'),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Why a message waits until the operator lets it go: its row is suspected, or its mailbox or the sender's network has
  -- had its share.
  hold TEXT CHECK (hold IN ('suspected', 'mailbox', 'network')),
  -- 1: the sender's network has had its share of this kind; goes after the others of its kind.
  slow INTEGER NOT NULL DEFAULT 0 CHECK (slow IN (0, 1)),
  claimed_at TEXT CHECK (claimed_at GLOB '????-??-??T??:??:??.???Z'),
  sent_at TEXT CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  -- Where several went in one message: the number of the first of them, in that one too. NULL: it went by itself.
  sent_with INTEGER,
  failed_at TEXT CHECK (failed_at GLOB '????-??-??T??:??:??.???Z'),
  -- Why nothing more is tried: refused for good, given up after five days, stopped by a restored backup.
  failure TEXT CHECK (failure IN ('refused', 'expired', 'restored')),
  last_error TEXT CHECK (length(last_error) <= 300),
  CHECK ((kind = 'lead') = (recipient IS NULL)),
  CHECK ((recipient IS NULL) = (mailbox IS NULL)),
  CHECK ((failed_at IS NULL) = (failure IS NULL)),
  CHECK (sent_at IS NULL OR failed_at IS NULL)
) STRICT;

INSERT INTO outbox (id, message_id, kind, form, reference, recipient, mailbox, created_at, next_attempt_at, attempts, hold,
                    claimed_at, sent_at, failed_at, failure, last_error)
SELECT id, message_id, iif(kind = 'acknowledgement' AND form = 'withdrawal', 'withdrawal', kind), form, reference, recipient,
       lower(recipient), created_at, iif(form = 'withdrawal', created_at, next_attempt_at), attempts,
       iif(held = 1, 'suspected', NULL), claimed_at, sent_at, failed_at,
       CASE WHEN failed_at IS NULL THEN NULL WHEN last_error = 'base restaurée' THEN 'restored' ELSE 'refused' END, last_error
FROM outbox_before;
DROP TABLE outbox_before;

CREATE INDEX outbox_due ON outbox (kind, next_attempt_at)
  WHERE sent_at IS NULL AND failed_at IS NULL AND hold IS NULL;
CREATE INDEX outbox_reference ON outbox (reference);
CREATE INDEX outbox_mailbox ON outbox (mailbox, kind, created_at);
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;

-- One row: the mail server as it was last seen. Read by the sender, emptied by the operator who wants to send now.
CREATE TABLE mail_server (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Failures in a row that concern every message; 0 while it works.
  failures INTEGER NOT NULL CHECK (failures >= 0),
  -- Nothing is tried before.
  paused_until TEXT CHECK (paused_until GLOB '????-??-??T??:??:??.???Z'),
  last_error TEXT CHECK (length(last_error) <= 300)
) STRICT;
INSERT INTO mail_server VALUES (1, 0, NULL, NULL);
