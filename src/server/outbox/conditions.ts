/** SQL condition for a queued message: not sent, failed or held. Must match the partial index. */
export const PENDING = 'sent_at IS NULL AND failed_at IS NULL AND hold IS NULL'
/** SQL condition that counts messages sent as one e-mail once. */
export const MESSAGE = '(sent_with IS NULL OR sent_with = id)'
