-- Everything that was said and done about a lead since it came, in place of replies, changes, note and drafts; and whose
-- turn it is, in place of states. Queued reminders, daily and weekly messages go.
-- Removes rows of: lead_changes, replies, drafts

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

-- A file of an answer, until its e-mail has gone.
CREATE TABLE answer_files (
  answer INTEGER NOT NULL REFERENCES thread (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  type TEXT NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
  bytes BLOB NOT NULL CHECK (length(bytes) <= 5242880),
  PRIMARY KEY (answer, name)
) STRICT, WITHOUT ROWID;

-- Since when the person waits for the house; NULL: it is not our turn.
ALTER TABLE leads ADD COLUMN waiting_since TEXT CHECK (waiting_since GLOB '????-??-??T??:??:??.???Z');
-- How it ended; NULL: it has not.
ALTER TABLE leads ADD COLUMN outcome TEXT CHECK (outcome IN ('accepted', 'declined', 'refunded', 'closed'));
-- Address of the colleague who takes care of it.
ALTER TABLE leads ADD COLUMN assigned_to TEXT CHECK (length(assigned_to) <= 254);
-- Since when the person wants their data kept but not used (RGPD art. 18).
ALTER TABLE leads ADD COLUMN suspended_at TEXT CHECK (suspended_at GLOB '????-??-??T??:??:??.???Z');

-- An answer whose e-mail failed is none.
UPDATE leads SET waiting_since = created_at
WHERE form NOT IN ('waitlist', 'newsletter') AND state IN ('nouvelle', 'en cours') AND NOT EXISTS (
  SELECT 1 FROM replies WHERE replies.reference = leads.reference AND NOT EXISTS (
    SELECT 1 FROM outbox WHERE outbox.message_id = replies.message_id AND outbox.failed_at IS NOT NULL));
UPDATE leads SET outcome = CASE state
  WHEN 'acceptée' THEN 'accepted' WHEN 'refusée' THEN 'declined'
  WHEN 'remboursée' THEN 'refunded' WHEN 'sans suite' THEN 'closed' END;

INSERT INTO thread (reference, at, kind, author, text, message_id, waited_since)
SELECT reference, at, kind, author, text, message_id, waited_since FROM (
  SELECT reference, at, 'sent' AS kind, author, text, message_id, 3 AS place,
         iif(state_before IN ('nouvelle', 'en cours'),
             (SELECT created_at FROM leads WHERE leads.reference = replies.reference), NULL) AS waited_since
  FROM replies
  UNION ALL
  -- A note, each time that it was written anew.
  SELECT reference, at, 'note', author, note, NULL, 1, NULL FROM (
    SELECT *, lag(note) OVER (PARTITION BY reference ORDER BY version) AS former FROM lead_changes)
  WHERE note IS NOT NULL AND note IS NOT former
  UNION ALL
  -- A note from before changes were kept.
  SELECT reference, created_at, 'note', NULL, note, NULL, 1, NULL FROM leads
  WHERE note IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM lead_changes WHERE lead_changes.reference = leads.reference AND lead_changes.note = leads.note)
  UNION ALL
  SELECT reference, at, 'event', author, what, NULL, 2, NULL FROM lead_changes WHERE what IS NOT NULL
  UNION ALL
  SELECT reference, at, 'event', author, state, NULL, 4, NULL FROM (
    SELECT *, lag(state, 1, 'nouvelle') OVER (PARTITION BY reference ORDER BY version) AS former FROM lead_changes)
  WHERE state IS NOT former AND state NOT IN ('nouvelle', 'en cours')
  UNION ALL
  SELECT reference, at, 'event', author,
         'rappel le ' || substr(remind_on, 9, 2) || '/' || substr(remind_on, 6, 2) || '/' || substr(remind_on, 1, 4),
         NULL, 5, NULL FROM (
    SELECT *, lag(remind_on) OVER (PARTITION BY reference ORDER BY version) AS former FROM lead_changes)
  WHERE remind_on IS NOT NULL AND remind_on IS NOT former
  UNION ALL
  -- What somebody was writing; a prepared answer that nobody edited is not.
  SELECT reference, at, 'note', nullif(author, ''), 'Brouillon' || char(10) || trim(json_extract(fields, '$.reponse')), NULL, 6, NULL
  FROM drafts WHERE reference IS NOT NULL AND json_extract(fields, '$.modele') IS NULL
    AND trim(coalesce(json_extract(fields, '$.reponse'), '')) <> ''
  UNION ALL
  SELECT reference, at, 'note', nullif(author, ''), 'Brouillon' || char(10) || trim(json_extract(fields, '$.note')), NULL, 6, NULL
  FROM drafts WHERE reference IS NOT NULL AND trim(coalesce(json_extract(fields, '$.note'), '')) <> ''
)
ORDER BY at, place;
CREATE INDEX thread_reference ON thread (reference);

DELETE FROM outbox WHERE kind IN ('reminder', 'daily', 'weekly') AND sent_at IS NULL;

DROP TABLE replies;
DROP TABLE lead_changes;
DROP TABLE drafts;
DROP TRIGGER leads_deleted;
DROP TABLE lead_words;
DROP INDEX leads_lists;
DROP INDEX leads_reminders;
DROP INDEX leads_reminded;
ALTER TABLE leads DROP COLUMN state;
ALTER TABLE leads DROP COLUMN note;
ALTER TABLE leads DROP COLUMN reminded_at;
ALTER TABLE leads DROP COLUMN version;
CREATE INDEX leads_forms ON leads (form, created_at);
CREATE INDEX leads_waiting ON leads (waiting_since) WHERE waiting_since IS NOT NULL;
CREATE INDEX leads_reminders ON leads (remind_on) WHERE remind_on IS NOT NULL;

-- Who signed in stands with the link and the session. A session that has ended has no author to be kept for.
ALTER TABLE desk_links ADD COLUMN author TEXT CHECK (length(author) <= 254);
ALTER TABLE desk_sessions ADD COLUMN author TEXT CHECK (length(author) <= 254);
UPDATE desk_links SET author = (SELECT author FROM desk_authors WHERE desk_authors.hash = desk_links.hash);
UPDATE desk_sessions SET author = (SELECT author FROM desk_authors WHERE desk_authors.hash = desk_sessions.hash);
DROP TABLE desk_authors;
ALTER TABLE desk_sessions DROP COLUMN device;
