import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeEntry } from '../../../../worker/features/platform/accounting/index.ts'
import { Random } from '../../../../worker/local/host/stand-ins/books/random.ts'
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
  bill,
  change,
  connectWritable,
  entryOf,
  lineOf,
  order,
  purchaseOrder,
  type SystemName,
  there,
  type WritableBooks,
  want,
  withoutLimits,
} from '../../../support/worker/writable-books.ts'

/**
 * Jobs that write into the accounting system are ended at every point, and at random ones again and again.
 * `bun run bench books-kills` ends them more often.
 */

const TOPIC = 'accounting.send'

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

/** Sends until nothing is due, ended at these points first. @returns how often it was ended */
const sendThrough = async (books: WritableBooks, ends: number[]): Promise<number> => {
  let ended = 0
  for (let round = 0; round < 30; round++) {
    const { wasBrokenOff, claimed } = await liveUntil(books, TOPIC, ends[round] ?? WHOLE_LIFE)
    if (wasBrokenOff) ended += 1
    else if (claimed === 0 && round >= ends.length) return ended
  }
  throw new Error('It never ends')
}

/** How many points it has when nothing goes wrong. */
const pointsOf = async (books: WritableBooks): Promise<number> => (await liveUntil(books, TOPIC, WHOLE_LIFE)).points

interface Way {
  /** What has to be there before. */
  prepare?: (books: WritableBooks, number: string) => Promise<void>
  begin: (books: WritableBooks, number: string) => Promise<void>
  /** The amounts of its lines there, or null if it should be gone. */
  amounts: number[] | null
}

const nameOf = (number: string) => order(`order-${number}`)
const make = (books: WritableBooks, number: string) => want(books, nameOf(number), purchaseOrder(books, number))
const makeAndSend = async (books: WritableBooks, number: string): Promise<void> => {
  await make(books, number)
  await sendThrough(books, [])
}
const WAYS: Record<string, Way> = {
  'making an order': { begin: make, amounts: [12_000, 3_050] },
  'changing an order': {
    prepare: makeAndSend,
    begin: (books, number) =>
      want(books, nameOf(number), purchaseOrder(books, number, { lines: [lineOf(books, 70_000)] })),
    amounts: [70_000],
  },
  'deleting an order': {
    prepare: makeAndSend,
    begin: (books, number) => change(books, (context) => removeEntry(context, books.companyId, nameOf(number))),
    amounts: null,
  },
}

const KILLS = Number(env.KILLS ?? 0)
const ended: Record<SystemName, Ended> = {
  QUICKBOOKS: nothingEnded('QUICKBOOKS', 'write'),
  NETSUITE: nothingEnded('NETSUITE', 'write'),
}
afterAll(() => Object.values(ended).forEach(sayEnded))

const check = async (books: WritableBooks, number: string, { amounts }: Way): Promise<void> => {
  const found = there(books, 'purchaseOrder', number)
  countObjects(
    ended[books.system],
    amounts ? [number] : [],
    found.map(() => number),
  )
  expect(found.map(({ lines }) => lines.map(({ debitMinor }) => Math.abs(debitMinor)))).toEqual(
    amounts ? [amounts] : [],
  )
  expect(await entryOf(books, nameOf(number))).toMatchObject({
    ...{ state: 'SYNCED', erp_id: found[0]?.id ?? null, error: null },
  })
}

for (const system of ['QUICKBOOKS', 'NETSUITE'] satisfies SystemName[])
  for (const [what, way] of Object.entries(WAYS))
    it(`${what} in ${system} ends the same, at whichever point its job was ended`, async () => {
      const books = await connectWritable(system)
      await way.prepare?.(books, 'PO-0')
      await way.begin(books, 'PO-0')
      const points = await pointsOf(books)
      expect(points).toBeGreaterThan(6)
      await check(books, 'PO-0', way)
      for (let point = 1; point <= points; point++) {
        const number = `PO-${point}`
        await way.prepare?.(books, number)
        await way.begin(books, number)
        ended[system].kills += await sendThrough(books, [point])
        await check(books, number, way)
      }
    }, 60_000)

it.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])(
  'bills in %s are there once each after jobs that were ended again and again',
  async (system) => {
    const books = await connectWritable(system)
    const random = new Random('ends', system)
    const before = books.books.documents('bill').length
    let at = 0
    for (; at < 8 || ended[system].kills < KILLS; at++) {
      const number = `INV-${at}`
      const name = { ownerKind: 'TEST_BILL', ownerId: number, kind: 'BILL' as const }
      await want(books, name, bill(books, number))
      // Another change comes while the first one is on its way.
      const first = await liveUntil(books, TOPIC, random.whole(1, 20))
      await want(books, name, bill(books, number, { lines: [lineOf(books, 500 + at)] }))
      const ends = Array.from({ length: random.whole(2, 5) }, () => random.whole(1, 20))
      ended[system].kills += (await sendThrough(books, ends)) + (first.wasBrokenOff ? 1 : 0)
      const found = there(books, 'bill', number)
      countObjects(
        ended[system],
        [number],
        found.map(() => number),
      )
      expect(found.map(({ lines }) => lines.map(({ debitMinor }) => debitMinor))).toEqual([[500 + at]])
      expect(await entryOf(books, name)).toMatchObject({ state: 'SYNCED', erp_id: found[0]?.id })
    }
    expect(books.books.documents('bill')).toHaveLength(before + at)
    await run("DELETE FROM outbox WHERE topic = 'accounting.send'")
  },
  600_000,
)

it.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])('jobs that write into %s were ended many times', (system) => {
  expect(ended[system].kills).toBeGreaterThan(Math.max(50, KILLS - 1))
})
