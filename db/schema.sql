-- What the migrations amount to, for whoever reads. Written by «npm run schema», never by hand; nothing runs it.

CREATE TABLE migrations (
  name TEXT PRIMARY KEY,
  checksum TEXT NOT NULL CHECK (length(checksum) = 64),
  applied_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE notices (
  version TEXT PRIMARY KEY CHECK (length(version) = 12),
  form TEXT NOT NULL,
  text TEXT NOT NULL,
  first_used_at TEXT NOT NULL
) STRICT;

CREATE TABLE objections (
  email_hash TEXT PRIMARY KEY CHECK (length(email_hash) = 43),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE TABLE desk_links (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  -- Page of the desk that the link leads to.
  destination TEXT NOT NULL CHECK (destination GLOB '/bureau*' AND length(destination) <= 200),
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
, author TEXT CHECK (length(author) <= 254)) STRICT, WITHOUT ROWID;

CREATE TABLE desk_sessions (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  -- Such as «Safari, iPhone», to tell one's devices apart.
  opened_at TEXT NOT NULL CHECK (opened_at GLOB '????-??-??T??:??:??.???Z'),
  seen_at TEXT NOT NULL CHECK (seen_at GLOB '????-??-??T??:??:??.???Z')
, author TEXT CHECK (length(author) <= 254)) STRICT;

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
  remind_on TEXT CHECK (remind_on GLOB '????-??-??'),
  -- When the e-mail of that day was queued.
  waiting_since TEXT CHECK (waiting_since GLOB '????-??-??T??:??:??.???Z'), outcome TEXT CHECK (outcome IN ('accepted', 'declined', 'refunded', 'closed')), assigned_to TEXT CHECK (length(assigned_to) <= 254), suspended_at TEXT CHECK (suspended_at GLOB '????-??-??T??:??:??.???Z')) STRICT;

CREATE INDEX leads_forms ON leads (form, created_at);

CREATE INDEX leads_waiting ON leads (waiting_since) WHERE waiting_since IS NOT NULL;

CREATE INDEX leads_reminders ON leads (remind_on) WHERE remind_on IS NOT NULL;

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

CREATE INDEX waitlist_signups_unasked ON waitlist_signups (reference) WHERE asked_at IS NULL;

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

CREATE INDEX newsletter_subscriptions_unasked ON newsletter_subscriptions (reference) WHERE asked_at IS NULL;

CREATE TABLE contact_messages (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  subject TEXT NOT NULL CHECK (subject IN ('commande', 'produit', 'livraison', 'retour', 'personnalisation', 'partenariat', 'autre')),
  message TEXT NOT NULL CHECK (length(message) BETWEEN 1 AND 5000)
) STRICT;

CREATE TABLE withdrawal_notices (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  order_reference TEXT NOT NULL CHECK (length(order_reference) BETWEEN 1 AND 200),
  message TEXT CHECK (length(message) <= 2000)
) STRICT;

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

CREATE TABLE consent_events (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL REFERENCES leads (reference) ON DELETE CASCADE,
  event TEXT NOT NULL CHECK (event IN ('asked', 'confirmed', 'unsubscribed')),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  notice_version TEXT NOT NULL REFERENCES notices (version)
) STRICT;

CREATE INDEX consent_events_reference ON consent_events (reference);

CREATE TABLE consent_tokens (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'unsubscribe')),
  reference TEXT NOT NULL REFERENCES leads (reference) ON DELETE CASCADE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;

CREATE INDEX consent_tokens_reference ON consent_tokens (reference);

CREATE TABLE past_weeks (
  form TEXT NOT NULL CHECK (length(form) BETWEEN 1 AND 40),
  -- Its Monday, AAAA-MM-JJ in UTC.
  week TEXT NOT NULL CHECK (week GLOB '????-??-??'),
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (form, week)
) STRICT, WITHOUT ROWID;

