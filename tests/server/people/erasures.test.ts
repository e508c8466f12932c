import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ExpectedError } from '../../../src/server/expected-error.ts'
import { correctAddress } from '../../../src/server/leads/correct.ts'
import { findLead } from '../../../src/server/leads/leads.ts'
import { erasePerson } from '../../../src/server/leads/person.ts'
import { applyErasures, replayErasures } from '../../../src/server/leads/retention/replay-erasures.ts'
import { appendErasures, readErasures } from '../../../src/server/people/erasures.ts'
import { createKeyedHash } from '../../../src/server/people/keyed-hash.ts'
import { hasObjections } from '../../../src/server/people/objections.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

let path: string
scratchFolder()
setUpTestBackend('2026-11-22T10:00:00.000Z', () => join(folder, 'hera.sqlite'))
beforeEach(() => {
  path = join(folder, 'hera.sqlite')
})
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
const log = (subjects: string[], at: string) =>
  appendErasures(
    path,
    subjects.map((subject) => `${at} ${backend.hash(subject)}`),
  )
const emails = () =>
  backend
    .rows<{ email: string }>('SELECT email FROM leads JOIN contact_messages USING (reference)')
    .map(({ email }) => email)

describe('the log of erasures', () => {
  it('is readable by its owner only, and lines left incomplete by a crash are skipped', () => {
    expect(readErasures(path), 'erasures before the file exists').toEqual([])
    const lines = ['lea@exemple.fr', 'C-0000-0000'].map((text) => `2026-11-22T10:00:00.000Z ${backend.hash(text)}`)
    log(['lea@exemple.fr', 'C-0000-0000'], '2026-11-22T10:00:00.000Z')
    expect(mode(`${path}.erasures`), 'permissions of the file').toBe('600')
    expect(readErasures(path)).toEqual(lines)
    // Half a line, two joined lines, a line with a prefix.
    const [line = ''] = lines
    for (const broken of [line.slice(0, 40), `${line}${line}`, `x${line}`])
      appendFileSync(`${path}.erasures`, `\n${broken}`)
    expect(readErasures(path)).toEqual(lines)
    log(['ines@exemple.fr'], '2026-11-22T11:00:00.000Z')
    expect(readErasures(path), 'lines after half a line').toHaveLength(3)
  })

  it('applies to rows sent before an erasure, by address or reference, but not at its time or later', () => {
    backend.submit('contact', { email: 'lea@exemple.fr' })
    const moved = backend.submit('contact', { email: 'neuve@exemple.fr' })
    backend.submit('contact', { email: 'autre@exemple.fr' })
    backend.goTo('2026-11-23T10:00:00.000Z')
    backend.submit('contact', { email: 'Lea@exemple.fr' })
    const erased: string[][] = []
    // The later of two erasures of one address counts, whatever the order of the lines.
    for (const at of ['2026-11-23T10:00:00.000Z', '2026-11-20T10:00:00.000Z']) log(['lea@exemple.fr', moved], at)
    const note = (subject: string, at: string) => erased.push([subject, at])
    expect(applyErasures(backend.db, readErasures(path), backend.hash, note)).toBe(2)
    expect(emails()).toEqual(['autre@exemple.fr', 'Lea@exemple.fr'])
    expect(erased).toEqual([
      ['lea@exemple.fr', '2026-11-23T10:00:00.000Z'],
      [moved, '2026-11-23T10:00:00.000Z'],
    ])
    expect(replayErasures(backend.db, path, backend.hash), 'rows erased a second time').toBe(0)
  })

  it('is applied once, so that a restart deletes nothing sent or corrected after an erasure', () => {
    backend.submit('contact', { email: 'lea@exemple.fr' })
    const kept = backend.submit('contact', { email: 'lae@exemple.fr' })
    backend.goTo(60_000)
    erasePerson(backend.db, path, backend.hash, backend.clock, 'lea@exemple.fr')
    const lead = findLead(backend.db, kept)
    if (lead) correctAddress({ ...backend, author: null }, lead, 'lea@exemple.fr')
    // The clock is an hour behind.
    backend.goTo(-3_600_000)
    backend.submit('withdrawal', { email: 'lea@exemple.fr' })
    expect(replayErasures(backend.db, path, backend.hash), 'submissions after an erasure that a restart deletes').toBe(
      0,
    )
    expect(emails(), 'messages that are kept').toEqual(['lea@exemple.fr'])
    expect(backend.count('withdrawal_notices'), 'withdrawals sent after an erasure').toBe(1)
  })

  it('is applied by the next erasure if a process died between writing the log and the database', () => {
    backend.submit('contact', { email: 'lea@exemple.fr' })
    backend.goTo(60_000)
    log(['lea@exemple.fr'], backend.clock().toISOString())
    erasePerson(backend.db, path, backend.hash, backend.clock, 'autre@exemple.fr')
    expect(emails(), 'messages of a person whose erasure was interrupted').toEqual([])
  })

  it('applies to e-mails sent to the address about a row that has another one since', () => {
    const reference = backend.submit('contact', { email: 'lea@exemple.fr' })
    backend.mails()
    backend.db.exec("UPDATE contact_messages SET email = 'neuve@exemple.fr'")
    backend.goTo(60_000)
    log(['lea@exemple.fr'], backend.clock().toISOString())
    replayErasures(backend.db, path, backend.hash)
    expect(backend.rows('SELECT reference, kind FROM outbox')).toEqual([{ reference, kind: 'lead' }])
    expect(emails()).toEqual(['neuve@exemple.fr'])
  })
})

describe('the key of the hashes', () => {
  it('is created once, for its owner only, and hashes without regard to capitals and spaces', () => {
    expect(mode(`${path}.key`), 'permissions of the file').toBe('600')
    expect(createKeyedHash(path)(' LEA@exemple.fr ')).toBe(backend.hash('lea@exemple.fr'))
    expect(backend.hash('lea@exemple.fr')).toMatch(/^[\w-]{43}$/)
    expect(createKeyedHash(join(folder, 'autre.sqlite'))('lea@exemple.fr')).not.toBe(backend.hash('lea@exemple.fr'))
  })

  it('hashes as in earlier versions, because stored hashes could not be matched otherwise', () => {
    const other = join(folder, 'autre.sqlite')
    writeFileSync(`${other}.key`, 'A'.repeat(43))
    expect(createKeyedHash(other)('Lea@exemple.fr')).toBe('Q40W1GkN2Ykq_-TDV8xDJgkEuVuSWxaDRaTgycgeRJQ')
  })

  it('throws if it is damaged, and is not replaced', () => {
    writeFileSync(`${path}.key`, 'abc')
    expect(() => createKeyedHash(path)).toThrow(ExpectedError)
    expect(readFileSync(`${path}.key`, 'utf8')).toBe('abc')
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
    expect([...known(), hasObjections(backend.db)], 'objections after it is withdrawn').toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('or, from an earlier version, to the address only', () => {
    const note = backend.db.prepare('INSERT INTO objections VALUES (?, ?)')
    note.run(backend.hash('lea.martin@gmail.com'), backend.clock().toISOString())
    expect(known(), 'spellings that get no e-mail').toEqual([true, false, false])
    expect(backend.objections.remove('Lea.Martin@gmail.com'), 'the objection was stored').toBe(true)
    expect(hasObjections(backend.db), 'an objection is left').toBe(false)
  })
})
