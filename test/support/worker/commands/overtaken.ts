import { vi } from 'vitest'
import { Database } from '../../../../worker/core/database.ts'
import type { AnyOperation } from '../../../../worker/core/operation.ts'
import { mainCase } from '../contract.ts'
import { codeOf, doorsOf } from '../doors.ts'
import type { World } from '../matrix-world.ts'
import { operationFixtures } from '../operation-facts.ts'

/** Someone else's change between what a command read and what it writes. */

const sqlOf = (statement: D1PreparedStatement): string => (statement as unknown as { statement: string }).statement

const CHANGED = /^\s*(?:UPDATE|DELETE FROM)\s+["`]?(\w+)[\s\S]*\bWHERE\b[\s\S]*\bversion["`]?\s*=\s*(?:\?|:|json)/i

/** Tables with versions that a batch changes only if their row is as it was read. */
const guardedTables = (statements: readonly D1PreparedStatement[]): string[] => {
  const texts = statements.map(sqlOf)
  const guarded = texts.filter((_, index) => texts[index + 1]?.includes('write_guard'))
  return guarded.flatMap((text) => CHANGED.exec(text)?.[1] ?? [])
}

/**
 * - CONFLICT: it noticed, and wrote nothing
 * - AGAIN: it noticed, and read and wrote once more
 * - UNGUARDED: what it writes doesn't depend on a version that it read
 */
export type Overtaken = 'CONFLICT' | 'AGAIN' | 'UNGUARDED' | string

/** Calls a command, with a change of all that it is about to change just before it writes. */
export const overtakenBy = async (world: World, operation: AnyOperation): Promise<Overtaken> => {
  const [door] = doorsOf(operation.id)
  const fixture = operationFixtures[operation.id]
  if (!door || !fixture) throw new Error(`${operation.id} has no fixture`)
  const { about, principal } = mainCase(fixture)
  const input = await about.input(world, principal)
  const client = fixture.endsSession ? await world.signInAs(principal) : world.as(principal)
  let guarded = 0
  const real = Database.prototype.batch
  const spy = vi.spyOn(Database.prototype, 'batch').mockImplementation(async function (this: Database, statements) {
    const tables = guardedTables(statements)
    if (tables.length > 0) guarded += 1
    if (guarded === 1)
      for (const table of new Set(tables)) await this.prepare(`UPDATE ${table} SET version = version + 1`).run()
    return real.call(this, statements)
  })
  const answer = await door.call(client, input).finally(() => spy.mockRestore())
  if (fixture.endsSession === 'EVERYWHERE') await world.renew()
  const code = codeOf(answer)
  if (code === 'CONFLICT')
    return answer.body?.reason === 'STALE_VERSION' || guarded === 1 ? 'CONFLICT' : `CONFLICT ${answer.body?.reason}`
  if (code !== 'OK') return code
  return guarded === 0 ? 'UNGUARDED' : guarded > 1 ? 'AGAIN' : 'OVERWROTE'
}
