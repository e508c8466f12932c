/** The site's own endpoint for forms, with everything but the store: what a submission costs when nothing is kept. */
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../src/server/clock.ts'
import { readConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/database.ts'
import { securityHeaders } from '../../src/server/http/headers.ts'
import { createHttpServer } from '../../src/server/http/server.ts'
import { createServices } from '../../src/server/services.ts'
import type { Store } from '../../src/server/store.ts'
import { createSubmit } from '../../src/server/submit.ts'
import { manifest } from '../../tests/site.ts'

const built = manifest()
const store: Store = {
  add: ({ prefix }) => ({ reference: `${prefix}-0000-0000`, createdAt: systemClock().toISOString(), fresh: true }),
  probe() {},
}
const server = createHttpServer({
  ...createServices(readConfig(process.env), built, openDatabase(':memory:')),
  submit: createSubmit(store, built.contactEmail, systemClock, async (job) => job()),
  renderPage() {},
  files: { serve: () => false, has: () => false },
  headers: securityHeaders(built.siteUrl),
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://localhost:${(server.address() as AddressInfo).port}\n`)
})
