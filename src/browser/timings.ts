/** Durations set by the specification (§9) and the decisions, in milliseconds unless the name has another unit. */

/** Splash on the first page of a browsing session. */
export const SPLASH_MS = 3000
export const FADE_IN_MS = 500

/** Waitlist popup of the home page. */
export const POPUP_DELAY_MS = 7000
export const POPUP_CLOSE_MS = 2000

/** Testimonials: how many are shown at once, and for how long. */
export const TESTIMONIALS_SHOWN = 3
export const TESTIMONIALS_MS = 5000

/** How long the button of a form shows that the message was sent. */
export const SENT_MS = 3000

/** Without JavaScript: how long the thank-you page can show the submission again, in minutes. */
export const RECEIPT_MIN = 10

/** Visitor counter of the home page. */
export const COUNTER_ANIMATION_MS = 1500
export const COUNTER_STEPS = 25
export const COUNTER_REFRESH_MS = [5000, 10_000, 13_000] as const
/** How long the server counts a session after its last request, in seconds. */
export const PRESENCE_MEMORY_S = 30
/** A browser replaces its session identifier after this inactivity (minutes), and at this age (hours) at the latest. */
export const SESSION_IDLE_MIN = 30
export const SESSION_MAX_H = 24

/** Validity of a confirmation link, in days. An unsubscribe link is valid as long as the sign-up exists. */
export const CONFIRM_DAYS = 30
/** An unsubscribed sign-up is deleted after this many days, because a mailing in preparation is checked against it. */
export const UNSUBSCRIBED_DAYS = 30
/** Retention of sent e-mails in the outbox, in days, except for leads that the law requires to keep. */
export const MAIL_TRACE_DAYS = 90

/** How long a refusal to be counted is kept, in months. */
export const REFUSAL_MONTHS = 12

/** Time to take back an answer from the desk, in seconds; how long the browser keeps one that is not sent, in days. */
export const REPLY_UNDO_S = 10
export const DRAFT_DAYS = 30

/** Validity of a sign-in link, in minutes; of a desk session after its last use, and after sign-in at most, in days. */
export const DESK_LINK_MIN = 10
export const DESK_SESSION_DAYS = 30
export const DESK_SESSION_MAX_DAYS = 90
