import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type BillFacts,
  billEntry,
  billSource,
  loadEntry,
  loadSource,
  paymentEntry,
  paymentSource,
  withdrawalEntry,
} from '../../../../schema/money/ledger/posting.ts'
import type { JournalEntry } from '../../../../schema/money/ledger/values.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import type { ExchangeRate } from '../../../../schema/shared/exchange.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { postEntry, type Reversal, reverseEntry } from '../../../../worker/features/money/ledger/index.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, type TestCompany } from '../../../support/worker/world.ts'

let company: TestCompany
beforeEach(async () => {
  company = await makeCompany(['paymentsEnabled'])
})

const context = () => ({ db: new Database(env.DB, 'first-primary'), clock: { now: () => Date.now() }, newId })
const who = () => ({ companyId: company.id, by: null })
const post = (entry: JournalEntry) => context().db.batch(postEntry(context(), who(), entry))
const reverse = (reversal: Reversal) => context().db.batch(reverseEntry(context(), who(), reversal))

const bill = (over: Partial<BillFacts> = {}): BillFacts => ({
  ...{
    billId: newId(),
    approval: '1',
    date: '2026-11-03',
    dueDate: '2026-12-03',
    erpVendorId: 'acme',
    erpEntityId: null,
  },
  ...{ memo: 'Bill 7', total: { value: 10_000, currency: 'USD' }, isCredit: false, baseCurrency: 'USD', rate: null },
  lines: [{ id: 'l1', amountMinor: 10_000, erpAccountId: 'rent', spread: null }],
  ...over,
})

const entryCount = async (): Promise<number> =>
  (await rows<{ n: number }>('SELECT COUNT(*) AS n FROM ledger_entries WHERE company_id = ?', company.id))[0]?.n ?? 0

/** What reads of the sums answer: the newest month of each account. */
const balances = () =>
  rows<{ account: string; erpAccountId: string; currency: Currency; net: number; base: number }>(
    `SELECT a.account, a.erp_account_id AS erpAccountId, a.currency, b.debit_minor - b.credit_minor AS net, b.base_minor AS base
       FROM ledger_accounts a CROSS JOIN ledger_balances b ON b.rowid = (
         SELECT n.rowid FROM ledger_balances n WHERE n.company_id = a.company_id AND n.account = a.account
            AND n.erp_account_id = a.erp_account_id AND n.currency = a.currency ORDER BY n.month DESC LIMIT 1)
      WHERE a.company_id = ?`,
    company.id,
  )

