-- The desk: who may read it, and what became of each submission. Times are UTC ISO 8601 text; a day is AAAA-MM-JJ.

-- What the house does about a submission. Triggers keep one row for each submission of every form.
CREATE TABLE follow_ups (
  reference TEXT PRIMARY KEY,
  form TEXT NOT NULL,
  -- Copies of created_at and suspected_spam, so that the list of what waits is read from one index.
  received_at TEXT NOT NULL CHECK (received_at GLOB '????-??-??T??:??:??.???Z'),
  suspected INTEGER NOT NULL CHECK (suspected IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'nouvelle' CHECK (state IN ('nouvelle', 'en cours', 'répondue', 'sans suite')),
  note TEXT CHECK (length(note) BETWEEN 1 AND 5000),
  remind_on TEXT CHECK (remind_on GLOB '????-??-??'),
  -- When the e-mail of that day was queued.
  reminded_at TEXT CHECK (reminded_at GLOB '????-??-??T??:??:??.???Z'),
  -- Counts the changes, so that the second of two people who change one at the same time is told.
  version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX follow_ups_waiting ON follow_ups (form, suspected, state, received_at);
CREATE INDEX follow_ups_reminders ON follow_ups (remind_on) WHERE remind_on IS NOT NULL AND reminded_at IS NULL;

-- Each change with its date: what a follow-up was from then on.
CREATE TABLE follow_up_changes (
  reference TEXT NOT NULL,
  version INTEGER NOT NULL,
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  state TEXT NOT NULL,
  note TEXT,
  remind_on TEXT,
  PRIMARY KEY (reference, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER waitlist_signups_received AFTER INSERT ON waitlist_signups BEGIN
  INSERT INTO follow_ups (reference, form, received_at, suspected)
  VALUES (NEW.reference, 'waitlist', NEW.created_at, NEW.suspected_spam);
END;
CREATE TRIGGER waitlist_signups_changed AFTER UPDATE OF created_at, suspected_spam ON waitlist_signups BEGIN
  UPDATE follow_ups SET received_at = NEW.created_at, suspected = NEW.suspected_spam WHERE reference = NEW.reference;
END;
CREATE TRIGGER waitlist_signups_removed AFTER DELETE ON waitlist_signups BEGIN
  DELETE FROM follow_ups WHERE reference = OLD.reference;
  DELETE FROM follow_up_changes WHERE reference = OLD.reference;
END;
INSERT INTO follow_ups (reference, form, received_at, suspected)
SELECT reference, 'waitlist', created_at, suspected_spam FROM waitlist_signups;

CREATE TRIGGER newsletter_subscriptions_received AFTER INSERT ON newsletter_subscriptions BEGIN
  INSERT INTO follow_ups (reference, form, received_at, suspected)
  VALUES (NEW.reference, 'newsletter', NEW.created_at, NEW.suspected_spam);
END;
CREATE TRIGGER newsletter_subscriptions_changed AFTER UPDATE OF created_at, suspected_spam ON newsletter_subscriptions BEGIN
  UPDATE follow_ups SET received_at = NEW.created_at, suspected = NEW.suspected_spam WHERE reference = NEW.reference;
END;
CREATE TRIGGER newsletter_subscriptions_removed AFTER DELETE ON newsletter_subscriptions BEGIN
  DELETE FROM follow_ups WHERE reference = OLD.reference;
  DELETE FROM follow_up_changes WHERE reference = OLD.reference;
END;
INSERT INTO follow_ups (reference, form, received_at, suspected)
SELECT reference, 'newsletter', created_at, suspected_spam FROM newsletter_subscriptions;

CREATE TRIGGER contact_messages_received AFTER INSERT ON contact_messages BEGIN
  INSERT INTO follow_ups (reference, form, received_at, suspected)
  VALUES (NEW.reference, 'contact', NEW.created_at, NEW.suspected_spam);
END;
CREATE TRIGGER contact_messages_changed AFTER UPDATE OF created_at, suspected_spam ON contact_messages BEGIN
  UPDATE follow_ups SET received_at = NEW.created_at, suspected = NEW.suspected_spam WHERE reference = NEW.reference;
END;
CREATE TRIGGER contact_messages_removed AFTER DELETE ON contact_messages BEGIN
  DELETE FROM follow_ups WHERE reference = OLD.reference;
  DELETE FROM follow_up_changes WHERE reference = OLD.reference;
END;
INSERT INTO follow_ups (reference, form, received_at, suspected)
SELECT reference, 'contact', created_at, suspected_spam FROM contact_messages;

CREATE TRIGGER partnership_inquiries_received AFTER INSERT ON partnership_inquiries BEGIN
  INSERT INTO follow_ups (reference, form, received_at, suspected)
  VALUES (NEW.reference, 'partnership', NEW.created_at, NEW.suspected_spam);
END;
CREATE TRIGGER partnership_inquiries_changed AFTER UPDATE OF created_at, suspected_spam ON partnership_inquiries BEGIN
  UPDATE follow_ups SET received_at = NEW.created_at, suspected = NEW.suspected_spam WHERE reference = NEW.reference;
END;
CREATE TRIGGER partnership_inquiries_removed AFTER DELETE ON partnership_inquiries BEGIN
  DELETE FROM follow_ups WHERE reference = OLD.reference;
  DELETE FROM follow_up_changes WHERE reference = OLD.reference;
END;
INSERT INTO follow_ups (reference, form, received_at, suspected)
SELECT reference, 'partnership', created_at, suspected_spam FROM partnership_inquiries;

CREATE TRIGGER ambassador_applications_received AFTER INSERT ON ambassador_applications BEGIN
  INSERT INTO follow_ups (reference, form, received_at, suspected)
  VALUES (NEW.reference, 'ambassador', NEW.created_at, NEW.suspected_spam);
END;
CREATE TRIGGER ambassador_applications_changed AFTER UPDATE OF created_at, suspected_spam ON ambassador_applications BEGIN
  UPDATE follow_ups SET received_at = NEW.created_at, suspected = NEW.suspected_spam WHERE reference = NEW.reference;
END;
CREATE TRIGGER ambassador_applications_removed AFTER DELETE ON ambassador_applications BEGIN
  DELETE FROM follow_ups WHERE reference = OLD.reference;
  DELETE FROM follow_up_changes WHERE reference = OLD.reference;
END;
INSERT INTO follow_ups (reference, form, received_at, suspected)
SELECT reference, 'ambassador', created_at, suspected_spam FROM ambassador_applications;

CREATE TRIGGER withdrawal_notices_received AFTER INSERT ON withdrawal_notices BEGIN
  INSERT INTO follow_ups (reference, form, received_at, suspected)
  VALUES (NEW.reference, 'withdrawal', NEW.created_at, NEW.suspected_spam);
END;
CREATE TRIGGER withdrawal_notices_changed AFTER UPDATE OF created_at, suspected_spam ON withdrawal_notices BEGIN
  UPDATE follow_ups SET received_at = NEW.created_at, suspected = NEW.suspected_spam WHERE reference = NEW.reference;
END;
CREATE TRIGGER withdrawal_notices_removed AFTER DELETE ON withdrawal_notices BEGIN
  DELETE FROM follow_ups WHERE reference = OLD.reference;
  DELETE FROM follow_up_changes WHERE reference = OLD.reference;
END;
INSERT INTO follow_ups (reference, form, received_at, suspected)
SELECT reference, 'withdrawal', created_at, suspected_spam FROM withdrawal_notices;

-- Links that sign in, for ten minutes and once. Only their SHA-256 is kept, so that the database opens no desk.
CREATE TABLE desk_links (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  -- Page of the desk that the link leads to.
  destination TEXT NOT NULL CHECK (destination GLOB '/bureau*' AND length(destination) <= 200),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

-- Devices that are signed in. The token is in the cookie alone, its SHA-256 here.
CREATE TABLE desk_sessions (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  -- Such as «Safari, iPhone», to tell one's devices apart.
  device TEXT NOT NULL CHECK (length(device) <= 60),
  opened_at TEXT NOT NULL CHECK (opened_at GLOB '????-??-??T??:??:??.???Z'),
  seen_at TEXT NOT NULL CHECK (seen_at GLOB '????-??-??T??:??:??.???Z')
) STRICT;

-- The outbox again, with three kinds of messages more. Not renamed: a rename would lead the triggers that empty this
-- table to the old one.
CREATE TABLE outbox_before AS SELECT * FROM outbox;
DROP TABLE outbox;

-- E-mails to send or sent. A message is written from its row when it goes, so this table holds no text of anyone.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  -- Header Message-ID without brackets, the same at every attempt.
  message_id TEXT NOT NULL UNIQUE CHECK (length(message_id) <= 300),
  kind TEXT NOT NULL CHECK (kind IN ('sign-in', 'withdrawal', 'lead', 'reminder', 'weekly', 'acknowledgement', 'confirmation', 'welcome', 'letter')),
  -- 'bureau' for a message of the desk about no single submission.
  form TEXT NOT NULL CHECK (length(form) BETWEEN 1 AND 40),
  -- A submission's; the page of the desk that a sign-in link leads to; the Monday of a weekly message.
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
  CHECK ((kind IN ('lead', 'reminder', 'weekly')) = (recipient IS NULL)),
  CHECK ((recipient IS NULL) = (mailbox IS NULL)),
  CHECK ((failed_at IS NULL) = (failure IS NULL)),
  CHECK (sent_at IS NULL OR failed_at IS NULL)
) STRICT;
INSERT INTO outbox SELECT * FROM outbox_before;
DROP TABLE outbox_before;

CREATE INDEX outbox_due ON outbox (kind, next_attempt_at)
  WHERE sent_at IS NULL AND failed_at IS NULL AND hold IS NULL;
CREATE INDEX outbox_reference ON outbox (reference);
CREATE INDEX outbox_mailbox ON outbox (mailbox, kind, created_at);
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL;
