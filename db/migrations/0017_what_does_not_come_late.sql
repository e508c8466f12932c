-- Of a flood of notices, those that come late are not read to find one that does not.
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (kind, slow, next_attempt_at)
  WHERE sent_at IS NULL AND failed_at IS NULL AND hold IS NULL;
