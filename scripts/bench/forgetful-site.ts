/** The site with a store that keeps nothing, in transactions that stay empty: what a submission costs without its rows. */
import { main } from '../../src/server/main.ts'
import type { Store } from '../../src/server/submissions/store.ts'

const store: Store = {
  add: ({ prefix }) => ({ reference: `${prefix}-0000-0000`, createdAt: new Date().toISOString(), fresh: true }),
  probe() {},
}

await main(process.env, () => store)
