import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../../../worker/local/host/stand-ins/books/random.ts'
import { readOf, startSync, stateOf } from '../../../support/worker/books-read.ts'
import {
  countObjects,
  type Ended,
  liveUntil,
  nothingEnded,
  sayEnded,
  WHOLE_LIFE,
} from '../../../support/worker/broken-off.ts'
import { run } from '../../../support/worker/sessions.ts'
import {
  connectWritable,
  type SystemName,
  type WritableBooks,
  withoutLimits,
} from '../../../support/worker/writable-books.ts'

/**
 * Jobs that read the accounting system are ended at random points, again and again. Nothing is lost or doubled.
 * `bun run bench books-kills` ends them more often.
 */

const TOPIC = 'sync.run'
const KILLS = Number(env.KILLS ?? 0)
/** An effect is tried so often. */
const ENDS_OF_A_RUN = 8

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

/** @param lives the points at which its jobs end, one after another. @returns how many were ended */
const syncThrough = async (books: WritableBooks, lives: number[]): Promise<number> => {
  await startSync(books)
  let ended = 0
  for (let round = 0; round < 40; round++) {
    const { wasBrokenOff } = await liveUntil(books, TOPIC, lives[round] ?? WHOLE_LIFE)
    if (wasBrokenOff) ended += 1
    if ((await stateOf(books)) === 'COMPLETE') return ended
  }
  throw new Error('It never ends')
}

/** What happens there between two runs: bills that are new, changed and deleted. */
const changeThere = ({ books }: WritableBooks): void => {
  const [first, second, third] = books.documents('bill').slice(-3)
  books.removeDocument('bill', first?.id ?? '')
  books.changeDocument('bill', second?.id ?? '', {
    lines: (second?.lines ?? []).map((line) => ({ ...line, debitMinor: 4_200 })),
  })
  if (!third) throw new Error('There are no bills')
  const { id: _, version: __, createdAt: ___, changedAt: ____, ...rest } = third
  books.addDocument({ ...rest, number: `${third.number}-2` })
}

type Read = Awaited<ReturnType<typeof readOf>>
const namesOf = ({ lines, objects }: Read): string[] => [
  ...lines.map(({ kind, erp_id, line_erp_id }) => `${kind} ${erp_id} ${line_erp_id}`),
  ...objects.map(({ kind, erp_id }) => `${kind} ${erp_id}`),
]

const fresh = async (system: SystemName): Promise<WritableBooks> => {
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  return connectWritable(system)
}

describe.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])('jobs that read %s and end at random points', (system) => {
  const ended: Ended = nothingEnded(system, 'read')
  afterAll(() => sayEnded(ended))
  const expectRead = async (books: WritableBooks, wanted: Read) => {
    const read = await readOf(books)
    countObjects(ended, namesOf(wanted), namesOf(read))
    expect(read).toEqual(wanted)
  }

  it('the company has the same rows as after a run that wasn’t broken off, and so after the changes', async () => {
    const whole = await fresh(system)
    await startSync(whole)
    const { points } = await liveUntil(whole, TOPIC, WHOLE_LIFE)
    const everything = await readOf(whole)
    expect(everything.lines.length).toBeGreaterThan(100)
    changeThere(whole)
    await syncThrough(whole, [])
    const changed = await readOf(whole)
    expect(changed).not.toEqual(everything)

    const random = new Random('ends', system)
    const livesOf = (longest: number) => Array.from({ length: ENDS_OF_A_RUN }, () => random.whole(1, longest))
    for (let round = 0; round < 5 || ended.kills < KILLS; round++) {
      const books = await fresh(system)
      // Some lives are long enough to get far, some end where they began.
      ended.kills += await syncThrough(books, livesOf(Math.ceil(points / 4)))
      await expectRead(books, everything)
      changeThere(books)
      ended.kills += await syncThrough(books, livesOf(12))
      await expectRead(books, changed)
    }
    expect(ended.kills).toBeGreaterThan(Math.max(60, KILLS - 1))
  }, 600_000)
})
