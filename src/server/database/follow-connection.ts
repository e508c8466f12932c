import type { Database } from './database.ts'

type Statement = ReturnType<Database['prepare']>

interface Options {
  /** The connection to use now. */
  current: () => Database
  /** Runs each call; it may replace the connection before the call, and it sees the errors of the call. */
  guard: <T>(run: () => T) => T
  close: () => void
}

/**
 * Wraps a connection that may be replaced by another one (see reopening.ts) in one Database object that stays. The rest of
 * the server prepares its statements and transactions once: after a replacement they are prepared again on the new
 * connection at their next call, and the modes of a statement (`pluck`, `raw`, …) are set again.
 */
export function followConnection({ current, guard, close }: Options): Database {
  /** Makes something of the current connection, and keeps it until the connection is replaced. */
  function oncePerConnection<T>(make: (db: Database) => T): () => T {
    let kept: { db: Database; made: T } | undefined
    return () => {
      if (kept?.db !== current()) kept = { db: current(), made: make(current()) }
      return kept.made
    }
  }

  function prepare(sql: string): Statement {
    const modes: ((statement: Statement) => void)[] = []
    const statement = oncePerConnection((db) => {
      const made = db.prepare(sql)
      for (const setMode of modes) setMode(made)
      return made
    })
    const first = guard(statement)
    const following: Statement = new Proxy(first, {
      get(_, name) {
        const member = Reflect.get(first, name)
        if (typeof member !== 'function') return member
        return (...values: unknown[]) =>
          guard(() => {
            const result = Reflect.apply(member, statement(), values)
            // Only the methods that set a mode return the statement itself.
            if (result !== statement()) return result
            modes.push((later) => Reflect.apply(member, later, values))
            return following
          })
      },
    })
    return following
  }

  function transaction(work: (...values: unknown[]) => unknown) {
    const made = oncePerConnection((db) => db.transaction(work))
    const begin = (kind: 'default' | 'deferred' | 'immediate' | 'exclusive') => {
      return (...values: unknown[]) => guard(() => made()[kind](...values))
    }
    const kinds = { deferred: begin('deferred'), immediate: begin('immediate'), exclusive: begin('exclusive') }
    return Object.assign(begin('default'), { default: begin('default'), ...kinds })
  }

  const own = { prepare, transaction, close }
  return new Proxy(current(), {
    get(_, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name)
      const member = Reflect.get(current(), name)
      if (typeof member !== 'function') return member
      return (...values: unknown[]) => guard(() => Reflect.apply(member, current(), values))
    },
  })
}
