-- One STRICT table for each form. A CHECK repeats each limit and each enumeration of the form, so that no other program
-- can write what the form refuses; the server compares both when it starts. Times are UTC ISO 8601 text.

-- Every version of the privacy notices. A row refers to the one that the person saw.
CREATE TABLE notices (
  version TEXT PRIMARY KEY CHECK (length(version) = 12),
  form TEXT NOT NULL,
  text TEXT NOT NULL,
  first_used_at TEXT NOT NULL
) STRICT;

-- One row, which the health check updates to test that a commit reaches the disk.
CREATE TABLE health (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checked_at TEXT NOT NULL
) STRICT;

CREATE TABLE waitlist_signups (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  submission_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  notice_version TEXT NOT NULL REFERENCES notices (version),
  page TEXT CHECK (length(page) <= 200),
  suspected_spam INTEGER NOT NULL DEFAULT 0 CHECK (suspected_spam IN (0, 1)),
  email TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(email) BETWEEN 1 AND 254)
) STRICT;
CREATE INDEX waitlist_signups_created_at ON waitlist_signups (created_at);

CREATE TABLE newsletter_subscriptions (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  submission_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  notice_version TEXT NOT NULL REFERENCES notices (version),
  page TEXT CHECK (length(page) <= 200),
  suspected_spam INTEGER NOT NULL DEFAULT 0 CHECK (suspected_spam IN (0, 1)),
  email TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(email) BETWEEN 1 AND 254)
) STRICT;
CREATE INDEX newsletter_subscriptions_created_at ON newsletter_subscriptions (created_at);

CREATE TABLE contact_messages (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  submission_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  notice_version TEXT NOT NULL REFERENCES notices (version),
  page TEXT CHECK (length(page) <= 200),
  suspected_spam INTEGER NOT NULL DEFAULT 0 CHECK (suspected_spam IN (0, 1)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  subject TEXT NOT NULL CHECK (subject IN ('commande', 'produit', 'livraison', 'retour', 'personnalisation', 'partenariat', 'autre')),
  message TEXT NOT NULL CHECK (length(message) BETWEEN 1 AND 5000)
) STRICT;
CREATE INDEX contact_messages_created_at ON contact_messages (created_at);

CREATE TABLE withdrawal_notices (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  submission_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  notice_version TEXT NOT NULL REFERENCES notices (version),
  page TEXT CHECK (length(page) <= 200),
  suspected_spam INTEGER NOT NULL DEFAULT 0 CHECK (suspected_spam IN (0, 1)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 1 AND 254),
  order_reference TEXT NOT NULL CHECK (length(order_reference) BETWEEN 1 AND 200),
  message TEXT CHECK (length(message) <= 2000)
) STRICT;
CREATE INDEX withdrawal_notices_created_at ON withdrawal_notices (created_at);

CREATE TABLE partnership_inquiries (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  submission_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  notice_version TEXT NOT NULL REFERENCES notices (version),
  page TEXT CHECK (length(page) <= 200),
  suspected_spam INTEGER NOT NULL DEFAULT 0 CHECK (suspected_spam IN (0, 1)),
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
CREATE INDEX partnership_inquiries_created_at ON partnership_inquiries (created_at);

CREATE TABLE ambassador_applications (
  id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL UNIQUE,
  submission_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL CHECK (created_at GLOB '????-??-??T??:??:??.???Z'),
  notice_version TEXT NOT NULL REFERENCES notices (version),
  page TEXT CHECK (length(page) <= 200),
  suspected_spam INTEGER NOT NULL DEFAULT 0 CHECK (suspected_spam IN (0, 1)),
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
CREATE INDEX ambassador_applications_created_at ON ambassador_applications (created_at);
