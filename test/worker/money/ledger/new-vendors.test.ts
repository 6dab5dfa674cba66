import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { billSync, journalOf } from '../../../support/worker/posted-bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'
import {
  connectWritable,
  lineOf,
  purchaseOrder,
  type SystemName,
  sendDue,
  type WritableBooks,
  withoutLimits,
} from '../../../support/worker/writable-books.ts'

/** Bills of vendors that the accounting system doesn't have yet. */

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? 1 : -1)

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

describe.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])('vendors entered with a bill, and %s', (system) => {
  let books: WritableBooks
  let client: Client

  const due = () => {
    books.now = Math.max(books.now, Date.now()) + 1000
    return sendDue(books)
  }
  /** A refusal as the system words it. */
  const refused = (detail: string, code: string): Response =>
    new Response(
      JSON.stringify(
        system === 'QUICKBOOKS'
          ? { Fault: { Error: [{ Message: 'Refused', Detail: detail, code }], type: 'ValidationFault' } }
          : { title: 'Refused', status: 400, 'o:errorDetails': [{ detail, 'o:errorCode': 'USER_ERROR' }] },
      ),
      { status: 400, headers: { 'Content-Type': 'application/json' } },
    )
  const object = async (kind: string, erpId: string, name: string, details: object = {}) => {
    const id = newId()
    await run(
      `INSERT INTO erp_objects (id, company_id, connection_id, kind, erp_id, name, name_key, is_active, details,
         created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, lower(?6), 1, ?7, 0, 0)`,
      ...[id, books.companyId, books.connectionId, kind, erpId, name, JSON.stringify(details)],
    )
    return id
  }
  const known = async (kind: string, erpId: string, name: string) => {
    const [one] = await rows<{ id: string }>(
      'SELECT id FROM erp_objects WHERE company_id = ? AND kind = ? AND erp_id = ?',
      ...[books.companyId, kind, erpId],
    )
    return one?.id ?? object(kind, erpId, name)
  }
  const entityOf = (erpId: string) => known('ENTITY', erpId, 'Labs')
  const accountOf = () => known('ACCOUNT', lineOf(books, 1).accountErpId ?? '', 'Insurance')
  const idOf = async (ownerId: string): Promise<string> =>
    (await rows<{ id: string }>('SELECT id FROM ledger_syncs WHERE owner_id = ?', ownerId))[0]?.id ?? ''
  const listed = async (filter: string) =>
    (await client.get(`/api/payments/general-ledger-entries?filter=${filter}`)).body.edges.map(
      ({ node }: { node: unknown }) => node,
    )
  const sync = (id: string) => client.graphql('mutation ($id: ID!) { syncBillToErp(id: $id) { id } }', { id })
  const entry = async (id: string) => (await client.get(`/api/payments/general-ledger-entries/${id}`)).body

  beforeEach(async () => {
    books = await connectWritable(system)
    await run(
      'UPDATE companies SET flags = ? WHERE id = ?',
      JSON.stringify({ paymentsEnabled: true, enablePaymentAccounting: true }),
      books.companyId,
    )
    client = await signIn(books.company, await books.company.addPerson({ flags: ['hasPaymentsAccess'] }))
  })

  const vendors = (name: string) => books.books.list('vendor').filter((each) => each.name === name)
  const newVendor = async (name: string): Promise<string> => {
    const id = await object('VENDOR', 'set below', name, {
      details: { status: 'PENDING', email: 'pay@lumen.example' },
    })
    await run("UPDATE erp_objects SET erp_id = 'outlay-' || id WHERE id = ?", id)
    return id
  }
  const billOf = async (erpVendorId: string): Promise<string> => {
    const like = purchaseOrder(books, 'X')
    const ownerId = newId()
    await journalOf(books.companyId).record({
      ...billSync({ ownerId, erpVendorId, date: new Date(books.now).toISOString().slice(0, 10) }),
      erpEntityId: await entityOf(like.entityErpId ?? ''),
      lines: [
        {
          ...{ lineId: 'l1', amountMinor: 10_000, memo: 'Rent', erpDepartmentId: null, erpClassificationId: null },
          ...{ erpAccountId: await accountOf(), erpTaxCodeId: null, amortization: null, fields: [] },
        },
      ],
    })
    return idOf(ownerId)
  }

  it('the vendor is made there once, before all its bills', async () => {
    const vendor = await newVendor('Lumen Optics')
    const [first, second] = [await billOf(vendor), await billOf(vendor)]
    expect((await entry(first)).problems).toEqual([
      'The vendor Lumen Optics isn’t in the accounting system yet. It’s added there first when you sync this.',
    ])
    await sync(first)
    await sync(second)
    // The second one may come while the vendor is being made for the first one.
    for (let tried = 0; tried < 3; tried += 1) {
      await due()
      books.now += 3_600_000
    }
    expect(vendors('Lumen Optics')).toHaveLength(1)
    expect(await listed('SYNCED')).toMatchObject([{ id: first }, { id: second }].toSorted(byId))
    expect((await entry(first)).problems).toEqual([])
    const [known] = await rows<{ erpId: string; status: string | null }>(
      "SELECT erp_id AS erpId, details ->> 'status' AS status FROM erp_objects WHERE id = ?",
      vendor,
    )
    expect(known).toEqual({ erpId: vendors('Lumen Optics')[0]?.id, status: null })
    const sent = await rows<{ sent: string }>(
      "SELECT sent FROM erp_entries WHERE company_id = ? AND kind = 'BILL'",
      books.companyId,
    )
    expect(sent.map((one) => JSON.parse(one.sent).vendorErpId)).toEqual([known?.erpId, known?.erpId])
  })

  it('a refused vendor is told as what its bill waits for, and both go when the bill is sent again', async () => {
    const vendor = await newVendor('Lumen Optics')
    const id = await billOf(vendor)
    books.between = async (request, answer) =>
      request.method !== 'GET' && /\/vendor/.test(new URL(request.url).pathname)
        ? refused('That name is not allowed', '2050')
        : answer(request)
    await sync(id)
    await due()
    const [failed] = await listed('ERRORED')
    expect(failed).toMatchObject({ id, errors: [expect.stringContaining('new vendor Lumen Optics')] })
    books.between = (request, answer) => answer(request)
    await sync(id)
    await due()
    expect(await listed('SYNCED')).toMatchObject([{ id }])
    expect(vendors('Lumen Optics')).toHaveLength(1)
  })

  it('a lost answer about the vendor makes neither a second vendor nor a second bill', async () => {
    const vendor = await newVendor('Lumen Optics')
    const id = await billOf(vendor)
    let isLost = false
    books.between = async (request, answer) => {
      const answered = await answer(request)
      if (isLost || request.method === 'GET' || !/\/vendor/.test(new URL(request.url).pathname)) return answered
      isLost = true
      return new Response('', { status: 502 })
    }
    await sync(id)
    for (let tried = 0; tried < 4; tried += 1) {
      await due()
      books.now += 3_600_000
    }
    expect(isLost).toBe(true)
    expect(vendors('Lumen Optics')).toHaveLength(1)
    expect(await listed('SYNCED')).toMatchObject([{ id }])
  })
})
