import { lastDayOf } from '../../shared/day-count.ts'
import { convert, type ExchangeRate } from '../../shared/exchange.ts'
import type { Currency, Money } from '../../shared/money.ts'
import { amortized } from '../../spend/spend-requests/amortization.ts'
import { allocate } from './allocate.ts'
import type { JournalEntry, LedgerSubject, Posting } from './values.ts'

/**
 * What is posted for what happens. A bill is posted when it is approved, a payment when the provider has posted it, a
 * load when it has arrived; what comes back later reverses it.
 */

/** The rate of an amount's currency in the company's. Null for the company's own. */
export type Rate = ExchangeRate | null

const baseOf = (amount: Money, base: Currency, rate: Rate): number => {
  if (amount.currency === base) return amount.value
  if (rate?.quote !== base) throw new RangeError(`There is no rate of ${amount.currency} in ${base}`)
  return convert(amount, rate).value
}

const NOTHING: LedgerSubject = {
  ...{ erpVendorId: null, billId: null, dueDate: null },
  ...{ paymentId: null, bankAccountId: null, erpEntityId: null },
}

const ratesOf = (...rates: Rate[]): ExchangeRate[] => {
  const known = rates.filter((rate): rate is ExchangeRate => rate !== null)
  return known.filter((rate, at) => known.findIndex((other) => JSON.stringify(other) === JSON.stringify(rate)) === at)
}

/** By this a load is reversed. */
export const loadSource = (transferId: string): string => `load:${transferId}`

/** By this a withdrawal is reversed. */
export const withdrawalSource = (transferId: string): string => `withdrawal:${transferId}`

/** By this a bill is reversed. */
export const billSource = ({ billId, approval }: { billId: string; approval: string }): string =>
  `bill:${billId}:${approval}`

/** By this a payment is reversed. */
export const paymentSource = ({ paymentId, attempt }: { paymentId: string; attempt: string }): string =>
  `payment:${paymentId}:${attempt}`

export interface BillFacts {
  billId: string
  /** Tells this approval of the bill from earlier ones. */
  approval: string
  /** The day on which it counts, usually the invoice's. */
  date: string
  dueDate: string | null
  erpVendorId: string
  erpEntityId: string | null
  /** "Bill INV-12 of Acme". */
  memo: string
  /** The sum of the lines. Positive for credits too. */
  total: Money
  isCredit: boolean
  baseCurrency: Currency
  rate: Rate
  lines: readonly {
    id: string
    amountMinor: number
    erpAccountId: string | null
    /** First and last day over which the expense is spread. */
    spread: { start: string; end: string } | null
  }[]
}

/** The expense of a line by month, on each month's last day, and what is prepaid for it. */
const spreadPostings = (posting: Posting, spread: { start: string; end: string } | null, sign: 1 | -1): Posting[] => {
  if (!spread) return [posting]
  const months = amortized(posting.amountMinor * sign, { serviceStartDate: spread.start, serviceEndDate: spread.end })
  const bases = allocate(
    posting.baseMinor,
    months.map(({ amount }) => amount),
  )
  const byMonth = months.map(({ month, amount }, at) => {
    const day = lastDayOf(month)
    const isPast = day < posting.date
    return { amountMinor: amount * sign, baseMinor: bases[at] ?? 0, date: isPast ? posting.date : day }
  })
  return [
    { ...posting, account: 'PREPAID' },
    ...byMonth.flatMap(({ amountMinor, baseMinor, date }): Posting[] =>
      amountMinor === 0 && baseMinor === 0
        ? []
        : [
            { ...posting, date, amountMinor, baseMinor },
            { ...posting, account: 'PREPAID', date, amountMinor: -amountMinor, baseMinor: -baseMinor },
          ],
    ),
  ]
}

/** Debits expenses or prepaid ones by line, credits accounts payable. A credit does the opposite. */
export const billEntry = (facts: BillFacts): JournalEntry => {
  const { billId, total, isCredit, baseCurrency, rate, lines, date } = facts
  const sum = lines.reduce((all, line) => all + line.amountMinor, 0)
  if (sum !== total.value || lines.some(({ amountMinor }) => amountMinor <= 0))
    throw new RangeError('The lines of a bill are positive and add up to its total')
  const sign = isCredit ? -1 : 1
  const base = baseOf(total, baseCurrency, rate)
  const shares = allocate(
    base,
    lines.map(({ amountMinor }) => amountMinor),
  )
  const common = { date, currency: total.currency }
  return {
    ...NOTHING,
    ...{ type: 'BILL', source: billSource(facts), date, memo: facts.memo, baseCurrency },
    ...{ billId, erpVendorId: facts.erpVendorId, erpEntityId: facts.erpEntityId, dueDate: facts.dueDate ?? date },
    rates: ratesOf(rate),
    postings: [
      ...lines.flatMap(({ id, amountMinor, erpAccountId, spread }, at) =>
        spreadPostings(
          {
            ...common,
            ...{
              account: 'EXPENSE',
              erpAccountId,
              amountMinor: amountMinor * sign,
              baseMinor: (shares[at] ?? 0) * sign,
            },
            lineId: id,
          },
          spread,
          sign,
        ),
      ),
      {
        ...common,
        ...{ account: 'PAYABLE', erpAccountId: null, amountMinor: -total.value * sign, baseMinor: -base * sign },
        lineId: null,
      },
    ],
  }
}

