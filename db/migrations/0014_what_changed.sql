-- What else a change was, beside the state, the note and the reminder that it left: a corrected address, an unsubscription.
ALTER TABLE lead_changes ADD COLUMN what TEXT CHECK (length(what) BETWEEN 1 AND 200);
