-- For the operator: the outbox of e-mails, consent and objections, and rows that are kept longer than their period.
-- Times are UTC ISO 8601 text; a day is AAAA-MM-JJ.

-- The purge does not remove a row before the end of this day; NULL for most rows.
ALTER TABLE waitlist_signups ADD COLUMN keep_until TEXT CHECK (keep_until GLOB '????-??-??');
ALTER TABLE newsletter_subscriptions ADD COLUMN keep_until TEXT CHECK (keep_until GLOB '????-??-??');
ALTER TABLE contact_messages ADD COLUMN keep_until TEXT CHECK (keep_until GLOB '????-??-??');
ALTER TABLE withdrawal_notices ADD COLUMN keep_until TEXT CHECK (keep_until GLOB '????-??-??');
ALTER TABLE partnership_inquiries ADD COLUMN keep_until TEXT CHECK (keep_until GLOB '????-??-??');
ALTER TABLE ambassador_applications ADD COLUMN keep_until TEXT CHECK (keep_until GLOB '????-??-??');

-- A sign-up to a mailing list is unconfirmed, confirmed or unsubscribed; consent_events holds the history of that.
ALTER TABLE waitlist_signups ADD COLUMN confirmed_at TEXT CHECK (confirmed_at GLOB '????-??-??T??:??:??.???Z');
ALTER TABLE waitlist_signups ADD COLUMN unsubscribed_at TEXT CHECK (unsubscribed_at GLOB '????-??-??T??:??:??.???Z');
ALTER TABLE newsletter_subscriptions ADD COLUMN confirmed_at TEXT CHECK (confirmed_at GLOB '????-??-??T??:??:??.???Z');
ALTER TABLE newsletter_subscriptions ADD COLUMN unsubscribed_at TEXT CHECK (unsubscribed_at GLOB '????-??-??T??:??:??.???Z');

-- Proof of consent (RGPD art. 7.1): each step, its time and the privacy notice. The address is in the row alone.
CREATE TABLE consent_events (
  id INTEGER PRIMARY KEY,
  form TEXT NOT NULL CHECK (form IN ('waitlist', 'newsletter')),
  reference TEXT NOT NULL,
  event TEXT NOT NULL CHECK (event IN ('asked', 'confirmed', 'unsubscribed')),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  notice_version TEXT NOT NULL REFERENCES notices (version)
) STRICT;
CREATE INDEX consent_events_reference ON consent_events (reference);

-- Tokens of the links sent by e-mail. Only their SHA-256 is kept, so that the database holds no link that works.
CREATE TABLE consent_tokens (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'unsubscribe')),
  form TEXT NOT NULL CHECK (form IN ('waitlist', 'newsletter')),
  reference TEXT NOT NULL,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
CREATE INDEX consent_tokens_reference ON consent_tokens (reference);

-- Addresses that must not be written to (RGPD art. 21), as hashes with the key in the file beside the database.
CREATE TABLE objections (
  email_hash TEXT PRIMARY KEY CHECK (length(email_hash) = 43),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

-- E-mails to send and e-mails sent. A message is composed from its row when it is sent, so its text is not stored here.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  -- Header Message-ID without brackets, the same at every attempt.
  message_id TEXT NOT NULL UNIQUE CHECK (length(message_id) <= 300),
  kind TEXT NOT NULL CHECK (kind IN ('lead', 'acknowledgement', 'confirmation', 'welcome')),
  form TEXT NOT NULL CHECK (form IN ('waitlist', 'newsletter', 'contact', 'partnership', 'ambassador', 'withdrawal')),
  reference TEXT NOT NULL,
  -- NULL: the operator, MAIL_TO.
  recipient TEXT COLLATE NOCASE CHECK (length(recipient) <= 254),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  next_attempt_at TEXT NOT NULL CHECK (next_attempt_at GLOB '????-??-??T??:??:??.???Z'),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- A suspected row's messages are held until the operator releases them.
  held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
  claimed_at TEXT CHECK (claimed_at GLOB '????-??-??T??:??:??.???Z'),
  sent_at TEXT CHECK (sent_at GLOB '????-??-??T??:??:??.???Z'),
  failed_at TEXT CHECK (failed_at GLOB '????-??-??T??:??:??.???Z'),
  last_error TEXT CHECK (length(last_error) <= 300),
  CHECK ((kind = 'lead') = (recipient IS NULL)),
  CHECK (sent_at IS NULL OR failed_at IS NULL)
) STRICT;
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL AND held = 0;
CREATE INDEX outbox_reference ON outbox (reference);
CREATE INDEX outbox_recipient ON outbox (recipient, created_at);

-- When a backup and a purge last ran.
CREATE TABLE marks (
  name TEXT PRIMARY KEY CHECK (name IN ('backup', 'purge')),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

-- The operator looks people up by address.
CREATE INDEX contact_messages_email ON contact_messages (email);
CREATE INDEX withdrawal_notices_email ON withdrawal_notices (email);
CREATE INDEX partnership_inquiries_email ON partnership_inquiries (email);
CREATE INDEX ambassador_applications_email ON ambassador_applications (email);

-- With a row, its e-mails and consent events are removed too.
CREATE TRIGGER waitlist_signups_deleted AFTER DELETE ON waitlist_signups BEGIN
  DELETE FROM outbox WHERE reference = OLD.reference;
  DELETE FROM consent_events WHERE reference = OLD.reference;
  DELETE FROM consent_tokens WHERE reference = OLD.reference;
END;
CREATE TRIGGER newsletter_subscriptions_deleted AFTER DELETE ON newsletter_subscriptions BEGIN
  DELETE FROM outbox WHERE reference = OLD.reference;
  DELETE FROM consent_events WHERE reference = OLD.reference;
  DELETE FROM consent_tokens WHERE reference = OLD.reference;
END;
CREATE TRIGGER contact_messages_deleted AFTER DELETE ON contact_messages BEGIN
  DELETE FROM outbox WHERE reference = OLD.reference;
END;
CREATE TRIGGER withdrawal_notices_deleted AFTER DELETE ON withdrawal_notices BEGIN
  DELETE FROM outbox WHERE reference = OLD.reference;
END;
CREATE TRIGGER partnership_inquiries_deleted AFTER DELETE ON partnership_inquiries BEGIN
  DELETE FROM outbox WHERE reference = OLD.reference;
END;
CREATE TRIGGER ambassador_applications_deleted AFTER DELETE ON ambassador_applications BEGIN
  DELETE FROM outbox WHERE reference = OLD.reference;
END;
