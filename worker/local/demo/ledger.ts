import { billEntry, loadEntry, paymentEntry } from '../../../schema/money/ledger/posting.ts'
import { addDays } from '../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../schema/shared/day-count.ts'
import { newId } from '../../core/clock.ts'
import { Database } from '../../core/database.ts'
import type { Env } from '../../env.ts'
import { postEntry } from '../../features/money/ledger/index.ts'
import { COMPANY_ID } from './people.ts'

/** What the demo company owes and has paid, as its ledger was told: bills of half a year, most of them paid. */

const VENDORS = ['Kestrel CAD Ltd', 'Northwind Travel', 'Lumen Cloud, Inc.', 'Office Depot', 'Alder Logistics']
const ACCOUNTS = [
  'books-expense-account-1',
  'books-expense-account-2',
  'books-expense-account-3',
  'books-expense-account-5',
]
const BILLS = 64
const usd = (value: number) => ({ value, currency: 'USD' as const })
const BASE = { baseCurrency: 'USD' as const, rate: null, erpEntityId: 'books-entity-1' }

export const fillLedger = async (env: Env, now: number): Promise<void> => {
  const db = new Database(env.DB, 'first-primary')
  const today = utcDayOf(now)
  const statements = Array.from({ length: BILLS }, (_, at) => at).flatMap((at) => {
    const date = addDays(today, -180 + Math.floor((at * 180) / BILLS))
    const value = 48_000 + ((at * 7919) % 97) * 9_300
    const vendor = (at * 3) % VENDORS.length
    const facts = {
      ...{
        billId: `demo-bill-${at}`,
        approval: '1',
        date,
        dueDate: addDays(date, 30),
        memo: `Bill ${1040 + at} of ${VENDORS[vendor]}`,
      },
      ...{ erpVendorId: `books-vendor-${vendor + 1}`, total: usd(value), isCredit: at % 29 === 28, ...BASE },
      lines: [
        {
          ...{ id: `demo-line-${at}`, amountMinor: value, erpAccountId: ACCOUNTS[at % ACCOUNTS.length] ?? null },
          spread: at % 9 === 4 ? { start: date, end: addDays(date, 364) } : null,
        },
      ],
    }
    const context = { db, clock: { now: () => Date.parse(`${date}T16:00:00Z`) }, newId }
    const who = { companyId: COMPANY_ID, by: null }
    const isPaid = at < BILLS - 22 && at % 7 !== 6 && !facts.isCredit
    const paidOn = addDays(date, 26)
    return [
      ...postEntry(context, who, billEntry(facts)),
      ...(isPaid && paidOn <= today
        ? postEntry(
            context,
            who,
            paymentEntry({
              ...{ paymentId: `demo-payment-${at}`, attempt: '1', date: paidOn, memo: `Payment of ${facts.memo}` },
              ...{
                billId: facts.billId,
                erpVendorId: facts.erpVendorId,
                dueDate: facts.dueDate,
                erpEntityId: BASE.erpEntityId,
              },
              ...{ amount: facts.total, billRate: null, paid: facts.total, paidRate: null, from: 'CLEARING' as const },
              ...{ bankAccountId: null, baseCurrency: 'USD' as const },
            }),
          )
        : []),
      ...(at % 16 === 0
        ? postEntry(
            context,
            who,
            loadEntry({
              ...{ transferId: `demo-load-${at}`, date, memo: 'Load from checking', amount: usd(7_500_000), ...BASE },
              bankAccountId: 'demo-checking',
            }),
          )
        : []),
    ]
  })
  await db.batch(statements)
}
