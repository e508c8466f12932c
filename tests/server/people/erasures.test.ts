import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { applyErasures, replayErasures } from '../../../src/server/leads/retention/replay-erasures.ts'
import { appendErasures, readErasures } from '../../../src/server/people/erasures.ts'
import { hasObjections } from '../../../src/server/people/objections.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

scratchFolder()
setUpTestBackend('2026-11-22T10:00:00.000Z', () => join(folder, 'hera.sqlite'))
const log = (subjects: string[], at: string) => {
  const lines = subjects.map((subject) => `${at} ${backend.hash(subject)}`)
  appendErasures(backend.path, lines)
  return lines
}
const replay = () => replayErasures(backend.db, backend.path, backend.hash)
const emails = () => backend.column('SELECT email FROM leads JOIN contact_messages USING (reference)')

describe('the log of erasures', () => {
  it('is readable by its owner only, and lines left incomplete by a crash are skipped', () => {
    expect(readErasures(backend.path), 'erasures before the file exists').toEqual([])
    const lines = log(['lea@exemple.fr', 'C-0000-0000'], '2026-11-22T10:00:00.000Z')
    expect(statSync(`${backend.path}.erasures`).mode & 0o777, 'permissions of the file').toBe(0o600)
    expect(readErasures(backend.path)).toEqual(lines)
    // Half a line, two joined lines, a line with a prefix.
    const [line = ''] = lines
    for (const broken of [line.slice(0, 40), `${line}${line}`, `x${line}`])
      appendFileSync(`${backend.path}.erasures`, `\n${broken}`)
    expect(readErasures(backend.path)).toEqual(lines)
    log(['ines@exemple.fr'], '2026-11-22T11:00:00.000Z')
    expect(readErasures(backend.path), 'lines after half a line').toHaveLength(3)
  })

  it('applies to rows sent before an erasure, by address or reference, but not at its time or later', () => {
    backend.submit('contact', { email: 'lea@exemple.fr' })
    const moved = backend.submit('contact', { email: 'neuve@exemple.fr' })
    backend.submit('contact', { email: 'autre@exemple.fr' })
    backend.goTo('2026-11-23T10:00:00.000Z')
    backend.submit('contact', { email: 'Lea@exemple.fr' })
    const note = vi.fn()
    // The later of two erasures of one address counts, whatever the order of the lines.
    for (const at of ['2026-11-23T10:00:00.000Z', '2026-11-20T10:00:00.000Z']) log(['lea@exemple.fr', moved], at)
    expect(applyErasures(backend.db, readErasures(backend.path), backend.hash, note)).toBe(2)
    expect(emails()).toEqual(['autre@exemple.fr', 'Lea@exemple.fr'])
    expect(note.mock.calls).toEqual(['lea@exemple.fr', moved].map((subject) => [subject, '2026-11-23T10:00:00.000Z']))
    expect(replay(), 'rows erased a second time').toBe(0)
  })

  it('is applied once, so that a restart deletes nothing sent or corrected after an erasure', () => {
    backend.submit('contact', { email: 'lea@exemple.fr' })
    const kept = backend.submit('contact', { email: 'lae@exemple.fr' })
    backend.goTo(60_000)
    backend.erase('lea@exemple.fr')
    backend.correct(kept, 'lea@exemple.fr')
    // The clock is an hour behind.
    backend.goTo(-3_600_000)
    backend.submit('withdrawal', { email: 'lea@exemple.fr' })
    expect(replay(), 'submissions after an erasure that a restart deletes').toBe(0)
    expect(emails(), 'messages that are kept').toEqual(['lea@exemple.fr'])
    expect(backend.count('withdrawal_notices'), 'withdrawals sent after an erasure').toBe(1)
  })

  it('is applied by the next erasure if a process died between writing the log and the database', () => {
    backend.submit('contact', { email: 'lea@exemple.fr' })
    backend.goTo(60_000)
    log(['lea@exemple.fr'], backend.clock().toISOString())
    backend.erase('autre@exemple.fr')
    expect(emails(), 'messages of a person whose erasure was interrupted').toEqual([])
  })

  it('applies to e-mails sent to the address about a row that has another one since', () => {
    const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
    backend.mails()
    backend.db.exec("UPDATE contact_messages SET email = 'neuve@exemple.fr'")
    backend.goTo(60_000)
    log(['lea@exemple.fr'], backend.clock().toISOString())
    replay()
    expect(backend.rows('SELECT reference, kind FROM outbox')).toEqual([{ reference, kind: 'lead' }])
    expect(emails()).toEqual(['neuve@exemple.fr'])
  })
})

describe('an objection applies to the mailbox', () => {
  const SPELLINGS = ['lea.martin@gmail.com', 'leamartin@gmail.com', 'L.eaMartin+lettre@googlemail.com']
  const known = () => SPELLINGS.map((email) => backend.objections.has(email))

  it.each(SPELLINGS)('in any spelling of the address, until it is withdrawn: %s', (email) => {
    backend.objections.add(email)
    expect(known(), 'spellings that get no e-mail').toEqual([true, true, true])
    expect(backend.objections.has('leo.martin@gmail.com'), 'an objection of another address').toBe(false)
    backend.submit('newsletter', { email: 'lea.m.artin@gmail.com' })
    expect(backend.mails(), 'e-mails to a mailbox that objected').toEqual([])
    expect(backend.objections.remove(email), 'the objection was stored').toBe(true)
    expect([...known(), hasObjections(backend.db)], 'after it is withdrawn').toEqual(Array(4).fill(false))
  })

  it('or, from an earlier version, to the address only', () => {
    const note = backend.db.prepare('INSERT INTO objections VALUES (?, ?)')
    note.run(backend.hash('lea.martin@gmail.com'), backend.clock().toISOString())
    expect(known(), 'spellings that get no e-mail').toEqual([true, false, false])
    expect(backend.objections.remove('Lea.Martin@gmail.com'), 'the objection was stored').toBe(true)
    expect(hasObjections(backend.db), 'an objection is left').toBe(false)
  })
})
