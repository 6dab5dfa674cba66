import { afterAll, beforeAll, expect, it } from 'vitest'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import { Random } from '../../../../worker/local/host/stand-ins/books/random.ts'
import { readOf, startSync, stateOf } from '../../../support/worker/books-read.ts'
import { run } from '../../../support/worker/sessions.ts'
import { troubled } from '../../../support/worker/troubles.ts'
import {
  connectWritable,
  jobContext,
  type SystemName,
  type WritableBooks,
  withoutLimits,
} from '../../../support/worker/writable-books.ts'

/** Runs over a system that is busy, slow or broken, whose tokens expire on the way. */

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

const sync = async (books: WritableBooks): Promise<void> => {
  await startSync(books)
  for (let round = 0; round < 80 && (await stateOf(books)) !== 'COMPLETE'; round++) {
    await runGroup(jobContext(books), 'sync.run', null)
    books.now += 5 * 60_000
  }
}

it.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])(
  'a run of %s in which every kind of trouble happens has read the same as one without any',
  async (system) => {
    await run("DELETE FROM outbox WHERE topic = 'sync.run'")
    const calm = await connectWritable(system)
    await sync(calm)
    const everything = await readOf(calm)
    const seen = new Set<string>()
    for (let round = 0; round < 4; round++) {
      const books = await connectWritable(system)
      const here = troubled(books, new Random('troubles', system, round), 0.2)
      await sync(books)
      expect(await readOf(books)).toEqual(everything)
      for (const name of here) seen.add(name)
    }
    expect(seen.size).toBe(system === 'QUICKBOOKS' ? 8 : 7)
  },
  120_000,
)
