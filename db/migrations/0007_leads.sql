-- A submission is a lead: one row of leads with what every submission has, and one row of its form's table with what it
-- says. Whatever is written about a lead refers to it and is deleted with it. Times are UTC ISO 8601 text; a day is
-- AAAA-MM-JJ.

CREATE TABLE leads (
  -- In the order in which they came; the number of the row in lead_words.
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE CHECK (length(reference) BETWEEN 1 AND 20),
  -- The server knows which forms there are.
  form TEXT NOT NULL CHECK (length(form) BETWEEN 1 AND 40),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  -- Ends with the letter of the form: the same content sent with two forms is two leads.
  submission_key TEXT NOT NULL UNIQUE,
  notice_version TEXT NOT NULL REFERENCES notices (version),
  page TEXT CHECK (length(page) <= 200),
  suspected_spam INTEGER NOT NULL DEFAULT 0 CHECK (suspected_spam IN (0, 1)),
  -- The purge does not remove the row before the end of this day; NULL for most rows.
  keep_until TEXT CHECK (keep_until GLOB '????-??-??'),
  -- What the house does about it. Each form has some of these states.
  state TEXT NOT NULL DEFAULT 'nouvelle'
    CHECK (state IN ('nouvelle', 'en cours', 'répondue', 'acceptée', 'refusée', 'remboursée', 'sans suite')),
  note TEXT CHECK (length(note) BETWEEN 1 AND 5000),
  remind_on TEXT CHECK (remind_on GLOB '????-??-??'),
  -- When the e-mail of that day was queued.
  reminded_at TEXT CHECK (reminded_at GLOB '????-??-??T??:??:??.???Z'),
  -- Counts the changes, so that the second of two people who change a lead at the same time is told.
  version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0)
) STRICT;

-- Each change of a lead's follow-up with its date: what it was from then on.
CREATE TABLE lead_changes (
  reference TEXT NOT NULL REFERENCES leads (reference) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  -- Who made it: the address that signed in to the desk, 'commande' for the operator's command; NULL: not known.
  author TEXT CHECK (length(author) <= 254),
  state TEXT NOT NULL,
  note TEXT,
  remind_on TEXT,
  PRIMARY KEY (reference, version)
) STRICT, WITHOUT ROWID;

-- The words of each lead, as a search looks for them (docs/decisions/0033). Rows are added when somebody searches, not when
-- a submission is stored; secure-delete leaves nothing of a deleted row in the file.
CREATE VIRTUAL TABLE lead_words USING fts5(words, columnsize = 0, tokenize = "unicode61 remove_diacritics 2");
INSERT INTO lead_words (lead_words, rank) VALUES ('secure-delete', 1);
-- A table of words cannot have a key.
CREATE TRIGGER leads_deleted AFTER DELETE ON leads BEGIN
  DELETE FROM lead_words WHERE rowid = OLD.id;
END;

-- Foreign keys do their work.
DROP TRIGGER waitlist_signups_deleted;
DROP TRIGGER waitlist_signups_received;
DROP TRIGGER waitlist_signups_changed;
DROP TRIGGER waitlist_signups_removed;
DROP TRIGGER newsletter_subscriptions_deleted;
DROP TRIGGER newsletter_subscriptions_received;
DROP TRIGGER newsletter_subscriptions_changed;
DROP TRIGGER newsletter_subscriptions_removed;
DROP TRIGGER contact_messages_deleted;
DROP TRIGGER contact_messages_received;
DROP TRIGGER contact_messages_changed;
DROP TRIGGER contact_messages_removed;
DROP TRIGGER withdrawal_notices_deleted;
DROP TRIGGER withdrawal_notices_received;
DROP TRIGGER withdrawal_notices_changed;
DROP TRIGGER withdrawal_notices_removed;
DROP TRIGGER partnership_inquiries_deleted;
DROP TRIGGER partnership_inquiries_received;
DROP TRIGGER partnership_inquiries_changed;
DROP TRIGGER partnership_inquiries_removed;
DROP TRIGGER ambassador_applications_deleted;
DROP TRIGGER ambassador_applications_received;
DROP TRIGGER ambassador_applications_changed;
DROP TRIGGER ambassador_applications_removed;

-- The letters that are going are queued in the order of leads.
CREATE TABLE numbers AS
SELECT 'waitlist' AS list, id, reference FROM waitlist_signups
UNION ALL SELECT 'newsletter' AS list, id, reference FROM newsletter_subscriptions;

