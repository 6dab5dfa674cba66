import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import { syncStatements } from '../../../../worker/core/syncs.ts'
import { registerEntrySource } from '../../../../worker/features/platform/accounting/index.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'
import {
  bill,
  connectWritable,
  entryOf,
  jobContext,
  order,
  purchaseOrder,
  type SystemName,
  sendDue,
  there,
  type WritableBooks,
  want,
  withoutLimits,
} from '../../../support/worker/writable-books.ts'

/** What was changed behind Outlay's back: found, accepted or replaced. */

const NAME = order('order-1')
const NUMBER = 'PO-7001'
const LATER_MS = 3 * 60_000

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
  registerEntrySource({ ownerKind: NAME.ownerKind, noun: 'order', page: (id) => `/orders/${id}` })
})
afterAll(() => restore())

let admin: Client
let books: WritableBooks

const work = async (topic: string): Promise<void> => {
  while ((await runGroup(jobContext(books), topic, null)) > 0);
}
const report = async () => (await admin.get('/api/accounting/drifts')).body
/** By hand. */
const compare = async () => {
  expect((await admin.post('/api/accounting/drifts/compare')).status).toBe(200)
  books.now = Date.now() + LATER_MS
  await work('sync.run')
  return report()
}
const made = (number = NUMBER) => there(books, 'purchaseOrder', number)[0]
const changeThere = (patch: object): void => {
  const row = books.books.changeDocument('purchaseOrder', made()?.id ?? '', patch)
  row.changedAt = books.now + LATER_MS
}
const audit = () =>
  rows<{ action: string; message: string }>(
    "SELECT action, message FROM audit_log WHERE company_id = ? AND action LIKE 'accounting.%' ORDER BY occurred_at, id",
    books.companyId,
  )

