/**
 * Figures of the specification and the decisions, repeated so that tests compare the site with these and not with
 * constants of the source. Milliseconds unless the name states another unit.
 */

// Specification §9 «Timings» and §4 «States and transitions».
export const SPLASH_MS = 3000
export const FADE_IN_MS = 500
export const POPUP_DELAY_MS = 7000
export const POPUP_CLOSE_MS = 2000
export const TESTIMONIALS_MS = 5000
export const TESTIMONIALS_SHOWN = 3
export const SENT_MS = 3000
export const COUNTER_REFRESH_MS = [5000, 10_000, 13_000] as const
export const COUNTER_ANIMATION_MS = 1500
export const COUNTER_STEPS = 25

// Decisions «Made real», visitor counter: replaced after 30 minutes without activity and after 24 hours at most; the server
// keeps id and last-seen for 30 s.
export const SESSION_IDLE_MIN = 30
export const SESSION_MAX_H = 24
export const PRESENCE_MEMORY_S = 30
// Maximum number of sessions counted per network (IPv4 address or IPv6 /48); low, so that nobody can inflate the count.
export const SESSIONS_OF_NETWORK = 30

// Specification §9 «Cookie retention»: necessary up to 12 months; content brief §2: counter refusal 12 months.
export const REFUSAL_MONTHS = 12

// Decisions «Forms»: 64 KiB; per IPv6 /64 a burst of 30, then 10 a minute; per IPv4 address 120, then 60; identical
// content within ten minutes is one submission.
export const BODY_MAX_BYTES = 64 * 1024
export const FORMS_BURST = { ipv4: 120, ipv6: 30 } as const
export const FORMS_PER_MINUTE = { ipv4: 60, ipv6: 10 } as const
export const SAME_CONTENT_MS = 10 * 60_000

// Content brief §2, table «Processing»: from the submission; lists: from the last contact; withdrawal: with the
// order, 10 years.
export const RETENTION_MONTHS = {
  waitlist: 36,
  newsletter: 36,
  contact: 12,
  partnership: 24,
  ambassador: 12,
  quote: 12,
  withdrawal: 120,
} as const
// docs/decisions/0008: an unsubscribed sign-up is deleted after 30 days; a confirmation link is valid as long.
export const UNSUBSCRIBED_DAYS = 30
export const CONFIRM_DAYS = 30
// Privacy policy §6 «Trace des e-mails envoyés automatiquement».
export const MAIL_TRACE_DAYS = 90

// Decisions «Commands»: MAIL_PER_HOUR. «E-mail»: above 20 notices an hour, one collected notice every 15 minutes.
export const MAIL_PER_HOUR = 300
export const NOTICES_PER_HOUR = 20
export const NOTICES_COLLECTED_MIN = 15
