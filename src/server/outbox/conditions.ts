/** SQL for a message that waits: neither gone, given up nor held, as the index of waiting messages has it. */
export const PENDING = 'sent_at IS NULL AND failed_at IS NULL AND hold IS NULL'
/** SQL that counts several messages that went as one once. */
export const MESSAGE = '(sent_with IS NULL OR sent_with = id)'