CREATE TABLE "quote_requests" (
  reference TEXT NOT NULL PRIMARY KEY REFERENCES leads (reference) ON DELETE CASCADE,
  piece TEXT NOT NULL CHECK (piece IN ('tapis', 'bonnet', 'ensemble')),
  model TEXT NOT NULL CHECK (model IN ('elegance', 'grand_sport', 'conseil')),
  discipline TEXT NOT NULL CHECK (discipline IN ('dressage', 'obstacle', 'complet', 'loisir', 'autre')),
  quantity INTEGER DEFAULT 1 CHECK (quantity BETWEEN 1 AND 50),
  embroidery TEXT CHECK (length(embroidery) BETWEEN 1 AND 300),
  saddle TEXT CHECK (length(saddle) BETWEEN 1 AND 200),
  measure_a REAL CHECK (measure_a BETWEEN 10 AND 200),
  measure_b REAL CHECK (measure_b BETWEEN 10 AND 200),
  measure_c REAL CHECK (measure_c BETWEEN 10 AND 200),
  country TEXT CHECK (length(country) BETWEEN 1 AND 80),
  wished_date TEXT CHECK (wished_date GLOB '????-??-??'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  phone TEXT CHECK (length(phone) BETWEEN 1 AND 32),
  message TEXT CHECK (length(message) BETWEEN 1 AND 5000)
) STRICT;

CREATE TABLE thread (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL REFERENCES leads (reference) ON DELETE CASCADE,
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z'),
  -- received: a message of the person; sent: an answer of the house; note: for the house; event: what changed, in words.
  kind TEXT NOT NULL CHECK (kind IN ('received', 'sent', 'note', 'event')),
  -- Address that signed in to the desk, or 'site', 'commande', 'e-mail', 'lien du serveur'; NULL: the person, or not known.
  author TEXT CHECK (length(author) <= 254),
  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 262144),
  -- Message-ID of its e-mail, without brackets; NULL: it did not come or go as an e-mail of ours.
  message_id TEXT UNIQUE CHECK (length(message_id) <= 1000),
  subject TEXT CHECK (length(subject) <= 1000),
  -- Address that a received message came from, where it is not that of the lead.
  from_address TEXT CHECK (length(from_address) <= 320),
  -- Names of the files that went or came with it, one a line.
  files TEXT CHECK (length(files) BETWEEN 1 AND 2000),
  -- Of an answer: since when the person had waited, given back when it is taken back or does not arrive; and reminder and
  -- outcome before it, given back when it is taken back.
  waited_since TEXT CHECK (waited_since GLOB '????-??-??T??:??:??.???Z'),
  remind_before TEXT CHECK (remind_before GLOB '????-??-??'),
  outcome_before TEXT CHECK (outcome_before IN ('accepted', 'declined', 'refunded', 'closed'))
) STRICT;

CREATE INDEX thread_reference ON thread (reference);

