/** A part of the hour's e-mails: what is to the others as one river is to the next. */
interface Stream {
  /** Part of MAIL_PER_HOUR that no other stream takes, used or not. */
  reserved: number
  /** Part of MAIL_PER_HOUR that it takes at most. */
  most: number
  /**
   * Part of what it may take that is kept for networks which were not served within the hour; undefined where networks take
   * no turns.
   */
  forOthers?: number
}

/**
 * The streams, none of which can starve another (decisions «E-mail»): a fifth of the hour is always the house's, statutory
 * acknowledgements take at most six tenths, and mailings what the others leave.
 */
export const STREAMS = {
  /** Somebody waits for it in front of a page. */
  urgent: { reserved: 0.05, most: 1 },
  /** To the house, and what the house answers. */
  house: { reserved: 0.15, most: 1 },
  /** What the law wants acknowledged. */
  statutory: { reserved: 0.1, most: 0.6, forOthers: 0.5 },
  /** What persons cause by what they send. */
  persons: { reserved: 0.1, most: 1, forOthers: 0.25 },
  /** Letters to whole lists. */
  mailings: { reserved: 0, most: 1 },
} satisfies Record<string, Stream>

export type StreamName = keyof typeof STREAMS
export const STREAM_NAMES = Object.keys(STREAMS) as StreamName[]

/** How many messages of each stream left within the hour. */
export type SentByStream = Readonly<Record<StreamName, number>>

/**
 * How many messages a stream may send now.
 * @param perHour MAIL_PER_HOUR
 */
export function roomOf(stream: StreamName, perHour: number, sent: SentByStream): number {
  const others = STREAM_NAMES.filter((name) => name !== stream)
  const kept = others.reduce(
    (sum, name) => sum + Math.max(0, Math.round(perHour * STREAMS[name].reserved) - sent[name]),
    0,
  )
  const left = perHour - STREAM_NAMES.reduce((sum, name) => sum + sent[name], 0)
  return Math.max(0, Math.min(left - kept, mostOf(stream, perHour) - sent[stream]))
}

/** How many messages a stream may send in a whole hour in which no other one sends anything. */
export function hourOf(stream: StreamName, perHour: number): number {
  return Math.max(1, roomOf(stream, perHour, { urgent: 0, house: 0, statutory: 0, persons: 0, mailings: 0 }))
}

/** Whether networks take turns in a stream. */
export function takesTurns(stream: StreamName): boolean {
  return partForOthers(stream) !== undefined
}

/** How many messages a stream may send now to networks that it served within the hour already. */
export function roomForServed(stream: StreamName, perHour: number, sent: SentByStream): number {
  const most = Math.max(1, Math.floor(hourOf(stream, perHour) * (1 - (partForOthers(stream) ?? 0))))
  return Math.min(roomOf(stream, perHour, sent), most - sent[stream])
}

function partForOthers(stream: StreamName): number | undefined {
  const { forOthers }: Stream = STREAMS[stream]
  return forOthers
}

/** At least one, however little an hour has. */
function mostOf(stream: StreamName, perHour: number): number {
  return Math.max(1, Math.floor(perHour * STREAMS[stream].most))
}
