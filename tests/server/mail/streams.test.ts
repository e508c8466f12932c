import { describe, expect, it } from 'vitest'
import { allowanceNow, allowancePerHour, STREAM_NAMES, type StreamName } from '../../../src/server/mail/streams.ts'

/** Decisions «E-mail»: one policy for every message, in streams that cannot starve each other. */
const none = () => ({ urgent: 0, staff: 0, statutory: 0, persons: 0, mailings: 0 })
const total = (sent: Record<StreamName, number>) => Object.values(sent).reduce((sum, each) => sum + each, 0)

describe('an hour of 300 e-mails', () => {
  it.each([
    ['urgent', 195],
    ['staff', 225],
    ['statutory', 180],
    ['persons', 210],
    ['mailings', 180],
  ] as const)('limits a stream that is alone: %s, %i', (stream, most) => {
    expect(allowancePerHour(stream, 300)).toBe(most)
    expect(allowanceNow(stream, 300, { ...none(), [stream]: most - 1 }), 'room for the last one').toBe(1)
    expect(allowanceNow(stream, 300, { ...none(), [stream]: most }), 'room once it is full').toBe(0)
  })

  it('reserves a fifth for the owner, limits statutory messages to six tenths, and leaves the rest to mailings', () => {
    // Every order in which the other streams may fill the hour: the digits of a number in base three.
    const others: StreamName[] = ['statutory', 'persons', 'mailings']
    for (let order = 0; order < 3 ** 6; order++) {
      const sent = none()
      for (let turn = 0; turn < 6; turn++) {
        const stream = others[Math.floor(order / 3 ** turn) % 3] as StreamName
        sent[stream] += Math.ceil(allowanceNow(stream, 300, sent) / (turn < 5 ? 2 : 1))
      }
      for (const stream of others) sent[stream] += allowanceNow(stream, 300, sent)
      expect(total(sent), JSON.stringify(sent)).toBeLessThanOrEqual(240)
      expect(sent.statutory).toBeLessThanOrEqual(180)
      const staff = allowanceNow('staff', 300, sent)
      expect(staff + allowanceNow('urgent', 300, { ...sent, staff: sent.staff + staff })).toBeGreaterThanOrEqual(60)
      // Sign-in links always have room, however many messages the owner receives.
      expect(allowanceNow('urgent', 300, { ...sent, staff })).toBeGreaterThanOrEqual(15)
    }
  })

  it('leaves a share to visitors’ messages beside statutory ones, and vice versa', () => {
    expect(
      allowanceNow('persons', 300, { ...none(), statutory: 180 }),
      'persons beside statutory',
    ).toBeGreaterThanOrEqual(30)
    expect(allowanceNow('statutory', 300, { ...none(), persons: 210 }), 'statutory beside persons').toBe(30)
    expect(allowanceNow('statutory', 300, { ...none(), mailings: 180 }), 'statutory beside mailings').toBe(30)
    expect(allowanceNow('mailings', 300, { ...none(), persons: 210 }), 'mailings beside persons').toBe(0)
  })
})

it('streams never exceed the hourly budget, however small, and each may send one message if it is alone', () => {
  for (let perHour = 1; perHour <= 30; perHour++) {
    const sent = none()
    for (const stream of STREAM_NAMES) expect(allowancePerHour(stream, perHour)).toBeGreaterThanOrEqual(1)
    for (const stream of [...STREAM_NAMES, ...STREAM_NAMES]) sent[stream] += allowanceNow(stream, perHour, sent)
    expect(total(sent)).toBeLessThanOrEqual(perHour)
  }
})
