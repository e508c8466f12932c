import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  handleStatusPage,
  type Online,
  readOnline,
  requestRollback,
} from '../../../../src/server/operations/releases/online.ts'
import { folder, scratchFolder } from '../../../scratch-folder.ts'

scratchFolder()

const address = 'https://www.hera.example/bureau/maison'
const ask = (action: string) => new Request(address, { method: 'POST', body: new URLSearchParams({ action }) })

it('readOnline returns no release and no rollback for a site that was not installed', () => {
  const database = join(folder, 'hera.sqlite')
  expect(readOnline(database)).toEqual({
    release: undefined,
    since: undefined,
    canGoBack: false,
    needsCommand: false,
    rollbackRequested: false,
  })
  requestRollback(database)
  expect(existsSync(join(folder, 'retour-demande')), 'file that requests a rollback').toBe(true)
  expect(readOnline(database).rollbackRequested, 'rollbackRequested after the request').toBe(true)
})

it('the desk requests a rollback only for its action, and only if there is a previous release', async () => {
  let asked = 0
  const releases = (canGoBack: boolean) => ({
    online: (): Online => ({
      release: undefined,
      since: undefined,
      canGoBack,
      needsCommand: false,
      rollbackRequested: false,
    }),
    goBack: () => void asked++,
  })
  for (const [canGoBack, action] of [
    [false, 'revenir'],
    [true, 'autre'],
  ] as const) {
    const answer = await handleStatusPage(ask(action), releases(canGoBack), undefined)
    expect(answer).toMatchObject({ status: 303 })
  }
  expect(asked, 'requests without a reason').toBe(0)
  await handleStatusPage(ask('revenir'), releases(true), undefined)
  expect(asked, 'requests').toBe(1)
  expect(await handleStatusPage(new Request(address), releases(true), undefined)).toMatchObject({ canGoBack: true })
})

it('the desk calls for help by e-mail, and states if it was sent', async () => {
  const releases = { online: () => ({}) as Online, goBack: () => undefined }
  const went = async (callHelp: (() => Promise<boolean>) | undefined) =>
    ((await handleStatusPage(ask('prevenir'), releases, callHelp)) as Response).headers.get('Location')
  expect(await went(async () => true)).toBe('/bureau/maison?fait=prevenue')
  expect(await went(async () => false)).toBe('/bureau/maison?fait=injoignable')
  expect(await went(undefined)).toBe('/bureau/maison')
})
