import { env } from 'cloudflare:workers'
import { cellsOf, envOfCell } from '../../../worker/core/cells.ts'
import type { Env } from '../../../worker/env.ts'

const BROKEN_OFF = 'Broken off'

/** Waits for work that may break off in its database, and for no other error. */
export const brokenOff = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!String(error).includes(BROKEN_OFF)) throw error
  }
}

/** D1 that breaks off at one of its calls, before or after it was carried out, and from then on, like a Worker that ends. */
export class Breaker {
  /** How many calls were made. */
  calls = 0
  readonly #at: number
  readonly #after: boolean

  /** @param at the call that fails, or 0 for none */
  constructor(at = 0, after = false) {
    this.#at = at
    this.#after = after
  }

  async #call<T>(run: () => Promise<T>): Promise<T> {
    this.calls += 1
    const isOver = this.#at > 0 && this.calls >= this.#at
    if (isOver && !(this.#after && this.calls === this.#at)) throw new Error(BROKEN_OFF)
    const result = await run()
    if (isOver) throw new Error(BROKEN_OFF)
    return result
  }

  database(real: D1Database): D1Database {
    const inner = new WeakMap<object, D1PreparedStatement>()
    const statement = (own: D1PreparedStatement): D1PreparedStatement => {
      const outer = {
        bind: (...values: unknown[]) => statement(own.bind(...values)),
        all: () => this.#call(() => own.all()),
        first: () => this.#call(() => own.first()),
        run: () => this.#call(() => own.run()),
      } as unknown as D1PreparedStatement
      inner.set(outer, own)
      return outer
    }
    const session = (own: D1DatabaseSession) =>
      ({
        prepare: (sql: string) => statement(own.prepare(sql)),
        batch: (statements: D1PreparedStatement[]) =>
          this.#call(() => own.batch(statements.map((each) => inner.get(each) ?? each))),
        getBookmark: () => own.getBookmark(),
      }) as unknown as D1DatabaseSession
    return { withSession: (start?: string) => session(real.withSession(start)) } as unknown as D1Database
  }
}

/** The environment with the same database broken in every cell. */
export const faultyEnv = (breaker: Breaker): Env => {
  const all = Object.fromEntries(
    cellsOf(env).map((cell) => [cell === 0 ? 'DB' : `CELL_${cell}`, breaker.database(envOfCell(env, cell).DB)]),
  )
  return { ...env, ...all } as Env
}
