import { describe, expect, it } from 'vitest'
import { hourOf, roomOf, STREAM_NAMES, type StreamName } from '../../../src/server/outbox/streams.ts'

/** Decisions «E-mail»: one policy for every message, in streams that cannot starve each other. */
const none = () => ({ urgent: 0, house: 0, statutory: 0, persons: 0, mailings: 0 })
const total = (sent: Record<StreamName, number>) => Object.values(sent).reduce((sum, each) => sum + each, 0)

describe('an hour of 300 e-mails', () => {
  it.each([
    ['urgent', 195],
    ['house', 225],
    ['statutory', 180],
    ['persons', 210],
    ['mailings', 180],
  ] as const)('has room for so many of a stream that is alone: %s, %i', (stream, most) => {
    expect(hourOf(stream, 300)).toBe(most)
    expect(roomOf(stream, 300, { ...none(), [stream]: most - 1 }), 'room for the last one').toBe(1)
    expect(roomOf(stream, 300, { ...none(), [stream]: most }), 'room once it is full').toBe(0)
  })

  it('keeps a fifth for the house, six tenths at most for what the law wants acknowledged, and what is left for mailings', () => {
    // Every order in which the other streams may fill the hour, by the digits of a number.
    const others: StreamName[] = ['statutory', 'persons', 'mailings']
    for (let order = 0; order < 3 ** 6; order++) {
      const sent = none()
      for (let turn = 0; turn < 6; turn++) {
        const stream = others[Math.floor(order / 3 ** turn) % 3] as StreamName
        sent[stream] += Math.ceil(roomOf(stream, 300, sent) / (turn < 5 ? 2 : 1))
      }
      for (const stream of others) sent[stream] += roomOf(stream, 300, sent)
      expect(total(sent), JSON.stringify(sent)).toBeLessThanOrEqual(240)
      expect(sent.statutory).toBeLessThanOrEqual(180)
      const house = roomOf('house', 300, sent)
      expect(house + roomOf('urgent', 300, { ...sent, house: sent.house + house })).toBeGreaterThanOrEqual(60)
      // A link to the desk finds room, however much is sent to the house.
      expect(roomOf('urgent', 300, { ...sent, house })).toBeGreaterThanOrEqual(15)
    }
  })

  it('leaves a share to what persons cause beside what the law wants, and the other way round', () => {
    expect(roomOf('persons', 300, { ...none(), statutory: 180 }), 'persons beside statutory').toBeGreaterThanOrEqual(30)
    expect(roomOf('statutory', 300, { ...none(), persons: 210 }), 'statutory beside persons').toBe(30)
    expect(roomOf('statutory', 300, { ...none(), mailings: 180 }), 'statutory beside mailings').toBe(30)
    expect(roomOf('mailings', 300, { ...none(), persons: 210 }), 'mailings beside persons').toBe(0)
  })
})

it('never sends more than the hour has, however small it is, and one of each stream where nothing else goes', () => {
  for (let perHour = 1; perHour <= 30; perHour++) {
    const sent = none()
    for (const stream of STREAM_NAMES) expect(hourOf(stream, perHour)).toBeGreaterThanOrEqual(1)
    for (const stream of [...STREAM_NAMES, ...STREAM_NAMES]) sent[stream] += roomOf(stream, perHour, sent)
    expect(total(sent)).toBeLessThanOrEqual(perHour)
  }
})
