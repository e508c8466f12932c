/** Durations that the specification (§9) and the decisions set, in milliseconds unless the name says otherwise. */

/** Splash on the first page of a browsing session. */
export const SPLASH_MS = 3000
export const FADE_IN_MS = 500

/** Popup and counter come to life when the browser is idle, and after this at the latest: a busy one may never be. */
export const IDLE_MAX_MS = 4000

/** Waitlist popup of the home page. */
export const POPUP_DELAY_MS = 7000
export const POPUP_CLOSE_MS = 2000

/** Testimonials: so many at a time, the next ones after this. */
export const TESTIMONIALS_SHOWN = 3
export const TESTIMONIALS_MS = 5000

/** How long a form's button says that the message is sent. */
export const SENT_MS = 3000

/** Without a script, what was sent is shown again by the page that says thank you for so long, in minutes. */
export const RECEIPT_MIN = 10

/** Visitor counter of the home page. */
export const COUNTER_ANIMATION_MS = 1500
export const COUNTER_STEPS = 25
export const COUNTER_REFRESH_MS = [5000, 10_000, 13_000] as const
/** How long the server remembers a session after its last sign, in seconds. */
export const PRESENCE_MEMORY_S = 30
/** A browser replaces its session identifier after so much inactivity, and at this age at the latest. */
export const SESSION_IDLE_MIN = 30
export const SESSION_MAX_H = 24

/** A link that confirms a sign-up is good for this long; one that unsubscribes for as long as the sign-up, in days. */
export const CONFIRM_DAYS = 30
/** A withdrawn sign-up goes after this time, so that a mailing in preparation can be checked against it, in days. */
export const UNSUBSCRIBED_DAYS = 30
/** When, to whom and about what an automatic e-mail went is remembered this long, in days. */
export const MAIL_TRACE_DAYS = 90

/** How long a refusal to be counted holds, in months. */
export const REFUSAL_MONTHS = 12

/** How much the site is read is kept as sums of a day for so long, in months. */
export const VISITS_MONTHS = 13

/** An answer of the house can be taken back for so long, in seconds; the links of a notice are good for so many days. */
export const REPLY_UNDO_S = 10
export const LEAD_LINK_DAYS = 14

/**
 * A link that signs in to the desk is good for this long, in minutes; the session that it opens for so long after its last
 * use, and at most for so long after it was opened, in days.
 */
export const DESK_LINK_MIN = 10
export const DESK_SESSION_DAYS = 14
export const DESK_SESSION_MAX_DAYS = 90
/** A browser that was signed in to the desk is known for so long, in months. */
export const KNOWN_DEVICE_MONTHS = 12
