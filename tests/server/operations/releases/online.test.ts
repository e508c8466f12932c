import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { answerHouse, askToGoBack, type Online, readOnline } from '../../../../src/server/operations/releases/online.ts'
import { folder, scratchFolder } from '../../../scratch-folder.ts'

scratchFolder()

const address = 'https://www.hera.example/bureau/maison'
const ask = (action: string) => new Request(address, { method: 'POST', body: new URLSearchParams({ action }) })

it('a site that was built where it runs has no version and no way back', () => {
  const database = join(folder, 'hera.sqlite')
  expect(readOnline(database)).toEqual({ release: undefined, since: undefined, canGoBack: false, goesBack: false })
  askToGoBack(database)
  expect(existsSync(join(folder, 'retour-demande')), 'the file that asks to go back').toBe(true)
  expect(readOnline(database).goesBack, 'going back once it was asked for').toBe(true)
})

it('the desk asks for the version before only where there is one, and only when it is told to', async () => {
  let asked = 0
  const releases = (canGoBack: boolean) => ({
    online: (): Online => ({ release: undefined, since: undefined, canGoBack, goesBack: false }),
    goBack: () => void asked++,
  })
  for (const [canGoBack, action] of [
    [false, 'revenir'],
    [true, 'autre'],
  ] as const) {
    const answer = await answerHouse(ask(action), releases(canGoBack), undefined)
    expect(answer).toMatchObject({ status: 303 })
  }
  expect(asked, 'times it was asked without reason').toBe(0)
  await answerHouse(ask('revenir'), releases(true), undefined)
  expect(asked, 'times it was asked').toBe(1)
  expect(await answerHouse(new Request(address), releases(true), undefined)).toMatchObject({ canGoBack: true })
})

it('the desk asks for help where e-mail goes, and says whether it went', async () => {
  const releases = { online: () => ({}) as Online, goBack: () => undefined }
  const went = async (callHelp: (() => Promise<boolean>) | undefined) =>
    ((await answerHouse(ask('prevenir'), releases, callHelp)) as Response).headers.get('Location')
  expect(await went(async () => true)).toBe('/bureau/maison?fait=prevenue')
  expect(await went(async () => false)).toBe('/bureau/maison?fait=injoignable')
  expect(await went(undefined)).toBe('/bureau/maison')
})