describe('the journal', () => {
  it('an entry that doesn’t balance aborts the batch that it is part of', async () => {
    const entry = billEntry(bill())
    const wrong: [string, unknown[]][] = [
      ['not balanced', ['PAYABLE', null, '2026-11-03', 'USD', -9999, -10_000, null]],
      ['not balanced', ['PAYABLE', null, '2026-11-03', 'USD', -10_000, -9999, null]],
      ['not balanced', ['PAYABLE', null, '2026-11-04', 'USD', -10_000, -10_000, null]],
      ['not balanced', ['PAYABLE', null, '2026-11-03', 'EUR', -10_000, -10_000, null]],
      ['whole minor units', ['PAYABLE', null, '2026-11-03', 'USD', -10_000.5, -10_000, null]],
      ['whole minor units', ['PAYABLE', null, '2026-11-03', 'USD', '-10000', -10_000, null]],
    ]
    for (const [message, posting] of wrong) {
      const { db } = context()
      const postings = JSON.stringify([['EXPENSE', null, '2026-11-03', 'USD', 10_000, 10_000, null], posting])
      const batch = db.batch([
        db.sql('UPDATE companies SET name = ? WHERE id = ?', 'Changed with it', company.id),
        db.sql(
          `INSERT INTO ledger_entries (id, company_id, type, source, date, memo, erp_vendor_id, bill_id, due_date,
             base_currency, rates, postings, created_at) VALUES (?, ?, 'BILL', ?, '2026-11-03', '', 'v', 'b', 'd', 'USD', '[]', ?, 1)`,
          ...[newId(), company.id, newId(), postings],
        ),
      ])
      await expect(batch, JSON.stringify(posting)).rejects.toThrow(message)
    }
    expect(await rows('SELECT 1 FROM companies WHERE id = ? AND name = ?', company.id, 'Changed with it')).toEqual([])
    expect(await entryCount()).toBe(0)
    expect(() => post({ ...entry, postings: entry.postings.slice(1) })).toThrow(RangeError)
  })

  it('what was posted can’t be changed, deleted or added to', async () => {
    await post(billEntry(bill()))
    const of = 'WHERE company_id = ?'
    for (const sql of [
      `UPDATE ledger_entries SET memo = 'Another' ${of}`,
      `UPDATE ledger_entries SET postings = '[]' ${of}`,
      `UPDATE ledger_postings SET amount_minor = amount_minor * 2 ${of}`,
      `DELETE FROM ledger_entries ${of}`,
      `DELETE FROM ledger_postings ${of}`,
      `INSERT INTO ledger_postings SELECT entry_id, 9, company_id, account, erp_account_id, date, currency, 1, 1, NULL FROM ledger_postings ${of}`,
    ])
      await expect(run(sql, company.id), sql).rejects.toThrow(/append-only|with their entry/)
  })

  it('a source is posted once, however often it is reported', async () => {
    const facts = bill()
    await post(billEntry(facts))
    await post(
      billEntry({
        ...facts,
        total: { value: 1, currency: 'USD' },
        lines: [{ id: 'l', amountMinor: 1, erpAccountId: null, spread: null }],
      }),
    )
    for (const date of ['2026-11-10', '2026-11-11']) await reverse({ source: billSource(facts), date, memo: 'Deleted' })
    expect(await entryCount()).toBe(2)
    await reverse({ source: 'bill:unknown:1', date: '2026-11-10', memo: '' })
    expect(await entryCount()).toBe(2)
    const sums = await balances()
    expect(sums.map(({ account }) => account)).toContain('PAYABLE')
    expect(sums.filter(({ net, base }) => net !== 0 || base !== 0)).toEqual([])
  })

  it('an expense spread over months is read month by month', async () => {
    const spread = { start: '2026-11-01', end: '2027-01-31' }
    await post(billEntry(bill({ lines: [{ id: 'l1', amountMinor: 10_000, erpAccountId: 'rent', spread }] })))
    expect(
      await rows(
        `SELECT month, debit_minor - credit_minor AS net FROM ledger_balances
          WHERE company_id = ? AND account = 'EXPENSE' AND erp_account_id = 'rent' ORDER BY month`,
        company.id,
      ),
    ).toEqual([
      { month: '2026-11', net: 3333 },
      { month: '2026-12', net: 6666 },
      { month: '2027-01', net: 10_000 },
    ])
  })
})

const euros = (rate: string): ExchangeRate => ({
  base: 'EUR',
  quote: 'USD',
  rate,
  date: '2026-11-02',
  source: 'PROVIDER',
})
const RATES = ['1.0873', '1.1', '0.98765']

/** What can happen, by numbers that pick among what is there. */
const happening = fc.record({
  what: fc.constantFrom(
    ...(['BILL', 'BILL', 'PAY', 'PAY', 'RETURN', 'DELETE', 'LOAD', 'LOAD_BACK', 'WITHDRAW'] as const),
  ),
  pick: fc.nat(1000),
  amount: fc.integer({ min: 1, max: 50_000_000 }),
  day: fc.nat(90),
  isRepeated: fc.boolean(),
})

interface Open {
  facts: BillFacts
  state: 'OPEN' | 'PAID' | 'DELETED'
  attempt: number
  /** In dollars, of the last attempt. */
  paid: number
}

/** The outside: bills with their states, and the provider's account. */
class World {
  bills: Open[] = []
  loads: { id: string; amount: number; isBack: boolean }[] = []
  /** In dollars. */
  provider = 0

