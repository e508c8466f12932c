/** Tests pages, menu and forms in Firefox and WebKit, if Debian's packages are installed. */
import { spawnSync } from 'node:child_process'
import { pageRoutes } from '../tests/support/routes.ts'
import { openSite, type Site } from '../tests/support/site.ts'
import { type Driver, press, type, until } from './browsers/driver.ts'
import { firefox } from './browsers/firefox.ts'
import { webkit } from './browsers/webkit.ts'

const BROWSERS = [
  { name: 'Firefox', open: firefox, programs: ['firefox-esr'], packages: 'firefox-esr' },
  { name: 'WebKit', open: webkit, programs: ['WebKitWebDriver', 'xvfb-run'], packages: 'webkit2gtk-driver xvfb' },
]
const NARROW = [390, 800] as const
const WIDE = [1280, 900] as const
const ESCAPE = '\uE00C'

/** What every supported browser must do. */
const ROUND: Record<string, (driver: Driver, site: Site) => Promise<void>> = {
  'every page is readable at both widths': async (driver, { url }) => {
    for (const path of pageRoutes())
      for (const size of [NARROW, WIDE]) {
        await driver.resize(size[0], size[1])
        await driver.go(url + path)
        await until(
          driver,
          `(() => {
            const title = document.querySelector('h1')
            title.scrollIntoView({ block: 'center', behavior: 'instant' })
            const { left, top, height } = title.getBoundingClientRect()
            const seen = document.elementFromPoint(left + 20, top + height / 2)
            return title.contains(seen) && document.documentElement.scrollWidth <= innerWidth
          })()`,
          `${path} at ${size[0]}`,
        )
      }
  },
  'the menu opens, and closes on Escape and on a link to the page': async (driver, { url }) => {
    await driver.resize(...NARROW)
    await driver.go(url)
    const link = `#menu a[href="#concours"]`
    const shown = `document.querySelector('${link}').getClientRects().length > 0`
    await press(driver, '.toggle')
    await until(driver, shown)
    await type(driver, ESCAPE)
    await until(driver, `!(${shown})`)
    await press(driver, '.toggle')
    await until(driver, shown)
    await press(driver, link)
    await until(driver, `!(${shown}) && location.hash === '#concours'`)
  },
  'an empty form lists its errors, a filled one is stored': async (driver, site) => {
    await driver.go(`${site.url}/contact`)
    await press(driver, '#contact-name')
    await until(driver, `document.querySelector('#form-contact').noValidate`)
    await press(driver, '#form-contact [type=submit]')
    await until(driver, `document.activeElement.matches('.form-summary')`)
    await press(driver, '#contact-name')
    await type(driver, 'Zoé Roux')
    await press(driver, '#contact-email')
    await type(driver, 'zoe@exemple.fr')
    await driver.run(`document.querySelector('#contact-subject').value = 'produit'`)
    await press(driver, '#contact-message')
    await type(driver, 'Bonjour, une question.')
    await press(driver, '#form-contact [type=submit]')
    await until(driver, `/^Merci/.test(document.querySelector('#form-contact [role=status]').textContent)`)
    const rows = site.rows('contact_messages').filter(({ email }) => email === 'zoe@exemple.fr')
    if (rows.length !== 1) throw new Error(`${rows.length} rows stored instead of one`)
  },
}

let failed = false
for (const { name, open, programs, packages } of BROWSERS) {
  if (programs.some((program) => spawnSync('which', [program]).status !== 0)) {
    console.log(`${name} is not installed: apt-get install ${packages}`)
    continue
  }
  const site = await openSite()
  const driver = await open()
  console.log(driver.name)
  for (const [what, act] of Object.entries(ROUND))
    try {
      await act(driver, site)
      console.log(`  ✓ ${what}`)
    } catch (error) {
      failed = true
      console.log(`  ✗ ${what}: ${error instanceof Error ? error.message : error}`)
    }
  await driver.close()
  await site.close()
}
process.exitCode = failed ? 1 : 0
