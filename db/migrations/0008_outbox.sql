-- Networks take turns in what persons cause, and messages are counted by kind.

-- A keyed hash of the network that caused a message, while it waits; the key is in the memory of the process alone.
ALTER TABLE outbox ADD COLUMN network TEXT CHECK (length(network) <= 32);

-- What left within the hour is counted for each kind before each message: from the index alone, also after 50,000 letters.
DROP INDEX outbox_sent;
DROP INDEX outbox_notices;
CREATE INDEX outbox_sent ON outbox (kind, sent_at, sent_with) WHERE sent_at IS NOT NULL;
