import { DAY_MS, dayText } from './entries.ts'
import { closingJournals, payrollJournals } from './journals.ts'
import { dollarsPer, lineOf, type Making, Month } from './month.ts'
import { MEMOS } from './names.ts'
import type { Random } from './random.ts'
import type { BookDocumentLine, BookRecord, BookVendor } from './shapes.ts'

/** The documents of a month, which are the same whenever they are made. */

/** How much of the usual is spent in a month, by what it is for. */
const SEASONS: Record<string, number[]> = {
  Events: [0.6, 0.7, 1, 1.2, 1.6, 1.5, 0.7, 0.5, 1.7, 1.3, 1, 1.9],
  Travel: [0.8, 0.9, 1.2, 1.1, 1.3, 1.1, 0.6, 0.5, 1.4, 1.3, 1.1, 0.5],
  Marketing: [0.8, 1, 1.4, 1.1, 1.2, 0.9, 0.6, 0.6, 1.5, 1.4, 1.1, 0.7],
  Components: [0.9, 1, 1.1, 1, 1, 1.2, 0.8, 0.7, 1.1, 1.1, 1.2, 1],
  'Robot sales': [0.6, 0.8, 1.5, 0.7, 0.9, 1.5, 0.6, 0.6, 1.4, 0.8, 1, 1.9],
  Office: [1.2, 1.2, 1.1, 1, 0.9, 0.9, 0.9, 0.9, 1, 1, 1.1, 1.2],
}
const seasonOf = (account: string, month: number): number =>
  (SEASONS[account.split(':')[0] ?? '']?.[month % 12] ?? 1) * (1 + (month - 290) * 0.006)

const round = (amount: number, currency: string): number =>
  currency === 'JPY' ? Math.round(amount) : Math.round(amount * 100)

const entityFor = (making: Making, random: Random, vendor: BookVendor) => {
  const { entity } = making.entries
  const id = random.chance(0.6) ? entity[0]?.id : random.of(vendor.entityIds)
  return entity.find((each) => each.id === id) ?? random.of(entity)
}

/** The document's currency, and its value in that of the entity. */
const moneyOf = (currency: string, home: string, month: number) => ({
  currency,
  exchangeRate: currency === home ? 1 : Number((dollarsPer(currency, month) / dollarsPer(home, month)).toPrecision(6)),
})

const expenseLines = (making: Making, month: Month, vendor: BookVendor, count: number, sign: 1 | -1) => {
  const { random } = month
  const habit = making.habits.get(vendor.id)
  const isExact = habit?.isRecurring && count === 1
  return Array.from({ length: count }, (_, index): BookDocumentLine => {
    const isUsual = index === 0 || random.chance(0.7)
    const accountId = isUsual ? vendor.accountId : random.of(USUAL.map((name) => making.accounts.get(name) ?? ''))
    const account = making.accountNames.get(accountId) ?? ''
    const dollars = isExact
      ? (habit?.amount ?? 100) * (1 + (month.index - 290) * 0.004)
      : random.around((habit?.amount ?? 100) / Math.sqrt(count)) * seasonOf(account, month.index)
    const amount = dollars / dollarsPer(vendor.currency, month.index)
    const item = random.chance(0.06)
      ? making.entries.item.find(({ expenseAccountId }) => expenseAccountId === accountId)
      : undefined
    const hasDepartment = random.chance(0.94)
    return lineOf({
      accountId: item ? null : accountId,
      itemId: item?.id ?? null,
      debitMinor: sign * Math.max(1, round(amount, vendor.currency)),
      memo: random.of(MEMOS[account.split(':')[0] ?? ''] ?? ['', 'Services rendered', 'See invoice']),
      vendorId: vendor.id,
      departmentId: !hasDepartment ? null : isUsual ? vendor.departmentId : random.of(making.departments).id,
      locationId: null,
      classId: random.chance(0.75) ? random.of(making.classes).id : null,
      taxCodeId: making.entries.taxCode[0]?.id ?? null,
    })
  })
}
const USUAL = ['Office:Supplies', 'Travel:Meals', 'Software:Office and collaboration', 'Bank charges']

const PAYABLE = { bill: 'Accounts payable', vendorCredit: 'Accounts payable', purchase: 'Company card' }

