-- What there is one of is kept in one table instead of five: when something last ran, the key of the hashes, the state
-- of the mail server, and how far the mailbox was read.

CREATE TABLE small_facts (
  -- The server knows which there are.
  name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 40),
  -- A time, a text, or JSON.
  value TEXT NOT NULL CHECK (length(value) <= 2000)
) STRICT, WITHOUT ROWID;

INSERT INTO small_facts SELECT 'health', checked_at FROM health;
INSERT INTO small_facts SELECT name, at FROM marks;
INSERT INTO small_facts SELECT 'hash-key', fingerprint FROM hash_key;
INSERT INTO small_facts
SELECT 'mail-server', json_object('failures', failures, 'pausedUntil', paused_until, 'lastError', last_error)
FROM mail_server;
INSERT INTO small_facts
SELECT
  'mailbox',
  json_object(
    'uidValidity', uid_validity, 'uid', uid, 'readAt', read_at, 'failingSince', failing_since, 'lastError', last_error
  )
FROM incoming;

DROP TABLE health;
DROP TABLE marks;
DROP TABLE hash_key;
DROP TABLE mail_server;
DROP TABLE incoming;
