-- What the machine did for itself, and what of it failed last; and which key made the hashes.

-- When a task last went well, and, while it does not, when it last failed.
CREATE TABLE marks_now (
  name TEXT PRIMARY KEY CHECK (
    name IN ('backup', 'backup-failed', 'purge', 'offsite', 'offsite-failed', 'trial', 'trial-failed')
  ),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
INSERT INTO marks_now SELECT name, at FROM marks;
DROP TABLE marks;
ALTER TABLE marks_now RENAME TO marks;

-- The key beside the database, by a hash that says nothing of it: without this key no objection is recognised.
CREATE TABLE hash_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 43)
) STRICT;
