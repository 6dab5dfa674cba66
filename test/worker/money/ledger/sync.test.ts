import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SyncFactsOf } from '../../../../schema/money/ledger/sync-values.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { withdrawSync } from '../../../../worker/features/money/ledger/index.ts'
import { billSync, journalOf } from '../../../support/worker/posted-bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'
import {
  connectWritable,
  lineOf,
  purchaseOrder,
  type SystemName,
  sendDue,
  there,
  type WritableBooks,
  withoutLimits,
} from '../../../support/worker/writable-books.ts'

/** From the ledger into the accounting system: shown before, sent once, linked, and what went wrong in words. */

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

describe.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])('sending ledger entries to %s', (system) => {
  let books: WritableBooks
  let client: Client
  let facts: SyncFactsOf<'BILL'>

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
  /** What people asked for just now is due. */
  const due = () => {
    books.now = Math.max(books.now, Date.now()) + 1000
    return sendDue(books)
  }
  const object = async (
    kind: string,
    erpId: string,
    name: string,
    more: { number?: string; details?: object } = {},
  ) => {
    const id = newId()
    await run(
      `INSERT INTO erp_objects (id, company_id, connection_id, kind, erp_id, name, name_key, number, is_active, details,
         created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, lower(?6), ?, 1, ?, 0, 0)`.replace('?6', '?'),
      ...[id, books.companyId, books.connectionId, kind, erpId, name, name, more.number ?? null],
      JSON.stringify(more.details ?? {}),
    )
    return id
  }
  const settings = (entity: string, accounts: { payable?: string; funding?: string; clearing?: string }) =>
    run(
      `INSERT INTO erp_entity_settings (entity_object_id, company_id, payable_account_id, funding_account_id, clearing_account_id,
         is_bill_synced, is_payment_synced, updated_at) VALUES (?, ?, ?, ?, ?, 1, 1, 0)`,
      ...[entity, books.companyId, accounts.payable ?? null, accounts.funding ?? null, accounts.clearing ?? null],
    )

  const record = (over: Partial<SyncFactsOf<'BILL'>> = {}) => journalOf(books.companyId).record({ ...facts, ...over })
  const idOf = async (ownerId = facts.ownerId): Promise<string> =>
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
    const like = purchaseOrder(books, 'X')
    const entity = await object('ENTITY', like.entityErpId ?? '', 'Labs')
    const account = lineOf(books, 1).accountErpId ?? ''
    facts = billSync({
      ...{ erpEntityId: entity, erpVendorId: await object('VENDOR', like.vendorErpId, 'Acme') },
      date: new Date(books.now).toISOString().slice(0, 10),
      lines: [
        {
          ...{ lineId: 'l1', amountMinor: 10_000, memo: 'Rent', erpDepartmentId: null, erpClassificationId: null },
          ...{ erpAccountId: await object('ACCOUNT', account, 'Insurance', { number: '6100' }), erpTaxCodeId: null },
          ...{ amortization: null, fields: [] },
        },
      ],
    })
  })

  it('a bill is shown as it will be sent, sent once however often it is asked for, and linked', async () => {
    await record()
    const id = await idOf()
    expect(await listed('UNSYNCED')).toMatchObject([
      { id, type: 'BILL', erpIntegration: system, isSending: false, amount: { value: 10_000, currency: 'USD' } },
    ])
    expect(await entry(id)).toMatchObject({
      ...{ problems: [], erpVendor: { name: 'Acme' }, erpEntity: { name: 'Labs' }, invoiceNumber: facts.invoiceNumber },
      bill: { lines: [{ memo: 'Rent', erpAccount: { name: 'Insurance', generalLedgerAccountNumber: '6100' } }] },
    })
    expect((await sync(id)).body.data.syncBillToErp.id).toBe(id)
    expect(await listed('UNSYNCED')).toMatchObject([{ id, isSending: true }])
    await sync(id)
    await due()
    await sync(id)
    await due()
    const made = there(books, 'bill', facts.invoiceNumber)
    expect(made).toHaveLength(1)
    expect(await listed('SYNCED')).toMatchObject([{ id, link: expect.stringContaining('http'), isSending: false }])
    expect(await entry(id)).toMatchObject({ erpId: made[0]?.id, syncedOn: expect.any(String) })
    expect(await listed('UNSYNCED')).toEqual([])
    expect(
      await rows(
        "SELECT message FROM audit_log WHERE company_id = ? AND action = 'ledger-entry.sent'",
        books.companyId,
      ),
    ).toHaveLength(2)
  })

  it('a credit is a vendor credit there', async () => {
    await record({ isCredit: true })
    await sync(await idOf())
    await due()
    expect(there(books, 'vendorCredit', facts.invoiceNumber)).toHaveLength(1)
    expect(there(books, 'bill', facts.invoiceNumber)).toEqual([])
  })

  it('what is missing is said before it is sent, and an entry that is sent all the same waits until it is repaired', async () => {
    await record({ lines: facts.lines.map((line) => ({ ...line, erpAccountId: null })) })
    const id = await idOf()
    expect((await entry(id)).problems).toEqual(['Choose the account of line 1.'])
    await sync(id)
    await due()
    expect(await listed('ERRORED')).toMatchObject([
      { id, errors: ['Choose the account of line 1.'], advice: 'Map what is missing, then send it again.' },
    ])
    await record()
    expect(await listed('UNSYNCED')).toMatchObject([{ id, errors: [] }])
    await sync(id)
    await due()
    expect(await listed('SYNCED')).toMatchObject([{ id }])
    expect(there(books, 'bill', facts.invoiceNumber)).toHaveLength(1)
  })

  it('a refusal is told in the system’s words, and sent again by hand once it is repaired', async () => {
    books.between = async (request, answer) =>
      /^(POST|PUT)$/.test(request.method) && /bill/i.test(request.url)
        ? refused('The period is closed', '6210')
        : answer(request)
    await record()
    const id = await idOf()
    await sync(id)
    await due()
    const [errored] = await listed('ERRORED')
    expect(errored).toMatchObject({ id, errors: [expect.stringMatching(/closed/)] })
    expect(errored.advice).toMatch(/send it again/i)
    books.between = (request, answer) => answer(request)
    await due()
    expect(await listed('ERRORED')).toHaveLength(1)
    await sync(id)
    await due()
    expect(await listed('SYNCED')).toMatchObject([{ id, errors: [] }])
    expect(there(books, 'bill', facts.invoiceNumber)).toHaveLength(1)
  })

  it('an answer that was lost makes no second bill', async () => {
    await record()
    const id = await idOf()
    await sync(id)
    let lost = 0
    books.between = async (request, answer) => {
      if (!/^(POST|PUT)$/.test(request.method) || /suiteql|token/.test(request.url)) return answer(request)
      await answer(request)
      lost += 1
      return new Response('', { status: 504 })
    }
    await due()
    books.between = (request, answer) => answer(request)
    books.now += 10 * 60_000
    await due()
    expect(lost).toBeGreaterThan(0)
    expect(there(books, 'bill', facts.invoiceNumber)).toHaveLength(1)
    expect(await listed('SYNCED')).toMatchObject([{ id }])
  })

  it('a change of a bill that is there waits for a person, and changes the same object', async () => {
    await record()
    const id = await idOf()
    await sync(id)
    await due()
    await record({ description: 'Changed' })
    expect(await listed('UNSYNCED')).toMatchObject([{ id, isSending: false }])
    await due()
    await sync(id)
    await due()
    expect(await listed('SYNCED')).toMatchObject([{ id }])
    expect(there(books, 'bill', facts.invoiceNumber)).toMatchObject([{ memo: expect.stringContaining('Changed') }])
  })

  it('a change that was undone before it was sent leaves the bill as it is there', async () => {
    await record()
    const id = await idOf()
    await sync(id)
    await due()
    await record({ description: 'Changed' })
    await record()
    expect(await listed('UNSYNCED')).toMatchObject([{ id }])
    let writes = 0
    books.between = (request, answer) => {
      if (/^(POST|PUT)$/.test(request.method) && !/suiteql|token/.test(request.url)) writes += 1
      return answer(request)
    }
    await sync(id)
    await due()
    expect(await listed('SYNCED')).toMatchObject([{ id }])
    expect(writes).toBe(0)
  })

  it('a bill that no longer stands is deleted there by a person, and one that was never sent is forgotten', async () => {
    await record()
    const id = await idOf()
    await sync(id)
    await due()
    const withdraw = (ownerId: string) => {
      const { db, context } = journalOf(books.companyId)
      return db.batch(withdrawSync(context, books.companyId, { type: 'BILL', ownerId }))
    }
    await withdraw(facts.ownerId)
    expect(await listed('UNSYNCED')).toMatchObject([{ id, isRemoval: true }])
    await due()
    expect(there(books, 'bill', facts.invoiceNumber)).toHaveLength(1)
    await sync(id)
    await due()
    expect(there(books, 'bill', facts.invoiceNumber)).toEqual([])
    expect(await listed('UNSYNCED')).toEqual([])
    const other = newId()
    await record({ ownerId: other, billId: other })
    await withdraw(other)
    expect(await listed('UNSYNCED')).toEqual([])
  })

  it('bills of an entity whose settings leave them out aren’t sent, until that is changed', async () => {
    await settings(facts.erpEntityId ?? '', {})
    await run('UPDATE erp_entity_settings SET is_bill_synced = 0 WHERE company_id = ?', books.companyId)
    await record()
    const id = await idOf()
    expect((await entry(id)).problems).toEqual(['Bills of Labs aren’t sent. Turn that on under Settings › Payments.'])
    await sync(id)
    await due()
    expect(there(books, 'bill', facts.invoiceNumber)).toEqual([])
    await run('UPDATE erp_entity_settings SET is_bill_synced = 1 WHERE company_id = ?', books.companyId)
    await sync(id)
    await due()
    expect(there(books, 'bill', facts.invoiceNumber)).toHaveLength(1)
  })

  it('an entry is deleted, unless what it sent may be there', async () => {
    await record()
    const id = await idOf()
    const remove = (entryId: string, what = 'bill') =>
      client.call('DELETE', `/api/payments/general-ledger-entries/${what}/${entryId}`)
    expect((await remove(id, 'ach-load')).status).toBe(404)
    await sync(id)
    expect((await remove(id)).body.reason).toBe('SENT')
    await due()
    expect((await remove(id)).body.reason).toBe('SENT')
    const other = newId()
    await record({ ownerId: other, billId: other })
    const unsent = await idOf(other)
    expect((await remove(unsent)).status).toBe(200)
    expect(await listed('UNSYNCED')).toEqual([])
    expect((await sync(unsent)).body.errors[0].extensions.code).toBe('NOT_FOUND')
  })

  it('a company without an accounting system has no entries for it', async () => {
    await run('UPDATE erp_connections SET disconnected_at = 1 WHERE company_id = ?', books.companyId)
    await record()
    expect(await listed('UNSYNCED')).toEqual([])
  })
})
