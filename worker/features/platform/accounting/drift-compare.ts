import type { BooksEntry, EntryLine } from '../../../../schema/platform/accounting/entries.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'

/** What differs between an entry as it was sent and as it is there now, in words. Pure. */

export interface Difference {
  what: string
  sent: string
  there: string
}

/** Names of the objects that entries refer to. Ids that have none are shown as they are. */
export type Names = (
  kind: 'ACCOUNT' | 'VENDOR' | 'ITEM' | 'DEPARTMENT' | 'LOCATION' | 'CLASSIFICATION',
  erpId: string,
) => string

const NOTHING = '—'
type Loose = Record<string, unknown>
type Money = (minor: number) => string

const moneyIn =
  (currency: Currency | null): Money =>
  (value) =>
    currency ? formatMoney({ value, currency }) : String(value)

const totalOf = (entry: BooksEntry): number | null => {
  if ('lines' in entry) return entry.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if ('bills' in entry) return entry.bills.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return 'amountMinor' in entry ? entry.amountMinor : null
}

const ref =
  (names: Names, kind: Parameters<Names>[0]) =>
  (value: unknown): string =>
    typeof value === 'string' && value !== '' ? names(kind, value) : NOTHING

const text = (value: unknown): string =>
  value === null || value === undefined || value === '' ? NOTHING : String(value)

const day = (value: unknown): string =>
  typeof value === 'string'
    ? new Date(`${value}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    : NOTHING

/** Fields whose values are compared one by one. What was left to the system when it was sent isn't. */
const fieldsOf = (names: Names): [name: string, label: string, shown: (value: unknown) => string][] => [
  ['name', 'Name', text],
  ['email', 'Email', text],
  ['phone', 'Phone', text],
  ['vendorErpId', 'Vendor', ref(names, 'VENDOR')],
  ['date', 'Date', day],
  ['dueDate', 'Due date', day],
  ['number', 'Number', text],
  ['currency', 'Currency', text],
  ['memo', 'Memo', text],
  ['departmentErpId', 'Department', ref(names, 'DEPARTMENT')],
  ['locationErpId', 'Location', ref(names, 'LOCATION')],
  ['classificationErpId', 'Class', ref(names, 'CLASSIFICATION')],
  ['payablesAccountErpId', 'Payables account', ref(names, 'ACCOUNT')],
  ['fromAccountErpId', 'From account', ref(names, 'ACCOUNT')],
  ['toAccountErpId', 'To account', ref(names, 'ACCOUNT')],
]

const COMPARED = [
  ...(['accountErpId', 'itemErpId', 'amountMinor', 'memo', 'departmentErpId', 'locationErpId'] as const),
  ...(['classificationErpId', 'taxCodeErpId'] as const),
]

const isSameLine = (sent: EntryLine, there: EntryLine): boolean =>
  COMPARED.every((name) => sent[name] === null || sent[name] === there[name])

const lineText = (line: EntryLine | undefined, names: Names, money: Money): string => {
  if (!line) return NOTHING
  const { accountErpId, itemErpId, departmentErpId, locationErpId, classificationErpId, memo } = line
  const parts = [
    accountErpId !== null ? names('ACCOUNT', accountErpId) : itemErpId !== null ? names('ITEM', itemErpId) : NOTHING,
    money(line.amountMinor),
    departmentErpId !== null && names('DEPARTMENT', departmentErpId),
    locationErpId !== null && names('LOCATION', locationErpId),
    classificationErpId !== null && names('CLASSIFICATION', classificationErpId),
    memo,
  ]
  return parts.filter(Boolean).join(', ')
}

const differingLines = (sent: BooksEntry, there: BooksEntry, names: Names, money: Money): Difference[] => {
  if (!('lines' in sent) || !('lines' in there)) return []
  const count = Math.max(sent.lines.length, there.lines.length)
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const [own, other] = [sent.lines[at], there.lines[at]]
    if (own && other && isSameLine(own, other)) return []
    return [{ what: `Line ${at + 1}`, sent: lineText(own, names, money), there: lineText(other, names, money) }]
  })
}

const differingBills = (sent: BooksEntry, there: BooksEntry, money: Money): Difference[] => {
  if (!('bills' in sent) || !('bills' in there)) return []
  const shown = (entry: typeof sent): string =>
    entry.bills
      .map(({ erpId, amountMinor }) => `${erpId}: ${money(amountMinor)}`)
      .sort()
      .join(', ') || NOTHING
  const [own, other] = [shown(sent), shown(there)]
  return own === other ? [] : [{ what: 'Bills', sent: own, there: other }]
}

/** Empty if it is there as it was sent. */
export const differencesOf = (sent: BooksEntry, there: BooksEntry, names: Names): Difference[] => {
  const [own, other] = [sent as Loose, there as Loose]
  const fields = fieldsOf(names).flatMap(([name, what, shown]) => {
    const isLeftOut = own[name] === null || own[name] === undefined
    const value = shown(own[name])
    const now = shown(other[name])
    return isLeftOut || own[name] === other[name] ? [] : [{ what, sent: value, there: now }]
  })
  const [total, totalThere] = [totalOf(sent), totalOf(there)]
  const [money, moneyThere] = [moneyIn(sent.currency), moneyIn(there.currency)]
  const amount =
    total === null || totalThere === null || total === totalThere
      ? []
      : [{ what: 'Amount', sent: money(total), there: moneyThere(totalThere) }]
  return [
    ...amount,
    ...fields,
    ...differingLines(sent, there, names, moneyThere),
    ...differingBills(sent, there, moneyThere),
  ]
}

/** The objects that an entry refers to. */
export const referredBy = (entry: BooksEntry): string[] => {
  const own = entry as Loose
  const names = fieldsOf(() => '').flatMap(([name]) => (name.endsWith('ErpId') ? [own[name]] : []))
  const lines = 'lines' in entry ? entry.lines.flatMap((line) => COMPARED.map((name) => line[name])) : []
  return [...names, ...lines].filter((value): value is string => typeof value === 'string')
}