CREATE TABLE answer_files (
  answer INTEGER NOT NULL REFERENCES thread (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  type TEXT NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
  bytes BLOB NOT NULL CHECK (length(bytes) <= 5242880),
  PRIMARY KEY (answer, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE "outbox" (
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
  CHECK ((reference IS NULL) = (about IS NOT NULL)),
  CHECK ((recipient IS NULL) = (mailbox IS NULL)),
  CHECK ((failed_at IS NULL) = (failure IS NULL)),
  CHECK (sent_at IS NULL OR failed_at IS NULL)
) STRICT;

CREATE INDEX outbox_reference ON outbox (reference);

CREATE INDEX outbox_mailbox ON outbox (mailbox, kind, created_at);

CREATE UNIQUE INDEX outbox_letter ON outbox (letter, reference) WHERE letter IS NOT NULL;

CREATE INDEX outbox_sent ON outbox (kind, sent_at, sent_with) WHERE sent_at IS NOT NULL;

CREATE INDEX outbox_due ON outbox (kind, next_attempt_at)
  WHERE sent_at IS NULL AND failed_at IS NULL AND hold IS NULL;

CREATE TRIGGER outbox_letter_figures AFTER UPDATE OF sent_at, failure ON outbox WHEN NEW.letter IS NOT NULL BEGIN
  UPDATE letters SET
    sent = sent + (NEW.sent_at IS NOT NULL) - (OLD.sent_at IS NOT NULL),
    failed = failed + (NEW.failure IS NOT NULL) - (OLD.failure IS NOT NULL)
  WHERE id = NEW.letter;
END;

CREATE TABLE small_facts (
  -- The server knows which there are.
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  -- A time, a text, or JSON.
  value TEXT NOT NULL CHECK (length(value) <= 2000)
) STRICT, WITHOUT ROWID;

CREATE TABLE "letters" (
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

-- SHA-256 of each migration. That of a released one never changes: databases to which it was applied would be refused.
-- 6a29ef4d03ae08c97f332fdae088db654ec4cf31f5b972b50429c70de1eb1416 0001_forms.sql
-- 26b19cb621586c6a99426fac7063c2b5ee4b6e63a3a18e784e8b7f8c45878039 0002_operator.sql
-- a0b351ed6742af9d50edf791caf4649d224e139e3df72a02a4064ee47de7eb60 0003_without_email_index.sql
-- 08b793495eb2f726fbdc8649658faba39db60dc03082610d99510dc9dab9f391 0004_mail_policy.sql
-- 98693efd70e98c04d32989d4c82cd07fa8fa2790502ed80e812f0825295270ca 0005_desk.sql
-- fa28bd013c0dacf32cf07368e333f513ea565d111f70a7851602e00530fec677 0006_letters.sql
-- 8f5df035860c9e432a8666f49a4d991cc228221f591d922044d4ea8ecca1a91d 0007_leads.sql
-- 7a31e972bab0cb98e9e8a81a9c24cbfef4b40cbba06730a863fcd23f0c100bbe 0008_outbox.sql
-- 50be11a18d3785da338f3ba56822ef3004b5796ecd46aab403b926df8be90d73 0010_quote_requests.sql
-- cab86b19aeb5e812f5de2d0a200e673df1be5bfd6b556fa2fa27ee40edea3ac6 0011_replies.sql
-- 254d3ed8a347ff7adcb43ed5df0a24f14b85c4481f87c0f403c8e2d377ed363e 0012_visits.sql
-- 66ea506dd960b90459889eee85825a37b9f692a9c217d6294965d26014f9dee0 0013_letters.sql
-- b69e74abf7c7bb57e3394673fde2bac219d7846da75e8fcc20cf9db406b07b75 0014_what_changed.sql
-- 2f76738869197ebcb3c948a20594749bd4dc859878d20cce22542e90dd47edc9 0015_operations.sql
-- 0eee38ceef92655ccf7ab9b8f7c5f4fb5edb82527ca4d496184435347b4e9441 0016_half_centimetres.sql
-- c33c6ed52408f15c113f502aac60916697c9ec3f2cf4ee15b7cb188054e45593 0017_what_does_not_come_late.sql
-- 2d6d67ddc2f88fe91c7a26c901c9cf29799623072616e07eb50ac1c49f388cd6 0018_words_of_the_house.sql
-- f3305f785fd92641e211fb17c33e48a71965c1e6c36dd684439585ce4afa5753 0019_name_of_the_form.sql
-- 01c3d720af433c078c7fa9965e78dae8ec2b89b2f9b972c2902dee045256741c 0020_outer_rings.sql
-- 75e13e705818ef044db97e82696a82eaa9a41462f247f142bfe45a3c51bee222 0021_thread.sql
-- eacd0cf5714d30b6b4f3d62366d080b272b39f2eed8a112ad889e54b226bb3d5 0022_mail.sql
-- f08e62a286f3c278a4252bba5f86078a087fac0e840b2c1f56ff6e3d57f12dc4 0023_small_facts.sql
-- 67ac4ba2e0f4162176e84ed7bbd26202e5f17a425ce1f031d49d74ba093cb8fa 0024_letters.sql