  statements(one: typeof happening extends fc.Arbitrary<infer T> ? T : never): D1PreparedStatement[] {
    const date = addDays('2026-09-01', one.day)
    const pickOf = <T>(list: T[]): T | undefined => list[one.pick % Math.max(1, list.length)]
    const usd = (value: number) => ({ value, currency: 'USD' as const })
    switch (one.what) {
      case 'BILL': {
        const isEuro = one.pick % 3 === 0
        const first = Math.ceil(one.amount / 3)
        const facts = bill({
          ...{
            date,
            dueDate: addDays(date, one.pick % 60),
            erpVendorId: `v${one.pick % 4}`,
            isCredit: one.pick % 11 === 0,
          },
          ...{
            total: { value: one.amount, currency: isEuro ? 'EUR' : 'USD' },
            rate: isEuro ? euros(RATES[one.pick % 3] ?? '1') : null,
          },
          lines: [first, one.amount - first]
            .filter((amountMinor) => amountMinor > 0)
            .map((amountMinor, at) => ({
              ...{ id: `l${at}`, amountMinor, erpAccountId: at ? null : `account ${one.pick % 3}` },
              spread: one.pick % 5 === 0 ? { start: date, end: addDays(date, 200) } : null,
            })),
        })
        this.bills.push({ facts, state: 'OPEN', attempt: 0, paid: 0 })
        return postEntry(context(), who(), billEntry(facts))
      }
      case 'PAY': {
        const open = pickOf(this.bills.filter(({ state, facts }) => state === 'OPEN' && !facts.isCredit))
        if (!open) return []
        open.state = 'PAID'
        open.attempt += 1
        const { facts } = open
        const isConverted = facts.total.currency === 'EUR' && one.pick % 2 === 0
        const paid = isConverted ? usd(one.amount) : facts.total
        open.paid = paid.currency === 'USD' ? paid.value : 0
        this.provider -= open.paid
        return postEntry(
          context(),
          who(),
          paymentEntry({
            ...{ paymentId: `p-${facts.billId}`, attempt: String(open.attempt), date, memo: '', billId: facts.billId },
            ...{ erpVendorId: facts.erpVendorId, dueDate: facts.dueDate ?? '', erpEntityId: null, amount: facts.total },
            ...{ billRate: facts.rate, paid, paidRate: paid.currency === 'EUR' ? euros('1.2') : null },
            ...{ from: paid.currency === 'USD' ? 'CLEARING' : 'BANK', bankAccountId: 'b', baseCurrency: 'USD' },
          }),
        )
      }
      case 'RETURN': {
        const paid = pickOf(this.bills.filter(({ state }) => state === 'PAID'))
        if (!paid) return []
        paid.state = 'OPEN'
        this.provider += paid.paid
        return reverseEntry(context(), who(), {
          ...{ source: paymentSource({ paymentId: `p-${paid.facts.billId}`, attempt: String(paid.attempt) }), date },
          memo: 'Returned',
        })
      }
      case 'DELETE': {
        const open = pickOf(this.bills.filter(({ state }) => state === 'OPEN'))
        if (!open) return []
        open.state = 'DELETED'
        return reverseEntry(context(), who(), { source: billSource(open.facts), date, memo: 'Deleted' })
      }
      case 'LOAD': {
        const id = newId()
        this.loads.push({ id, amount: one.amount, isBack: false })
        this.provider += one.amount
        return postEntry(context(), who(), loadEntry({ ...this.transfer(id, date, one.amount) }))
      }
      case 'LOAD_BACK': {
        const load = pickOf(this.loads.filter(({ isBack }) => !isBack))
        if (!load) return []
        load.isBack = true
        this.provider -= load.amount
        return reverseEntry(context(), who(), {
          source: loadSource(load.id),
          date,
          memo: '',
          type: 'ACH_LOAD_REVERSAL',
        })
      }
      case 'WITHDRAW': {
        this.provider -= one.amount
        return postEntry(context(), who(), withdrawalEntry(this.transfer(newId(), date, one.amount)))
      }
    }
  }

  transfer(transferId: string, date: string, amount: number) {
    return {
      ...{
        transferId,
        date,
        memo: '',
        amount: { value: amount, currency: 'USD' as const },
        baseCurrency: 'USD' as const,
      },
      ...{ rate: null, bankAccountId: 'b', erpEntityId: null },
    }
  }
}

const clearingOf = async (): Promise<number> =>
  (await balances())
    .filter(({ account, erpAccountId }) => account === 'CLEARING' && erpAccountId === '*')
    .reduce((sum, { net }) => sum + net, 0)

