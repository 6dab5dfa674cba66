import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

/** What D1 did for a piece of work, asked by requests, objects and jobs. */
export interface Written {
  trips: number
  statements: number
  /** Rows and entries of indexes. */
  rows: number
  /** Rows and entries of indexes that were read. */
  read: number
  /** By what objects were called or woken. */
  wakes: string[]
  /** Each statement that wrote something, with how many rows. */
  writers: [rows: number, sql: string][]
}

const textOf = (statement: D1PreparedStatement): string => (statement as unknown as { statement: string }).statement

/** Whatever brings an object into memory. */
const CALLS = ['execute', 'stillTold', 'changesSince', 'read', 'planningBase', 'rehearse', 'alarm'] as const

/** Counts what is asked of D1 and of requests' objects while `work` runs, in this whole runtime. */
export const countWrites = async (work: () => Promise<unknown>): Promise<Written> => {
  const written: Written = { trips: 0, statements: 0, rows: 0, read: 0, wakes: [], writers: [] }
  const note = (statements: readonly D1PreparedStatement[], results: readonly D1Result[]): void => {
    written.trips += 1
    for (const [index, { meta }] of results.entries()) {
      const statement = statements[index]
      written.statements += 1
      written.rows += meta.rows_written
      written.read += meta.rows_read
      if (statement && meta.rows_written > 0)
        written.writers.push([meta.rows_written, textOf(statement).replaceAll(/\s+/g, ' ').trim()])
    }
  }
  const session = Object.getPrototypeOf(env.DB.withSession()) as D1DatabaseSession
  const statement = Object.getPrototypeOf(env.DB.prepare('SELECT 1')) as D1PreparedStatement
  const object = await runInDurableObject(env.APPROVALS.getByName('counted'), (instance) =>
    Object.getPrototypeOf(instance),
  )
  const { batch } = session
  const { all, run } = statement
  const spies: { mockRestore(): void }[] = [
    vi.spyOn(session, 'batch').mockImplementation(async function (this: D1DatabaseSession, list) {
      const results = await batch.call(this, list)
      note(list, results)
      return results as never
    }),
    ...(
      [
        ['all', all],
        ['run', run],
      ] as const
    ).map(([name, asked]) =>
      vi.spyOn(statement, name).mockImplementation(async function (this: D1PreparedStatement) {
        const result = await asked.call(this)
        note([this], [result])
        return result as never
      }),
    ),
  ]
  for (const call of CALLS) {
    const own = object[call]
    spies.push(
      vi.spyOn(object, call).mockImplementation(function (this: unknown, ...given: unknown[]) {
        written.wakes.push(call)
        return own.apply(this, given)
      }),
    )
  }
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return written
}