ALTER TABLE waitlist_signups RENAME TO waitlist_signups_before;
INSERT INTO leads (reference, form, created_at, submission_key, notice_version, page, suspected_spam, keep_until,
                   state, note, remind_on, reminded_at, version)
SELECT reference, 'waitlist', created_at, submission_key || '-L', notice_version, page, suspected_spam, keep_until,
       coalesce(state, 'nouvelle'), note, remind_on, reminded_at, coalesce(version, 0)
FROM waitlist_signups_before LEFT JOIN follow_ups USING (reference) ORDER BY id;
CREATE TABLE waitlist_signups (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(email) BETWEEN 1 AND 254),
  -- A sign-up is unconfirmed, confirmed or unsubscribed; consent_events holds the history of that.
  confirmed_at TEXT CHECK (confirmed_at GLOB '????-??-??T??:??:??.???Z'),
  unsubscribed_at TEXT CHECK (unsubscribed_at GLOB '????-??-??T??:??:??.???Z'),
  -- When the confirmation was last asked for by e-mail; NULL: never, as where no e-mail was configured.
  asked_at TEXT CHECK (asked_at GLOB '????-??-??T??:??:??.???Z'),
  -- How many letters the mail server refused for the address for good; after the second it gets no more.
  letters_refused INTEGER NOT NULL DEFAULT 0 CHECK (letters_refused >= 0)
) STRICT;
INSERT INTO waitlist_signups (reference, email, confirmed_at, unsubscribed_at, asked_at, letters_refused)
SELECT reference, email, confirmed_at, unsubscribed_at, asked_at, letters_refused FROM waitlist_signups_before;

ALTER TABLE newsletter_subscriptions RENAME TO newsletter_subscriptions_before;
INSERT INTO leads (reference, form, created_at, submission_key, notice_version, page, suspected_spam, keep_until,
                   state, note, remind_on, reminded_at, version)
SELECT reference, 'newsletter', created_at, submission_key || '-N', notice_version, page, suspected_spam, keep_until,
       coalesce(state, 'nouvelle'), note, remind_on, reminded_at, coalesce(version, 0)
FROM newsletter_subscriptions_before LEFT JOIN follow_ups USING (reference) ORDER BY id;
CREATE TABLE newsletter_subscriptions (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(email) BETWEEN 1 AND 254),
  -- A sign-up is unconfirmed, confirmed or unsubscribed; consent_events holds the history of that.
  confirmed_at TEXT CHECK (confirmed_at GLOB '????-??-??T??:??:??.???Z'),
  unsubscribed_at TEXT CHECK (unsubscribed_at GLOB '????-??-??T??:??:??.???Z'),
  -- When the confirmation was last asked for by e-mail; NULL: never, as where no e-mail was configured.
  asked_at TEXT CHECK (asked_at GLOB '????-??-??T??:??:??.???Z'),
  -- How many letters the mail server refused for the address for good; after the second it gets no more.
  letters_refused INTEGER NOT NULL DEFAULT 0 CHECK (letters_refused >= 0)
) STRICT;
INSERT INTO newsletter_subscriptions (reference, email, confirmed_at, unsubscribed_at, asked_at, letters_refused)
SELECT reference, email, confirmed_at, unsubscribed_at, asked_at, letters_refused FROM newsletter_subscriptions_before;

ALTER TABLE contact_messages RENAME TO contact_messages_before;
INSERT INTO leads (reference, form, created_at, submission_key, notice_version, page, suspected_spam, keep_until,
                   state, note, remind_on, reminded_at, version)
SELECT reference, 'contact', created_at, submission_key || '-C', notice_version, page, suspected_spam, keep_until,
       coalesce(state, 'nouvelle'), note, remind_on, reminded_at, coalesce(version, 0)
FROM contact_messages_before LEFT JOIN follow_ups USING (reference) ORDER BY id;
CREATE TABLE contact_messages (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  subject TEXT NOT NULL CHECK (subject IN ('commande', 'produit', 'livraison', 'retour', 'personnalisation', 'partenariat', 'autre')),
  message TEXT NOT NULL CHECK (length(message) BETWEEN 1 AND 5000)
) STRICT;
INSERT INTO contact_messages (reference, name, email, subject, message)
SELECT reference, name, email, subject, message FROM contact_messages_before;