const addExpense = (
  making: Making,
  month: Month,
  type: 'bill' | 'purchase' | 'vendorCredit',
  vendor: BookVendor,
  count: number,
): void => {
  const { random } = month
  const entity = entityFor(making, random, vendor)
  const isFromBank = type === 'purchase' && random.chance(0.25)
  const date = month.anyDay()
  const locationId = random.chance(0.9) ? random.of(making.locations).id : null
  const lines = expenseLines(making, month, vendor, count, type === 'vendorCredit' ? -1 : 1)
  const tax = type === 'bill' && random.chance(0.15) ? making.entries.taxCode[entity.currency === 'USD' ? 1 : 2] : null
  const net = lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)
  // Small expenses on the card often have no vendor.
  const isNameless = type === 'purchase' && random.chance(0.1)
  const named = isNameless ? null : vendor.id
  month.add(
    type,
    entity.id,
    date,
    {
      ...moneyOf(vendor.currency, entity.currency, month.index),
      number:
        type === 'purchase' && random.chance(0.6)
          ? ''
          : `${vendor.name.slice(0, 2).toUpperCase()}-${random.whole(10_000, 99_999)}`,
      dueDate: type === 'bill' ? dayText(Date.parse(date) + 30 * DAY_MS) : null,
      memo: lines[0]?.memo ?? '',
      vendorId: named,
      accountId: making.accounts.get(isFromBank ? 'Checking' : PAYABLE[type]) ?? null,
      locationId,
      taxMinor: tax ? Math.round((net * tax.percent) / 100) : 0,
    },
    lines.map((line) => ({ ...line, locationId, vendorId: named, taxCodeId: tax ? tax.id : line.taxCodeId })),
  )
}

const addSale = (
  making: Making,
  month: Month,
  type: 'invoice' | 'salesReceipt' | 'creditMemo' | 'refund',
  count: number,
): void => {
  const { random } = month
  const entity = random.of(making.entries.entity)
  const isBack = type === 'creditMemo' || type === 'refund'
  const currency = random.chance(0.12) ? random.of(['EUR', 'GBP', 'JPY']) : entity.currency
  const locationId = random.of(making.locations).id
  const lines = Array.from({ length: count }, (): BookDocumentLine => {
    const item = random.early(making.entries.item)
    const account = making.accountNames.get(item.incomeAccountId) ?? ''
    const usual = account.startsWith('Robot') ? 24_000 : 3_100
    const amount = (random.around(usual) * seasonOf(account, month.index)) / dollarsPer(currency, month.index)
    return lineOf({
      ...{ itemId: item.id, debitMinor: (isBack ? 1 : -1) * Math.max(1, round(amount, currency)), locationId },
      ...{ memo: item.name, classId: random.of(making.classes).id, taxCodeId: making.entries.taxCode[0]?.id ?? null },
    })
  })
  const receives = type === 'salesReceipt' || type === 'refund' ? 'Checking' : 'Accounts receivable'
  month.add(
    type,
    entity.id,
    month.anyDay(),
    {
      ...moneyOf(currency, entity.currency, month.index),
      number: `${type === 'invoice' ? 'INV' : type === 'creditMemo' ? 'CM' : 'SR'}-${month.index}${String(month.made.length).padStart(4, '0')}`,
      customerId: random.early(making.entries.customer).id,
      accountId: making.accounts.get(receives) ?? null,
      locationId,
    },
    lines,
  )
}

const addDeposit = (making: Making, month: Month): void => {
  const { random } = month
  const entity = random.of(making.entries.entity)
  const name = random.of(['Interest earned', 'Research grants', 'Service contracts:Support'])
  month.add(
    ...(['deposit', entity.id, month.anyDay()] as const),
    {
      currency: entity.currency,
      accountId: making.accounts.get('Checking') ?? null,
      memo: `${name.split(':')[0]} received`,
    },
    [lineOf({ accountId: making.accounts.get(name) ?? null, debitMinor: -random.whole(2_000, 900_000), memo: name })],
  )
}

/** How many lines a document has. */
const COUNTS = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 8]

const addAny = (making: Making, month: Month, room: number): void => {
  const { random } = month
  const count = Math.min(room, random.of(COUNTS))
  const vendor = random.early(making.entries.vendor)
  const which = random.next()
  if (which < 0.5) addExpense(making, month, 'bill', vendor, count)
  else if (which < 0.74) addExpense(making, month, 'purchase', vendor, Math.min(count, 3))
  else if (which < 0.77) addExpense(making, month, 'vendorCredit', vendor, Math.min(count, 2))
  else if (which < 0.92) addSale(making, month, 'invoice', count)
  else if (which < 0.95) addSale(making, month, 'salesReceipt', Math.min(count, 3))
  else if (which < 0.97) addSale(making, month, 'creditMemo', 1)
  else if (which < 0.98) addSale(making, month, 'refund', 1)
  else addDeposit(making, month)
}

/** All documents of a month, by id. */
export const documentsOf = (making: Making, year: number, monthOfYear: number): BookRecord[] => {
  const month = new Month(making.size.seed, year, monthOfYear)
  const { months, lines } = making.size
  const budget = Math.floor(lines / months) + (month.index % months < lines % months ? 1 : 0)
  payrollJournals(making, month, budget)
  if (budget >= 60) closingJournals(making, month)
  const recurring = making.entries.vendor.filter(({ id }) => making.habits.get(id)?.isRecurring)
  for (const vendor of recurring.slice(0, Math.floor(budget / 6))) {
    if (month.lines < budget) addExpense(making, month, 'bill', vendor, 1)
  }
  while (month.lines < budget) addAny(making, month, budget - month.lines)
  return month.made
}
