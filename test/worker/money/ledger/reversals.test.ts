import { beforeEach, expect, it } from 'vitest'
import { billEntry, billSource } from '../../../../schema/money/ledger/posting.ts'
import { reverseBill } from '../../../../worker/features/money/ledger/index.ts'
import { billFacts, journalOf } from '../../../support/worker/posted-bills.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeCompany, type TestCompany } from '../../../support/worker/world.ts'

/** What undoes an entry of the journal, and on which days. */

let company: TestCompany
beforeEach(async () => {
  company = await makeCompany(['paymentsEnabled'])
})

const SPREAD = { start: '2026-11-01', end: '2027-01-31' }
const spreadBill = () => billFacts({ lines: [{ id: 'l1', amountMinor: 10_000, erpAccountId: 'rent', spread: SPREAD }] })
/** The postings of reversals. */
const reversed = async () =>
  (
    await rows<{ account: string; date: string; amount: number; base: number }>(
      `SELECT p.account, p.date, p.amount_minor AS amount, p.base_minor AS base
         FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
        WHERE e.company_id = ? AND e.reverses_id IS NOT NULL ORDER BY p.ordinal`,
      company.id,
    )
  ).map(({ account, date, amount, base }) => [account, date, amount, base])
const REVERSED = [
  ['PREPAID', '2026-12-15', -10_000, -10_000],
  ['EXPENSE', '2026-12-15', -3333, -3333],
  ['PREPAID', '2026-12-15', 3333, 3333],
  ['EXPENSE', '2026-12-31', -3333, -3333],
  ['PREPAID', '2026-12-31', 3333, 3333],
  ['EXPENSE', '2027-01-31', -3334, -3334],
  ['PREPAID', '2027-01-31', 3334, 3334],
  ['PAYABLE', '2026-12-15', 10_000, 10_000],
]

it('a reversal belongs to what its entry belonged to, and other companies have none of it', async () => {
  const facts = billFacts()
  const other = company
  await journalOf(company.id).post(billEntry(facts))
  company = await makeCompany(['paymentsEnabled'])
  await journalOf(company.id).reverse({ source: billSource(facts), date: '2026-11-10', memo: 'Deleted' })
  expect(await rows('SELECT 1 FROM ledger_entries WHERE company_id = ?', company.id)).toEqual([])
  company = other
  await journalOf(company.id).reverse({ source: billSource(facts), date: '2026-11-10', memo: 'Deleted' })
  expect(
    await rows(
      'SELECT type, source, date, bill_id, erp_vendor_id FROM ledger_entries WHERE company_id = ? AND reverses_id IS NOT NULL',
      company.id,
    ),
  ).toEqual([
    {
      type: 'BILL',
      source: `reversal:bill:${facts.billId}:1`,
      date: '2026-11-10',
      bill_id: facts.billId,
      erp_vendor_id: 'acme',
    },
  ])
})

it('an entry is reversed on a day: what had counted, on it; what would have counted later, then', async () => {
  const facts = spreadBill()
  await journalOf(company.id).post(billEntry(facts))
  await journalOf(company.id).reverse({ source: billSource(facts), date: '2026-12-15', memo: 'Deleted' })
  expect(await reversed()).toEqual(REVERSED)
})

it('what stands of a bill is reversed on the same days, and once', async () => {
  const facts = spreadBill()
  await journalOf(company.id).post(billEntry(facts))
  const change = { billId: facts.billId, date: '2026-12-15', memo: 'Changed' }
  const { db, context } = journalOf(company.id)
  for (let n = 0; n < 2; n += 1) await db.batch(reverseBill(context, { companyId: company.id, by: null }, change))
  expect(await reversed()).toEqual(REVERSED)
})
