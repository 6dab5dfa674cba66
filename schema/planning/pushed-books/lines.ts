import { ACCOUNT_TYPES, DOCUMENT_KINDS } from '../../platform/accounting/books.ts'
import { CURRENCIES, type Currency, parseAmount } from '../../shared/money.ts'
import { isCalendarDate } from '../../shared/values.ts'

/**
 * The lines of the custom sync: a program of the company sends its books as CSV or as NDJSON, with the same names for
 * columns and members. This says what each kind of line has, and reads one.
 */

/** What a chunk can have, in the order in which it is stored. What comes first is named by what comes later. */
export const PUSHED_PARTS = [
  'entities',
  'accounts',
  'departments',
  'locations',
  'classifications',
  'vendors',
  'transactions',
] as const
export type PushedPart = (typeof PUSHED_PARTS)[number]

export const OBJECT_KINDS = {
  entities: 'ENTITY',
  accounts: 'ACCOUNT',
  departments: 'DEPARTMENT',
  locations: 'LOCATION',
  classifications: 'CLASSIFICATION',
  vendors: 'VENDOR',
} as const satisfies Record<Exclude<PushedPart, 'transactions'>, string>

/** A value as it is stored, or what is wrong with it. */
type Read = { value: unknown } | { fault: string }

interface Column {
  isRequired?: true
  read: (text: string) => Read
  /** For the page that explains it. */
  says: string
}

const text =
  (most: number) =>
  (given: string): Read =>
    given.length > most ? { fault: `has more than ${most.toLocaleString('en-US')} characters` } : { value: given }
const oneOf =
  (values: readonly string[]) =>
  (given: string): Read =>
    values.includes(given) ? { value: given } : { fault: `is “${given.slice(0, 40)}”. Use one of ${values.join(', ')}` }
const yesNo = (given: string): Read => {
  const isTrue = given.toLowerCase() === 'true'
  return isTrue || given.toLowerCase() === 'false' ? { value: isTrue } : { fault: 'is neither true nor false' }
}
const day = (given: string): Read =>
  isCalendarDate(given) ? { value: given } : { fault: `is “${given.slice(0, 40)}”. Use a date such as 2026-03-31` }

const id: Column = { isRequired: true, read: text(100), says: 'its id in your system' }
const reference = (what: string): Column => ({ read: text(100), says: `id of the ${what}` })
const common = {
  id,
  name: { isRequired: true, read: text(500), says: 'its name' },
  number: { read: text(100), says: 'its number or code' },
  isActive: { read: yesNo, says: 'true or false, true without it' },
} satisfies Record<string, Column>
const currency: Column = { read: oneOf(CURRENCIES), says: `one of ${CURRENCIES.join(', ')}` }

export const PUSHED_COLUMNS: Record<PushedPart, Record<string, Column>> = {
  entities: { ...common, currency },
  accounts: {
    ...common,
    type: { isRequired: true, read: oneOf(ACCOUNT_TYPES), says: ACCOUNT_TYPES.join(', ') },
    group: { read: text(100), says: 'your own name for its group' },
  },
  departments: { ...common, parentId: reference('department above it') },
  locations: { ...common, parentId: reference('location above it') },
  classifications: { ...common, parentId: reference('classification above it') },
  vendors: {
    ...common,
    currency,
    email: { read: text(320), says: 'its email address' },
    phone: { read: text(50), says: 'its phone number' },
    website: { read: text(300), says: 'its website' },
  },
  transactions: {
    documentKind: { isRequired: true, read: oneOf(DOCUMENT_KINDS), says: DOCUMENT_KINDS.join(', ') },
    documentId: { isRequired: true, read: text(80), says: 'id of the document, the same on each of its lines' },
    lineId: { isRequired: true, read: text(100), says: 'id of the line in its document' },
    date: { isRequired: true, read: day, says: 'posting date, such as 2026-03-31' },
    accountId: { isRequired: true, read: text(100), says: 'id of the account' },
    amount: { isRequired: true, read: text(40), says: 'debits positive, credits negative: 1250.00, -80.5' },
    currency: { ...currency, says: 'of the amount, the books’ own without it' },
    documentNumber: { read: text(200), says: 'as people know the document' },
    description: { read: text(4000), says: 'of the document' },
    url: { read: text(1000), says: 'where people open the document' },
    memo: { read: text(4000), says: 'of the line' },
    entityId: reference('entity'),
    vendorId: reference('vendor'),
    departmentId: reference('department'),
    locationId: reference('location'),
    classificationId: reference('classification'),
  },
}

/** What a line refers to, by its column. */
export const REFERENCES = {
  accountId: 'ACCOUNT',
  entityId: 'ENTITY',
  vendorId: 'VENDOR',
  departmentId: 'DEPARTMENT',
  locationId: 'LOCATION',
  classificationId: 'CLASSIFICATION',
} as const

export type LineValues = Record<string, string | number | boolean | undefined>

export interface PushedLine {
  /** Its id, or the document's kind and id. */
  key: string
  /** The line's id in its document. Empty for others. */
  lineKey: string
  values: LineValues
}

/** Columns that a part doesn't have. */
export const unknownColumns = (part: PushedPart, names: readonly string[]): string[] =>
  names.filter((name) => !(name in PUSHED_COLUMNS[part]))

/**
 * Reads one line. Empty texts count as missing.
 * @param bookCurrency the currency of amounts that name none
 * @returns what is wrong with it instead, in words: "amount is missing"
 */
export const readLine = (
  part: PushedPart,
  given: Record<string, string>,
  bookCurrency: Currency,
): PushedLine | { faults: string[] } => {
  const faults: string[] = []
  const values: LineValues = {}
  for (const [name, { isRequired, read }] of Object.entries(PUSHED_COLUMNS[part])) {
    const cell = given[name]?.trim() ?? ''
    if (cell === '') {
      if (isRequired) faults.push(`${name} is missing`)
      continue
    }
    const found = read(cell)
    if ('fault' in found) faults.push(`${name} ${found.fault}`)
    else values[name] = found.value as string | boolean
  }
  if (part === 'transactions' && typeof values.amount === 'string') {
    const code = (values.currency as Currency | undefined) ?? bookCurrency
    const minor = parseAmount(values.amount, code)
    if (minor === null) faults.push(`amount is “${values.amount}”, which is no amount in ${code}`)
    else Object.assign(values, { amount: minor, currency: code })
  }
  if (faults.length > 0) return { faults }
  return part === 'transactions'
    ? { key: `${values.documentKind} ${values.documentId}`, lineKey: String(values.lineId), values }
    : { key: String(values.id), lineKey: '', values }
}