ALTER TABLE withdrawal_notices RENAME TO withdrawal_notices_before;
INSERT INTO leads (reference, form, created_at, submission_key, notice_version, page, suspected_spam, keep_until,
                   state, note, remind_on, reminded_at, version)
SELECT reference, 'withdrawal', created_at, submission_key || '-R', notice_version, page, suspected_spam, keep_until,
       coalesce(state, 'nouvelle'), note, remind_on, reminded_at, coalesce(version, 0)
FROM withdrawal_notices_before LEFT JOIN follow_ups USING (reference) ORDER BY id;
CREATE TABLE withdrawal_notices (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  order_reference TEXT NOT NULL CHECK (length(order_reference) BETWEEN 1 AND 200),
  message TEXT CHECK (length(message) <= 2000)
) STRICT;
INSERT INTO withdrawal_notices (reference, name, email, order_reference, message)
SELECT reference, name, email, order_reference, message FROM withdrawal_notices_before;

ALTER TABLE partnership_inquiries RENAME TO partnership_inquiries_before;
INSERT INTO leads (reference, form, created_at, submission_key, notice_version, page, suspected_spam, keep_until,
                   state, note, remind_on, reminded_at, version)
SELECT reference, 'partnership', created_at, submission_key || '-P', notice_version, page, suspected_spam, keep_until,
       coalesce(state, 'nouvelle'), note, remind_on, reminded_at, coalesce(version, 0)
