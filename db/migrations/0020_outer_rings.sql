-- Pieces of the series that were reserved or have left become rows of what was done about their lead. Pieces of no lead
-- go with the register: nobody can say whose they were.
INSERT INTO lead_changes (reference, version, at, author, what, state, note, remind_on)
SELECT
  leads.reference,
  max(leads.version, coalesce((SELECT max(version) FROM lead_changes WHERE reference = leads.reference), 0))
    + row_number() OVER (PARTITION BY leads.reference ORDER BY series_pieces.id),
  series_pieces.at,
  series_pieces.author,
  'Série : ' || pieces || CASE WHEN pieces > 1 THEN ' pièces ' ELSE ' pièce ' END
    || series_pieces.state || CASE WHEN pieces > 1 THEN 's' ELSE '' END,
  leads.state,
  leads.note,
  leads.remind_on
FROM series_pieces JOIN leads USING (reference);
UPDATE leads SET version = (SELECT max(version) FROM lead_changes WHERE reference = leads.reference)
WHERE reference IN (SELECT reference FROM series_pieces);
DROP TABLE series_pieces;

-- Nothing counts visits any more.
DROP TABLE visits;

-- Copies elsewhere and the trial of copies are the work of other programs.
CREATE TABLE new_marks (
  name TEXT PRIMARY KEY CHECK (name IN ('backup', 'backup-failed', 'purge')),
  at TEXT NOT NULL CHECK (at GLOB '????-??-??T??:??:??.???Z')
) STRICT, WITHOUT ROWID;
INSERT INTO new_marks SELECT name, at FROM marks WHERE name IN ('backup', 'backup-failed', 'purge');
DROP TABLE marks;
ALTER TABLE new_marks RENAME TO marks;
