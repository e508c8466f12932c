import type { Database } from './database.ts'

interface Options {
  /** The connection to use now. */
  current: () => Database
  /** Runs every statement and transaction. */
  guard: <T>(run: () => T) => T
  close: () => void
}

type Statement = ReturnType<Database['prepare']>
const RUNS = ['run', 'get', 'all'] as const
const MODES = ['pluck', 'raw', 'expand'] as const
const BEGINNINGS = ['default', 'deferred', 'immediate', 'exclusive'] as const

/** A database whose statements and transactions follow its connection when that changes; the rest is passed on. */
export function createStandIn({ current, guard, close }: Options): Database {
  /** Makes a thing of the connection once, and again for each later connection. */
  function lasting<T>(make: (db: Database) => T): () => T {
    let of: Database | undefined
    let made: T | undefined
    return () => {
      if (of !== current()) {
        made = make(current())
        of = current()
      }
      return made as T
    }
  }

  function prepare(sql: string): Statement {
    const modes: [(typeof MODES)[number], boolean][] = []
    const statement = lasting((db) => {
      const made = db.prepare(sql)
      for (const [mode, on] of modes) made[mode](on)
      return made
    })
    const standIn: Record<string, unknown> = {}
    for (const run of RUNS) standIn[run] = (...values: unknown[]) => guard(() => statement()[run](...values))
    for (const mode of MODES)
      standIn[mode] = (on = true) => {
        modes.push([mode, on])
        return standIn
      }
    return standIn as unknown as Statement
  }

  function transaction(work: (...values: unknown[]) => unknown) {
    const made = lasting((db) => db.transaction(work))
    const variants = BEGINNINGS.map((kind) => [kind, (...values: unknown[]) => guard(() => made()[kind](...values))])
    const { default: run, ...others } = Object.fromEntries(variants)
    return Object.assign(run, { default: run, ...others })
  }

  const own: Record<string, unknown> = {
    prepare,
    transaction,
    close,
    exec: (sql: string) => guard(() => current().exec(sql)),
    pragma: (source: string, options?: object) => guard(() => current().pragma(source, options)),
  }
  return new Proxy({} as Database, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name]
      const value = Reflect.get(current(), name)
      return typeof value === 'function' ? value.bind(current()) : value
    },
  })
}