FROM partnership_inquiries_before LEFT JOIN follow_ups USING (reference) ORDER BY id;
CREATE TABLE partnership_inquiries (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  sellerie_name TEXT NOT NULL CHECK (length(sellerie_name) BETWEEN 1 AND 160),
  address TEXT NOT NULL CHECK (length(address) BETWEEN 1 AND 200),
  postal_code TEXT NOT NULL CHECK (length(postal_code) BETWEEN 1 AND 12),
  city TEXT NOT NULL CHECK (length(city) BETWEEN 1 AND 100),
  website TEXT CHECK (length(website) <= 300),
  social_media TEXT CHECK (length(social_media) <= 300),
  contact_name TEXT NOT NULL CHECK (length(contact_name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  phone TEXT NOT NULL CHECK (length(phone) BETWEEN 1 AND 32),
  shop_size TEXT NOT NULL CHECK (shop_size IN ('small', 'medium', 'large')),
  years_in_business INTEGER NOT NULL CHECK (years_in_business BETWEEN 0 AND 300),
  current_brands TEXT CHECK (length(current_brands) <= 500),
  target_audience TEXT CHECK (length(target_audience) <= 500),
  message TEXT CHECK (length(message) <= 5000)
) STRICT;
INSERT INTO partnership_inquiries (reference, sellerie_name, address, postal_code, city, website, social_media, contact_name, email, phone, shop_size, years_in_business, current_brands, target_audience, message)
SELECT reference, sellerie_name, address, postal_code, city, website, social_media, contact_name, email, phone, shop_size, years_in_business, current_brands, target_audience, message FROM partnership_inquiries_before;

ALTER TABLE ambassador_applications RENAME TO ambassador_applications_before;
INSERT INTO leads (reference, form, created_at, submission_key, notice_version, page, suspected_spam, keep_until,
                   state, note, remind_on, reminded_at, version)
SELECT reference, 'ambassador', created_at, submission_key || '-A', notice_version, page, suspected_spam, keep_until,
       coalesce(state, 'nouvelle'), note, remind_on, reminded_at, coalesce(version, 0)
FROM ambassador_applications_before LEFT JOIN follow_ups USING (reference) ORDER BY id;
CREATE TABLE ambassador_applications (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  first_name TEXT NOT NULL CHECK (length(first_name) BETWEEN 1 AND 80),
  last_name TEXT NOT NULL CHECK (length(last_name) BETWEEN 1 AND 80),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  phone TEXT NOT NULL CHECK (length(phone) BETWEEN 1 AND 32),
  birth_date TEXT NOT NULL CHECK (birth_date GLOB '????-??-??'),
  guardian_consent INTEGER CHECK (guardian_consent = 1),
  postal_code TEXT NOT NULL CHECK (length(postal_code) BETWEEN 1 AND 12),
  city TEXT NOT NULL CHECK (length(city) BETWEEN 1 AND 100),
  country TEXT NOT NULL CHECK (length(country) BETWEEN 1 AND 80),
  instagram TEXT CHECK (length(instagram) <= 100),
  facebook TEXT CHECK (length(facebook) <= 100),
  tiktok TEXT CHECK (length(tiktok) <= 100),
  other_social TEXT CHECK (length(other_social) <= 300),
  website TEXT CHECK (length(website) <= 300),
  followers_count TEXT NOT NULL CHECK (followers_count IN ('less_500', '500_1000', '1000_5000', '5000_10000', '10000_plus')),
  riding_discipline TEXT NOT NULL CHECK (riding_discipline IN ('cso', 'dressage', 'cce', 'endurance', 'western', 'loisir', 'autre')),
  riding_level TEXT NOT NULL CHECK (riding_level IN ('debutant', 'galop1_3', 'galop4_6', 'galop7_plus', 'amateur', 'pro')),
  horse_ownership TEXT NOT NULL CHECK (horse_ownership IN ('owner', 'half_ownership', 'leasing', 'club_horses', 'no')),
  club_name TEXT CHECK (length(club_name) <= 160),
  competition_experience TEXT CHECK (length(competition_experience) <= 2000),
  why_hera TEXT NOT NULL CHECK (length(why_hera) BETWEEN 1 AND 3000),
  content_ideas TEXT CHECK (length(content_ideas) <= 3000),
  previous_partnerships TEXT CHECK (length(previous_partnerships) <= 2000),
  availability TEXT NOT NULL CHECK (availability IN ('very_active', 'active', 'occasional')),
  heard_about TEXT CHECK (length(heard_about) <= 300)
) STRICT;
INSERT INTO ambassador_applications (reference, first_name, last_name, email, phone, birth_date, guardian_consent, postal_code, city, country, instagram, facebook, tiktok, other_social, website, followers_count, riding_discipline, riding_level, horse_ownership, club_name, competition_experience, why_hera, content_ideas, previous_partnerships, availability, heard_about)
SELECT reference, first_name, last_name, email, phone, birth_date, guardian_consent, postal_code, city, country, instagram, facebook, tiktok, other_social, website, followers_count, riding_discipline, riding_level, horse_ownership, club_name, competition_experience, why_hera, content_ideas, previous_partnerships, availability, heard_about FROM ambassador_applications_before;

DROP TABLE waitlist_signups_before;
DROP TABLE newsletter_subscriptions_before;
DROP TABLE contact_messages_before;
DROP TABLE withdrawal_notices_before;
DROP TABLE partnership_inquiries_before;
DROP TABLE ambassador_applications_before;
UPDATE letters SET queued_to = coalesce((
  SELECT max(leads.id) FROM leads JOIN numbers USING (reference)
  WHERE numbers.list = letters.list AND numbers.id <= letters.queued_to), 0);
DROP TABLE numbers;

CREATE INDEX waitlist_signups_unasked ON waitlist_signups (reference) WHERE asked_at IS NULL;
CREATE INDEX newsletter_subscriptions_unasked ON newsletter_subscriptions (reference) WHERE asked_at IS NULL;
CREATE INDEX leads_lists ON leads (form, suspected_spam, state, created_at);
CREATE INDEX leads_reminders ON leads (remind_on) WHERE remind_on IS NOT NULL AND reminded_at IS NULL;

INSERT INTO lead_changes (reference, version, at, state, note, remind_on)
SELECT reference, version, at, state, note, remind_on FROM follow_up_changes WHERE reference IN (SELECT reference FROM leads);
DROP TABLE follow_up_changes;
DROP TABLE follow_ups;

-- Proof of consent (RGPD art. 7.1): each step, its time and the privacy notice. The address is in the row alone.
ALTER TABLE consent_events RENAME TO consent_events_before;
CREATE TABLE consent_events (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL REFERENCES leads (reference) ON DELETE CASCADE,
  event TEXT NOT NULL CHECK (event IN ('asked', 'confirmed', 'unsubscribed')),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  notice_version TEXT NOT NULL REFERENCES notices (version)
) STRICT;
INSERT INTO consent_events (id, reference, event, at, notice_version)
SELECT id, reference, event, at, notice_version FROM consent_events_before WHERE reference IN (SELECT reference FROM leads);
DROP TABLE consent_events_before;
CREATE INDEX consent_events_reference ON consent_events (reference);

-- Tokens of the links sent by e-mail. Only their SHA-256 is kept, so that the database holds no link that works.
ALTER TABLE consent_tokens RENAME TO consent_tokens_before;
CREATE TABLE consent_tokens (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'unsubscribe')),
  reference TEXT NOT NULL REFERENCES leads (reference) ON DELETE CASCADE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
INSERT INTO consent_tokens (hash, purpose, reference, created_at)
SELECT hash, purpose, reference, created_at FROM consent_tokens_before WHERE reference IN (SELECT reference FROM leads);
DROP TABLE consent_tokens_before;
CREATE INDEX consent_tokens_reference ON consent_tokens (reference);

-- E-mails to send or sent. A message is written from its lead when it goes, so this table holds no text of anyone.
ALTER TABLE outbox RENAME TO outbox_before;
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  -- Header Message-ID without brackets, the same at every attempt.
  message_id TEXT NOT NULL UNIQUE CHECK (length(message_id) <= 300),
  -- The server knows which kinds there are.
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  -- 'bureau' for a message of the desk about no single lead.
  form TEXT NOT NULL CHECK (length(form) BETWEEN 1 AND 40),
  -- The lead that it speaks of.
  reference TEXT REFERENCES leads (reference) ON DELETE CASCADE,
  -- What else it speaks of: the page of the desk that a sign-in link leads to; the Monday of a weekly message.
  about TEXT CHECK (length(about) BETWEEN 1 AND 200),
  -- NULL: the house, MAIL_TO.
  recipient TEXT COLLATE NOCASE CHECK (length(recipient) <= 254),
  -- The recipient's real mailbox: without +tag, and at Gmail without dots.
  mailbox TEXT CHECK (length(mailbox) <= 254),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  next_attempt_at TEXT NOT NULL CHECK (next_attempt_at GLOB '????-??-??T??:??:??.???Z'),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Why a message waits until the operator lets it go: its lead is suspected, or its mailbox or the sender's network has
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
  -- The letter to a list that it is one of.
  letter INTEGER REFERENCES letters (id),
  -- 1: an attempt was cut off, so that the message may have arrived; it goes again under the same Message-ID.
  uncertain INTEGER NOT NULL DEFAULT 0 CHECK (uncertain IN (0, 1)),
  CHECK ((reference IS NULL) = (about IS NOT NULL)),
  CHECK ((recipient IS NULL) = (mailbox IS NULL)),
  CHECK ((failed_at IS NULL) = (failure IS NULL)),
  CHECK (sent_at IS NULL OR failed_at IS NULL)
) STRICT;
INSERT INTO outbox (id, message_id, kind, form, reference, about, recipient, mailbox, created_at, next_attempt_at, attempts,
                    hold, slow, claimed_at, sent_at, sent_with, failed_at, failure, last_error, letter, uncertain)
