import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SyncFactsOf } from '../../../../schema/money/ledger/sync-values.ts'
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
  there,
  type WritableBooks,
  withoutLimits,
} from '../../../support/worker/writable-books.ts'

/** A payment that is sent while its bill isn't in the accounting system: the server sends the bill first. */

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

/** As each system words that a period is closed. */
const refusal = (system: SystemName): Response =>
  Response.json(
    system === 'QUICKBOOKS'
      ? {
          Fault: {
            Error: [{ Message: 'Refused', Detail: 'The period is closed', code: '6210' }],
            type: 'ValidationFault',
          },
        }
      : {
          title: 'Refused',
          status: 400,
          'o:errorDetails': [{ detail: 'The period is closed', 'o:errorCode': 'USER_ERROR' }],
        },
    { status: 400 },
  )

describe.each<SystemName>(['QUICKBOOKS', 'NETSUITE'])('a payment that is sent to %s', (system) => {
  let books: WritableBooks
  let client: Client
  let facts: SyncFactsOf<'BILL'>

  const due = () => {
    books.now = Math.max(books.now, Date.now()) + 1000
    return sendDue(books)
  }
  const object = async (kind: string, erpId: string, name: string) => {
    const id = newId()
    await run(
      `INSERT INTO erp_objects (id, company_id, connection_id, kind, erp_id, name, name_key, is_active, details, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, lower(?6), 1, '{}', 0, 0)`,
      ...[id, books.companyId, books.connectionId, kind, erpId, name],
    )
    return id
  }
  const settings = (accounts: { payable?: string; funding?: string; clearing?: string }) =>
    run(
      `INSERT INTO erp_entity_settings (entity_object_id, company_id, payable_account_id, funding_account_id, clearing_account_id,
         is_bill_synced, is_payment_synced, updated_at) VALUES (?, ?, ?, ?, ?, 1, 1, 0)`,
      ...[
        facts.erpEntityId,
        books.companyId,
        accounts.payable ?? null,
        accounts.funding ?? null,
        accounts.clearing ?? null,
      ],
    )
  const accountIn = (group: string, at = 0): string =>
    books.books.list('account').filter((each) => each.isActive && each.group === group)[at]?.id ?? ''
  /** A bill and its payment, neither of which was sent. Returns the payment's entry. */
  const recordPayment = async (): Promise<string> => {
    const { record } = journalOf(books.companyId)
    await record(facts)
    const { ownerId: billId, erpEntityId, erpVendorId, date, invoiceNumber } = facts
    const ownerId = newId()
    const amounts = { currency: 'USD' as const, totalMinor: 10_000, billTotalMinor: 10_000 }
    await record({
      type: 'BILL_PAYMENT',
      ownerId,
      billId,
      erpEntityId,
      erpVendorId,
      date,
      invoiceNumber,
      title: 'Payment',
      ...amounts,
    })
    return (await rows<{ id: string }>('SELECT id FROM ledger_syncs WHERE owner_id = ?', ownerId))[0]?.id ?? ''
  }
  const pay = (id: string) => client.graphql('mutation ($id: ID!) { syncBillPaymentToErp(id: $id) { id } }', { id })
  const entry = async (id: string) => (await client.get(`/api/payments/general-ledger-entries/${id}`)).body
  const synced = async (): Promise<number> =>
    (await client.get('/api/payments/general-ledger-entries?filter=SYNCED')).body.edges.length

  beforeEach(async () => {
    books = await connectWritable(system)
    await run(
      'UPDATE companies SET flags = ? WHERE id = ?',
      JSON.stringify({ paymentsEnabled: true, enablePaymentAccounting: true }),
      books.companyId,
    )
    client = await signIn(books.company, await books.company.addPerson({ flags: ['hasPaymentsAccess'] }))
    const like = purchaseOrder(books, 'X')
    const erpEntityId = await object('ENTITY', like.entityErpId ?? '', 'Labs')
    const erpAccountId = await object('ACCOUNT', lineOf(books, 1).accountErpId ?? '', 'Insurance')
    const empty = {
      erpDepartmentId: null,
      erpClassificationId: null,
      erpTaxCodeId: null,
      amortization: null,
      fields: [],
    }
    facts = billSync({
      erpEntityId,
      erpVendorId: await object('VENDOR', like.vendorErpId, 'Acme'),
      date: new Date(books.now).toISOString().slice(0, 10),
      lines: [{ lineId: 'l1', amountMinor: 10_000, memo: 'Rent', erpAccountId, ...empty }],
    })
  })

  it('a payment takes its bill with it, and pays it there from the clearing account', async () => {
    const [payable, funding, clearing] = await Promise.all([
      object('ACCOUNT', accountIn('Accounts Payable'), 'Payables'),
      object('ACCOUNT', accountIn('Bank'), 'Checking'),
      object('ACCOUNT', accountIn('Bank', 1), 'Clearing'),
    ])
    await settings({ payable, funding, clearing })
    const id = await recordPayment()
    expect(await entry(id)).toMatchObject({
      problems: [],
      glFundingAccount: { name: 'Checking' },
      glClearingAccount: { name: 'Clearing' },
    })
    // The bill is refused once: its payment isn't sent, and says why.
    const { between } = books
    books.between = async (request, answer) =>
      /^(POST|PUT)$/.test(request.method) && /bill/i.test(request.url) ? refusal(system) : answer(request)
    await pay(id)
    await due()
    books.between = between
    expect((await entry(id)).error).toMatch(/bill couldn’t be synced, so this payment wasn’t sent\. .*closed/)
    expect(books.books.documents('billPayment')).toEqual([])
    // Asked for once more, both go, however often it is delivered.
    await pay(id)
    await due()
    await due()
    expect(await synced()).toBe(2)
    expect(there(books, 'bill', facts.invoiceNumber)).toHaveLength(1)
    expect(books.books.documents('billPayment')).toHaveLength(1)
  })

  it('a payment whose bill can’t be made says so, and isn’t sent', async () => {
    await settings({ clearing: await object('ACCOUNT', accountIn('Bank'), 'Clearing') })
    await run('UPDATE erp_entity_settings SET is_bill_synced = 0 WHERE company_id = ?', books.companyId)
    const id = await recordPayment()
    await pay(id)
    await due()
    expect(await entry(id)).toMatchObject({
      state: 'ERRORED',
      error: `${facts.title} couldn’t be synced, so its payment wasn’t sent. Bills of Labs aren’t sent. Turn that on under Settings › Payments.`,
    })
    expect(books.books.documents('billPayment')).toEqual([])
  })
})