export interface PaymentFacts {
  paymentId: string
  /** Tells this attempt from earlier ones that failed or were returned. */
  attempt: string
  date: string
  memo: string
  billId: string
  erpVendorId: string
  /** As the bill was posted with. */
  dueDate: string
  erpEntityId: string | null
  /** What of the bill is settled. */
  amount: Money
  /** The rate that the bill was posted with. */
  billRate: Rate
  /** What leaves the account. */
  paid: Money
  paidRate: Rate
  /** CLEARING if Outlay pays it, BANK if it was paid outside. */
  from: 'CLEARING' | 'BANK'
  bankAccountId: string | null
  baseCurrency: Currency
}

/** Debits accounts payable, credits clearing. What the rate has changed since the bill is an exchange difference. */
export const paymentEntry = (facts: PaymentFacts): JournalEntry => {
  const { amount, paid, baseCurrency, date, paymentId } = facts
  if (amount.value <= 0 || paid.value <= 0) throw new RangeError('A payment is positive')
  const owed = baseOf(amount, baseCurrency, facts.billRate)
  const left = baseOf(paid, baseCurrency, facts.paidRate)
  const posting = (account: Posting['account'], of: Money, sign: 1 | -1, base: number): Posting => ({
    ...{
      account,
      erpAccountId: null,
      date,
      currency: of.currency,
      amountMinor: of.value * sign,
      baseMinor: base * sign,
    },
    lineId: null,
  })
  const isSame = amount.currency === paid.currency
  if (isSame && amount.value !== paid.value) throw new RangeError('A payment pays what it settles')
  const exchange: Posting[] = isSame
    ? left === owed
      ? []
      : [{ ...posting('EXCHANGE', { ...paid, value: 0 }, 1, left - owed), amountMinor: 0 }]
    : [posting('EXCHANGE', amount, -1, owed), posting('EXCHANGE', paid, 1, left)]
  return {
    ...NOTHING,
    ...{ type: 'BILL_PAYMENT', source: paymentSource(facts), date, memo: facts.memo, baseCurrency },
    ...{ billId: facts.billId, erpVendorId: facts.erpVendorId, dueDate: facts.dueDate, erpEntityId: facts.erpEntityId },
    ...{ paymentId, bankAccountId: facts.bankAccountId, rates: ratesOf(facts.billRate, facts.paidRate) },
    postings: [posting('PAYABLE', amount, 1, owed), ...exchange, posting(facts.from, paid, -1, left)],
  }
}

export interface TransferFacts {
  transferId: string
  date: string
  memo: string
  amount: Money
  baseCurrency: Currency
  rate: Rate
  bankAccountId: string
  erpEntityId: string | null
}

const transfer = (facts: TransferFacts, to: 'CLEARING' | 'BANK'): JournalEntry => {
  const { amount, baseCurrency, rate, date } = facts
  if (amount.value <= 0) throw new RangeError('A transfer is positive')
  const base = baseOf(amount, baseCurrency, rate)
  const posting = (account: Posting['account'], sign: 1 | -1): Posting => ({
    ...{ account, erpAccountId: null, date, currency: amount.currency, lineId: null },
    ...{ amountMinor: amount.value * sign, baseMinor: base * sign },
  })
  return {
    ...NOTHING,
    ...(to === 'CLEARING'
      ? { type: 'ACH_LOAD', source: loadSource(facts.transferId) }
      : { type: 'ACH_LOAD_REVERSAL', source: withdrawalSource(facts.transferId) }),
    ...{ date, memo: facts.memo, baseCurrency, rates: ratesOf(rate) },
    ...{ bankAccountId: facts.bankAccountId, erpEntityId: facts.erpEntityId },
    postings: [posting(to, 1), posting(to === 'CLEARING' ? 'BANK' : 'CLEARING', -1)],
  }
}

/** Money from the company's bank to the financial account. */
export const loadEntry = (facts: TransferFacts): JournalEntry => transfer(facts, 'CLEARING')

/** Money from the financial account back to the company's bank. */
export const withdrawalEntry = (facts: TransferFacts): JournalEntry => transfer(facts, 'BANK')

/** Whether debits equal credits on each date, in each currency and in the company's. */
export const isBalanced = (postings: readonly Posting[]): boolean => {
  const sums = new Map<string, number>()
  for (const { date, currency, amountMinor, baseMinor } of postings) {
    sums.set(`${date} ${currency}`, (sums.get(`${date} ${currency}`) ?? 0) + amountMinor)
    sums.set(date, (sums.get(date) ?? 0) + baseMinor)
  }
  return postings.length > 1 && [...sums.values()].every((sum) => sum === 0)
}