describe('whatever happens, in whatever order and however often it is reported', () => {
  it('the trial balance is zero, vendors are owed their open bills, and clearing has what the provider has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (happenings) => {
        company = await makeCompany(['paymentsEnabled'])
        const world = new World()
        for (const one of happenings) {
          const statements = world.statements(one)
          const { db } = context()
          if (statements.length > 0) await db.batch(statements)
          if (statements.length > 0 && one.isRepeated) await db.batch(statements)
        }
        const found = await balances()
        const totals = found.filter(({ erpAccountId }) => erpAccountId === '*')
        for (const currency of ['USD', 'EUR'])
          expect(totals.filter((one) => one.currency === currency).reduce((sum, { net }) => sum + net, 0)).toBe(0)
        expect(totals.reduce((sum, { base }) => sum + base, 0)).toBe(0)

        const expected: Record<string, number> = {}
        for (const { facts, state } of world.bills)
          if (state === 'OPEN')
            expected[`${facts.erpVendorId} ${facts.total.currency}`] =
              (expected[`${facts.erpVendorId} ${facts.total.currency}`] ?? 0) +
              (facts.isCredit ? -1 : 1) * facts.total.value
        const owed = await rows<{ key: string; open: number }>(
          `SELECT erp_vendor_id || ' ' || currency AS key, SUM(open_minor) AS open FROM ledger_payables WHERE company_id = ? GROUP BY 1`,
          company.id,
        )
        expect(Object.fromEntries(owed.map(({ key, open }) => [key, open]))).toEqual(expected)

        expect(await clearingOf()).toBe(world.provider)
        expect(await differences()).toEqual([])
      }),
      { numRuns: 25 },
    )
  }, 120_000)
})

/** Where sums aren't what postings add up to. */
const differences = async (): Promise<unknown[]> => {
  const both = async (a: string, b: string) => [
    ...(await rows(`SELECT * FROM (${a}) EXCEPT SELECT * FROM (${b})`, company.id)),
    ...(await rows(`SELECT * FROM (${b}) EXCEPT SELECT * FROM (${a})`, company.id)),
  ]
  const monthly = (detail: string, where: string) =>
    `SELECT b.account, b.erp_account_id, b.currency, b.month,
       (SELECT SUM(max(p.amount_minor, 0)) FROM ledger_postings p WHERE ${detail}),
       (SELECT -SUM(min(p.amount_minor, 0)) FROM ledger_postings p WHERE ${detail}),
       (SELECT SUM(p.base_minor) FROM ledger_postings p WHERE ${detail}) FROM ledger_balances b WHERE b.company_id = ?1 AND ${where}`
  const same = `p.company_id = b.company_id AND p.account = b.account AND p.currency = b.currency AND substr(p.date, 1, 7) <= b.month`
  const stored = `SELECT account, erp_account_id, currency, month, debit_minor, credit_minor, base_minor FROM ledger_balances b WHERE company_id = ?1`
  return [
    ...(await both(monthly(same, "erp_account_id = '*'"), `${stored} AND erp_account_id = '*'`)),
    ...(await both(
      monthly(`${same} AND p.erp_account_id = b.erp_account_id`, "erp_account_id <> '*'"),
      `${stored} AND erp_account_id <> '*'`,
    )),
    ...(await both(
      `SELECT e.bill_id, p.currency, -SUM(p.amount_minor), -SUM(p.base_minor) FROM ledger_entries e
         JOIN ledger_postings p ON p.entry_id = e.id WHERE e.company_id = ?1 AND p.account = 'PAYABLE' GROUP BY 1, 2
         HAVING SUM(p.amount_minor) <> 0 OR SUM(p.base_minor) <> 0`,
      'SELECT bill_id, currency, open_minor, base_minor FROM ledger_payables WHERE company_id = ?1',
    )),
    ...(await both(
      `SELECT k.value, due_date, SUM(base_minor), COUNT(*) FROM ledger_payables p, json_each(json_array(p.erp_vendor_id, '')) k
        WHERE company_id = ?1 GROUP BY 1, 2`,
      'SELECT erp_vendor_id, due_date, base_minor, bills FROM ledger_payable_days WHERE company_id = ?1',
    )),
    ...(await both(
      `SELECT k.value, SUM(base_minor), COUNT(*) FROM ledger_payables p, json_each(json_array(p.erp_vendor_id, '')) k
        WHERE company_id = ?1 GROUP BY 1`,
      'SELECT erp_vendor_id, base_minor, bills FROM ledger_payable_vendors WHERE company_id = ?1',
    )),
  ]
}