describe.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])('what was sent to %s', (system) => {
  beforeEach(async () => {
    await run("DELETE FROM outbox WHERE topic = 'sync.run'")
    books = await connectWritable(system)
    admin = await signIn(books.company, await books.company.addPerson({ flags: ['hasAdminAccess'] }))
    await want(books, NAME, purchaseOrder(books, NUMBER))
    await sendDue(books)
  })

  it('nothing differs while it is there as it was sent, whatever was left to the system', async () => {
    await want(books, { ...NAME, kind: 'BILL' }, bill(books, 'INV-1'))
    await sendDue(books)
    expect(await compare()).toMatchObject({
      ...{ drifts: [], failed: [], isComparing: false, error: null, comparedAt: expect.any(String) },
    })
  })

  it('a changed amount, vendor, date and line are found, with what was sent and what is there', async () => {
    const other = books.books
      .list('vendor')
      .find(({ id, isActive, currency }) => isActive && currency === 'USD' && id !== made()?.vendorId)
    changeThere({
      ...(system === 'QUICKBOOKS'
        ? {
            ...{ vendorId: other?.id ?? '', date: '2026-01-05' },
            lines: made()?.lines.map((line) => ({ ...line, debitMinor: 2 * line.debitMinor })),
          }
        : {
            extra: {
              body: {
                ...(made()?.extra.body as object),
                ...{ entity: { id: other?.id }, tranDate: '2026-01-05' },
                expense: {
                  items: (
                    (made()?.extra.body ?? { expense: { items: [] } }) as { expense: { items: { amount: number }[] } }
                  ).expense.items.map((item) => ({ ...item, amount: 2 * item.amount })),
                },
              },
            },
          }),
    })
    const { drifts } = await compare()
    expect(drifts).toHaveLength(1)
    expect(drifts[0]).toMatchObject({
      drift: 'CHANGED',
      number: NUMBER,
      page: '/orders/order-1',
      kind: 'PURCHASE_ORDER',
    })
    const whats = (drifts[0].differences as { what: string; sent: string; there: string }[]).map(({ what }) => what)
    expect(whats).toEqual(['Amount', 'Vendor', 'Date', 'Line 1', 'Line 2'])
    expect(drifts[0].differences[0]).toEqual({ what: 'Amount', sent: '$150.50', there: '$301.00' })
    expect(drifts[0].differences[2]).toMatchObject({ what: 'Date', there: 'Jan 5, 2026' })
    // Found again, it is the same one.
    expect((await compare()).drifts).toHaveLength(1)
  })

  it('a deleted one is found, and is there again once when it is sent again', async () => {
    books.books.removeDocument('purchaseOrder', made()?.id ?? '')
    const { drifts } = await compare()
    expect(drifts).toMatchObject([{ drift: 'DELETED', differences: [] }])
    expect((await admin.post(`/api/accounting/entries/${drifts[0].id}/send`)).status).toBe(200)
    await sendDue(books)
    expect(there(books, 'purchaseOrder', NUMBER)).toHaveLength(1)
    expect((await compare()).drifts).toEqual([])
    expect((await audit()).at(-1)).toMatchObject({ action: 'accounting.entry-sent-again' })
  })

  it('an accepted change counts as sent, with the reason in the history, and is overwritten by nothing', async () => {
    changeThere(
      system === 'QUICKBOOKS'
        ? { memo: 'Changed there' }
        : { extra: { body: { ...(made()?.extra.body as object), memo: 'Changed there' } } },
    )
    const { drifts } = await compare()
    const accept = (body: object) => admin.post(`/api/accounting/entries/${drifts[0].id}/accept`, body)
    const { status, body } = await accept({ reason: ' ' })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['reason']])
    expect((await accept({ reason: 'Agreed with the vendor' })).status).toBe(200)
    expect((await accept({ reason: 'Agreed with the vendor' })).status).toBe(422)
    await sendDue(books)
    expect((await compare()).drifts).toEqual([])
    expect((await audit()).at(-1)?.message).toMatch(/^Accepted how the order PO-7001 .*: Agreed with the vendor$/)
    expect(await entryOf(books, NAME)).toMatchObject({ state: 'SYNCED', erp_id: made()?.id })
  })

  it('ours replaces what was changed there, in the same object', async () => {
    const id = made()?.id
    changeThere(
      system === 'QUICKBOOKS'
        ? { memo: 'Changed there' }
        : { extra: { body: { ...(made()?.extra.body as object), memo: 'Changed there' } } },
    )
    const { drifts } = await compare()
    expect((await admin.post(`/api/accounting/entries/${drifts[0].id}/send`)).status).toBe(200)
    await sendDue(books)
    expect(there(books, 'purchaseOrder', NUMBER).map((each) => each.id)).toEqual([id])
    expect((await compare()).drifts).toEqual([])
    expect((await admin.post(`/api/accounting/entries/${drifts[0].id}/send`)).status).toBe(422)
  })

  it('one that is deleted there just after it was sent again is among the differences', async () => {
    changeThere(
      system === 'QUICKBOOKS'
        ? { memo: 'Changed there' }
        : { extra: { body: { ...(made()?.extra.body as object), memo: 'Changed there' } } },
    )
    const { drifts } = await compare()
    expect((await admin.post(`/api/accounting/entries/${drifts[0].id}/send`)).status).toBe(200)
    books.books.removeDocument('purchaseOrder', made()?.id ?? '')
    await sendDue(books)
    expect(await report()).toMatchObject({ drifts: [{ id: drifts[0].id, drift: 'DELETED' }], failed: [] })
    expect((await admin.post(`/api/accounting/entries/${drifts[0].id}/send`)).status).toBe(200)
    await sendDue(books)
    expect(there(books, 'purchaseOrder', NUMBER)).toHaveLength(1)
    expect(await report()).toMatchObject({ drifts: [], failed: [] })
  })

  it('a failed one is listed with the system’s words and what to do, until it is sent', async () => {
    const [closed] = books.books.list('period').filter((each) => each.isClosed)
    const name = { ...NAME, kind: 'BILL' as const }
    await want(books, name, bill(books, NUMBER, { date: closed?.startDay ?? '' }))
    await sendDue(books)
    const { failed } = await report()
    expect(failed).toMatchObject([{ error: expect.stringMatching(/closed/), advice: expect.stringMatching(/date/) }])
    books.now = Date.now() + LATER_MS
    for (const period of books.books.list('period')) books.books.change('period', period.id, { isClosed: false })
    expect((await admin.post(`/api/accounting/entries/${failed[0].id}/send`)).status).toBe(200)
    await sendDue(books)
    expect((await report()).failed).toEqual([])
    expect(there(books, 'bill', NUMBER)).toHaveLength(1)
  })

  it('each night the books are read, what was sent lately is compared', async () => {
    books.books.removeDocument('purchaseOrder', made()?.id ?? '')
    const { db } = jobContext(books)
    const { companyId, system: provider } = books
    const night = { id: `${companyId}-night`, companyId, provider, kind: 'BOOKS', trigger: 'SCHEDULE' as const }
    await db.batch(syncStatements(db, [night], books.now))
    await work('sync.run')
    expect(await report()).toMatchObject({ drifts: [{ drift: 'DELETED' }], comparedAt: expect.any(String) })
  })
})
