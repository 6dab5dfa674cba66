import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  registerEntrySource,
  removeEntry,
  resendEntry,
  writeEntry,
} from '../../../../worker/features/platform/accounting/index.ts'
import { Random } from '../../../../worker/local/host/stand-ins/books/random.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { troubled } from '../../../support/worker/troubles.ts'
import {
  bill,
  change,
  connectWritable,
  entryOf,
  lineOf,
  order,
  purchaseOrder,
  type SystemName,
  sendDue,
  there,
  type WritableBooks,
  want,
  withoutLimits,
} from '../../../support/worker/writable-books.ts'

/** Writing into the accounting system: each object once, and failures in words that wait for a person. */

const MINUTE_MS = 60_000
const NAME = order('order-1')
const NUMBER = 'PO-7001'

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

const lost = () => new Response('', { status: 504 })
const isWrite = ({ method, url }: Request): boolean =>
  method === 'PUT' || method === 'PATCH' || (method === 'POST' && !/suiteql|token/.test(url))

describe.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])('sending to %s', (system) => {
  let books: WritableBooks
  beforeEach(async () => {
    books = await connectWritable(system)
  })
  const resend = (name = NAME) =>
    change(books, async (context) => {
      const found = await resendEntry(context, books.companyId, name)
      if (!found) throw new Error('Nothing failed')
      return found
    })
  const outbox = () =>
    rows<{ done: number }>(
      "SELECT done_at IS NOT NULL AS done FROM outbox WHERE topic = 'accounting.send' AND company_id = ?",
      books.companyId,
    )

  it('an object is made there once, and what it became is kept', async () => {
    await want(books, NAME, purchaseOrder(books, NUMBER))
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'UNSYNCED', erp_id: null })
    await sendDue(books)
    const [made, ...more] = there(books, 'purchaseOrder', NUMBER)
    expect(more).toEqual([])
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'SYNCED', erp_id: made?.id, error: null })
    expect(await outbox()).toEqual([{ done: 1 }])
  })

  it('an answer that was lost is looked for before anything is sent again', async () => {
    await want(books, NAME, purchaseOrder(books, NUMBER))
    let writes = 0
    books.between = async (request, answer) => {
      if (!isWrite(request)) return answer(request)
      writes += 1
      await answer(request)
      return lost()
    }
    await sendDue(books)
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'SENDING', erp_id: null, error: expect.any(String) })
    books.now += MINUTE_MS
    await sendDue(books)
    expect(writes).toBe(1)
    const [made] = there(books, 'purchaseOrder', NUMBER)
    expect(there(books, 'purchaseOrder', NUMBER)).toHaveLength(1)
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'SYNCED', erp_id: made?.id, error: null })
  })

  it('what changed while the answer was lost follows as a change of the same object', async () => {
    await want(books, NAME, purchaseOrder(books, NUMBER))
    books.between = async (request, answer) => {
      const answered = await answer(request)
      return isWrite(request) ? lost() : answered
    }
    await sendDue(books)
    books.between = (request, answer) => answer(request)
    await want(books, NAME, purchaseOrder(books, NUMBER, { lines: [lineOf(books, 99_900)] }))
    for (let round = 0; round < 3; round++) {
      books.now += MINUTE_MS
      await sendDue(books)
    }
    const [made, ...more] = there(books, 'purchaseOrder', NUMBER)
    expect(more).toEqual([])
    expect(made?.lines.map(({ debitMinor }) => Math.abs(debitMinor))).toEqual([99_900])
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'SYNCED', erp_id: made?.id })
  })

  it('an entry that is to go is deleted there, and one that was never sent is only forgotten', async () => {
    const drop = () => change(books, (context) => removeEntry(context, books.companyId, NAME))
    await want(books, NAME, purchaseOrder(books, NUMBER))
    await drop()
    expect(await entryOf(books, NAME)).toBeUndefined()
    await want(books, NAME, purchaseOrder(books, NUMBER))
    books.now += MINUTE_MS
    await sendDue(books)
    await drop()
    await sendDue(books)
    expect(there(books, 'purchaseOrder', NUMBER)).toEqual([])
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'SYNCED', erp_id: null })
    await want(books, NAME, purchaseOrder(books, NUMBER))
    await sendDue(books)
    expect(there(books, 'purchaseOrder', NUMBER)).toHaveLength(1)
  })

  it('a refusal waits for a person, with the system’s words, and is sent again once', async () => {
    const [closed] = books.books.list('period').filter((each) => each.isClosed)
    const name = { ...NAME, kind: 'BILL' as const }
    await want(books, name, bill(books, NUMBER, { date: closed?.startDay ?? '' }))
    for (let round = 0; round < 3; round++) {
      await sendDue(books)
      books.now += 60 * MINUTE_MS
    }
    expect(await entryOf(books, name)).toMatchObject({
      ...{ state: 'ERRORED', reason: 'CLOSED_PERIOD', error: expect.stringMatching(/closed/) },
    })
    expect(await outbox()).toEqual([{ done: 1 }])
    // Repaired by the area that wrote it.
    await want(books, name, bill(books, NUMBER))
    await sendDue(books)
    expect(await entryOf(books, name)).toMatchObject({ state: 'SYNCED', error: null, reason: null })
    expect(there(books, 'bill', NUMBER)).toHaveLength(1)
  })

  it('what someone changed there is not overwritten until a person says so', async () => {
    await want(books, NAME, purchaseOrder(books, NUMBER))
    await sendDue(books)
    const [made] = there(books, 'purchaseOrder', NUMBER)
    books.books.changeDocument('purchaseOrder', made?.id ?? '', {
      ...{ memo: 'Changed there', changedAt: books.now + MINUTE_MS },
    })
    const row = books.books.document('purchaseOrder', made?.id ?? '')
    if (row) row.changedAt += MINUTE_MS
    await want(books, NAME, purchaseOrder(books, NUMBER, { memo: 'Changed here' }))
    await sendDue(books)
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'ERRORED', reason: 'STALE' })
    expect(books.books.document('purchaseOrder', made?.id ?? '')?.memo).toBe('Changed there')
    await resend()
    await sendDue(books)
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'SYNCED' })
    expect(books.books.document('purchaseOrder', made?.id ?? '')?.memo).toMatch(/^Changed here/)
  })

  it('what was deleted there is made again when a person sends it again', async () => {
    await want(books, NAME, purchaseOrder(books, NUMBER))
    await sendDue(books)
    books.books.removeDocument('purchaseOrder', there(books, 'purchaseOrder', NUMBER)[0]?.id ?? '')
    await want(books, NAME, purchaseOrder(books, NUMBER, { memo: 'Changed here' }))
    await sendDue(books)
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'ERRORED', reason: 'BAD_REFERENCE', erp_id: null })
    expect(there(books, 'purchaseOrder', NUMBER)).toEqual([])
    await resend()
    await sendDue(books)
    expect(there(books, 'purchaseOrder', NUMBER)).toHaveLength(1)
  })

  it('a system that can’t be reached is tried again some times, then waits for a person, who continues it', async () => {
    await want(books, NAME, purchaseOrder(books, NUMBER))
    let landed = false
    books.between = async (request, answer) => {
      if (isWrite(request) && !landed) {
        landed = true
        await answer(request)
      }
      return lost()
    }
    let rounds = 0
    while ((await entryOf(books, NAME))?.state !== 'ERRORED' && rounds++ < 15) {
      await sendDue(books)
      books.now += 70 * MINUTE_MS
    }
    expect(rounds).toBe(10)
    books.between = (request, answer) => answer(request)
    await resend()
    await sendDue(books)
    expect(there(books, 'purchaseOrder', NUMBER)).toHaveLength(1)
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'SYNCED', error: null })
  })

  it('what can’t be made yet says what is missing, and is made from what is there when it is sent again', async () => {
    let isMapped = false
    const name = { ...NAME, ownerKind: 'TEST_UNMAPPED' }
    registerEntrySource({
      ...{ ownerKind: name.ownerKind, noun: 'order', page: () => null },
      build: async () => purchaseOrder(books, isMapped ? NUMBER : 'PO-1'),
    })
    const connection = { id: books.connectionId, companyId: books.companyId }
    await change(books, (context) => writeEntry(context, connection, { ...name, problem: 'The vendor isn’t mapped.' }))
    await sendDue(books)
    expect(await entryOf(books, name)).toMatchObject({ state: 'ERRORED', error: 'The vendor isn’t mapped.' })
    isMapped = true
    await resend(name)
    await sendDue(books)
    expect(there(books, 'purchaseOrder', NUMBER)).toHaveLength(1)
  })

  it('what follows from an answer is stored with it, or not at all', async () => {
    registerEntrySource({
      ...{ ownerKind: 'TEST_BROKEN', noun: 'order', page: () => null },
      synced: ({ db }) => [db.sql('INSERT INTO write_guard (ok) SELECT NULL')],
    })
    const name = { ...NAME, ownerKind: 'TEST_BROKEN' }
    await want(books, name, purchaseOrder(books, NUMBER))
    await sendDue(books)
    expect(await entryOf(books, name)).toMatchObject({ state: 'SENDING', erp_id: null })
    let seen: unknown
    registerEntrySource({
      ...{ ownerKind: 'TEST_BROKEN', noun: 'order', page: () => null },
      synced: (_, entry) => {
        seen = entry
        return []
      },
    })
    books.now += MINUTE_MS
    await sendDue(books)
    const [made, ...more] = there(books, 'purchaseOrder', NUMBER)
    expect(more).toEqual([])
    expect(seen).toMatchObject({ ownerId: NAME.ownerId, erpId: made?.id, number: NUMBER })
  })

  it('books that were disconnected take nothing', async () => {
    await want(books, NAME, purchaseOrder(books, NUMBER))
    await run("UPDATE erp_connections SET state = 'DISCONNECTED', disconnected_at = 1 WHERE id = ?", books.connectionId)
    await sendDue(books)
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'ERRORED', error: expect.stringMatching(/connected/) })
    expect(there(books, 'purchaseOrder', NUMBER)).toEqual([])
  })

  it('every kind of trouble on the way ends with each object there once', async () => {
    const seen = new Set<string>()
    for (let at = 0; at < 12; at++) {
      const here = troubled(books, new Random('troubles', system, at), 0.4)
      const number = `PO-${at}`
      await want(books, order(number), purchaseOrder(books, number))
      for (let round = 0; round < 12; round++) {
        await sendDue(books)
        books.now += 30 * MINUTE_MS
        if (round === 9) books.between = (request, answer) => answer(request)
      }
      if ((await entryOf(books, order(number)))?.state === 'ERRORED') {
        await resend(order(number))
        await sendDue(books)
      }
      expect(await entryOf(books, order(number))).toMatchObject({ state: 'SYNCED', error: null })
      expect(there(books, 'purchaseOrder', number)).toHaveLength(1)
      for (const name of here) seen.add(name)
    }
    expect(seen.size).toBeGreaterThan(4)
  })

  it('someone else’s bill with the same number is not taken for ours', async () => {
    const name = { ...NAME, kind: 'BILL' as const }
    await want(books, name, bill(books, NUMBER))
    await sendDue(books)
    const other = { ...name, ownerId: 'order-2' }
    await want(books, other, bill(books, NUMBER))
    await sendDue(books)
    if (system === 'QUICKBOOKS') {
      expect(await entryOf(books, other)).toMatchObject({ state: 'ERRORED', reason: 'DUPLICATE', erp_id: null })
      expect(there(books, 'bill', NUMBER)).toHaveLength(1)
    } else {
      // NetSuite allows it, if the account does.
      const [first, second] = [await entryOf(books, name), await entryOf(books, other)]
      expect(second?.state).toBe('SYNCED')
      expect(second?.erp_id).not.toBe(first?.erp_id)
    }
  })

  it('many jobs at once, more than the system takes, end with each object there once', async () => {
    const numbers = Array.from({ length: 12 }, (_, at) => `PO-${at}`)
    for (const number of numbers) await want(books, order(number), purchaseOrder(books, number))
    for (let round = 0; round < 10; round++) {
      await Promise.all(numbers.map(() => sendDue(books)))
      books.now += 2 * MINUTE_MS
    }
    for (const number of numbers) {
      expect(there(books, 'purchaseOrder', number)).toHaveLength(1)
      expect(await entryOf(books, order(number))).toMatchObject({ state: 'SYNCED', error: null })
    }
  })
})