SELECT id, message_id, kind, form, iif(form = 'bureau', NULL, reference), iif(form = 'bureau', reference, NULL), recipient,
       mailbox, created_at, next_attempt_at, attempts, hold, slow, claimed_at, sent_at, sent_with, failed_at, failure,
       last_error, letter, uncertain
FROM outbox_before WHERE form = 'bureau' OR reference IN (SELECT reference FROM leads);
DROP TABLE outbox_before;

CREATE INDEX outbox_due ON outbox (kind, next_attempt_at)
  WHERE sent_at IS NULL AND failed_at IS NULL AND hold IS NULL;
CREATE INDEX outbox_reference ON outbox (reference);
CREATE INDEX outbox_mailbox ON outbox (mailbox, kind, created_at);
-- The policy counts what left within the hour before each message: from the index alone, also after 50,000 letters.
CREATE INDEX outbox_sent ON outbox (sent_at, sent_with) WHERE sent_at IS NOT NULL;
CREATE INDEX outbox_notices ON outbox (sent_at, sent_with) WHERE kind = 'lead';
-- A letter goes to a sign-up once.
CREATE UNIQUE INDEX outbox_letter ON outbox (letter, reference) WHERE letter IS NOT NULL;
CREATE TRIGGER outbox_letter_figures AFTER UPDATE OF sent_at, failure, uncertain ON outbox WHEN NEW.letter IS NOT NULL BEGIN
  UPDATE letters SET
    sent = sent + (NEW.sent_at IS NOT NULL) - (OLD.sent_at IS NOT NULL),
    failed = failed + (NEW.failure IS NOT NULL) - (OLD.failure IS NOT NULL),
    uncertain = uncertain + NEW.uncertain - OLD.uncertain
  WHERE id = NEW.letter;
END;
