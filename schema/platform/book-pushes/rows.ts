import { z } from 'zod'
import { type Currency, currency, parseAmount } from '../../shared/money.ts'
import { calendarDate } from '../../shared/values.ts'
import {
  ACCOUNT_TYPES,
  type BookKind,
  type BookObject,
  DOCUMENT_KINDS,
  type VendorDetails,
} from '../accounting/books.ts'

/**
 * The rows that a company's own system pushes, one kind a file, as CSV or NDJSON (specification 3 §1, the custom sync).
 * The names are the same in both.
 */

export const PUSHED_KINDS = [
  'currencies',
  'entities',
  'accounts',
  'departments',
  'locations',
  'classes',
  'vendors',
  'transactions',
] as const
export const pushedKind = z.enum(PUSHED_KINDS)
export type PushedKind = (typeof PUSHED_KINDS)[number]

/** What a row means where it leaves something out. */
export interface PushedDefaults {
  currency: Currency
}

/** A blank cell, or a member that is null, counts as left out. */
const blank = (value: unknown): unknown => {
  if (value === null) return undefined
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value
  return value.trim() === '' ? undefined : value.trim()
}
const cell = <T extends z.ZodType>(type: T) => z.preprocess(blank, type)
const optional = <T extends z.ZodType>(type: T) => z.preprocess(blank, type.optional())

const FLAGS: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ true: true, yes: true, '1': true, false: false, no: false, '0': false }),
)
const flag = z.preprocess((value) => {
  const given = blank(value)
  return typeof given === 'string' ? (FLAGS.get(given.toLowerCase()) ?? given) : given
}, z.boolean('Write true or false').default(true))

const erpId = z.string('Missing').max(100, 'Longer than 100 characters')
const text = (most: number) => z.string('Missing').max(most, `Longer than ${most.toLocaleString('en-US')} characters`)
const upper = (value: unknown): unknown => {
  const given = blank(value)
  return typeof given === 'string' ? given.toUpperCase() : given
}
const currencyCode = z.preprocess(upper, currency.optional())

const object = {
  id: cell(erpId),
  name: cell(text(500)),
  active: flag,
  parentId: optional(erpId),
}

const currencies = z.strictObject({ code: z.preprocess(upper, currency), name: optional(text(500)), active: flag })
const entities = z.strictObject({ ...object, currency: currencyCode })
const accounts = z.strictObject({
  ...object,
  number: optional(text(100)),
  type: z.preprocess(upper, z.enum(ACCOUNT_TYPES, `One of ${ACCOUNT_TYPES.join(', ')}`)),
  group: optional(text(100)),
  currency: currencyCode,
})
const dimension = z.strictObject(object)
const vendors = z.strictObject({
  ...object,
  email: optional(text(320)),
  phone: optional(text(100)),
  website: optional(text(500)),
  currency: currencyCode,
})
const transactions = z.strictObject({
  documentId: cell(erpId),
  documentType: z.preprocess(upper, z.enum(DOCUMENT_KINDS, `One of ${DOCUMENT_KINDS.join(', ')}`).default('OTHER')),
  documentNumber: optional(text(200)),
  date: cell(calendarDate),
  lineId: cell(erpId),
  accountId: cell(erpId),
  amount: cell(z.string('Missing')),
  currency: currencyCode,
  vendorId: optional(erpId),
  departmentId: optional(erpId),
  locationId: optional(erpId),
  classId: optional(erpId),
  entityId: optional(erpId),
  memo: optional(text(4000)),
  description: optional(text(4000)),
  url: optional(z.url({ protocol: /^https?$/, error: 'Not a web address' }).max(1000)),
})

export const PUSHED_ROWS = {
  ...{ currencies, entities, accounts, departments: dimension, locations: dimension, classes: dimension },
  ...{ vendors, transactions },
} as const satisfies Record<PushedKind, z.ZodObject>

export const pushedColumns = (kind: PushedKind): string[] => Object.keys(PUSHED_ROWS[kind].shape)

/** What of it is not left out. */
export const REQUIRED_COLUMNS: Record<PushedKind, readonly string[]> = {
  currencies: ['code'],
  entities: ['id', 'name'],
  accounts: ['id', 'name', 'type'],
  departments: ['id', 'name'],
  locations: ['id', 'name'],
  classes: ['id', 'name'],
  vendors: ['id', 'name'],
  transactions: ['documentId', 'date', 'lineId', 'accountId', 'amount'],
}

/** A line of a document, until its document is put together. */
export interface PushedLine {
  number: string | null
  date: string
  currency: Currency
  entityErpId: string | null
  description: string
  url: string | null
  lineErpId: string
  accountErpId: string
  debitMinor: number
  memo: string
  vendorErpId: string | null
  departmentErpId: string | null
  locationErpId: string | null
  classificationErpId: string | null
}

/** A row as it is kept until its generation is complete: by what it is found, and what it says. */
export interface StagedRow {
  kind: BookKind | (typeof DOCUMENT_KINDS)[number]
  erpId: string
  /** Of transactions. */
  lineId: string
  row: BookObject | PushedLine
}

export const BOOK_KIND_OF: Record<Exclude<PushedKind, 'transactions'>, BookKind> = {
  ...{ currencies: 'CURRENCY', entities: 'ENTITY', accounts: 'ACCOUNT', departments: 'DEPARTMENT' },
  ...{ locations: 'LOCATION', classes: 'CLASSIFICATION', vendors: 'VENDOR' },
}

type Read<K extends PushedKind> = z.output<(typeof PUSHED_ROWS)[K]>

const staged = (
  kind: Exclude<PushedKind, 'transactions'>,
  { id, name, active, parentId }: { id: string; name: string; active: boolean; parentId?: string | undefined },
  more: Partial<BookObject> = {},
): StagedRow => {
  const bookKind = BOOK_KIND_OF[kind]
  const row: BookObject = {
    ...{ kind: bookKind, erpId: id, name, number: null, isActive: active, parentErpId: parentId ?? null },
    ...{ accountType: null, classification: null, currency: null, details: {} },
    ...more,
  }
  return { kind: bookKind, erpId: id, lineId: '', row }
}

const vendorDetails = ({ email, phone, website, active }: Read<'vendors'>): VendorDetails => ({
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
  ...(website !== undefined && { website }),
  status: active ? 'ACTIVE' : 'INACTIVE',
})

const stagedLine = (line: Read<'transactions'>, debitMinor: number, lineCurrency: Currency): StagedRow => ({
  kind: line.documentType,
  erpId: line.documentId,
  lineId: line.lineId,
  row: {
    ...{ number: line.documentNumber ?? null, date: line.date, currency: lineCurrency, url: line.url ?? null },
    ...{ entityErpId: line.entityId ?? null, description: line.description ?? '', lineErpId: line.lineId },
    ...{ accountErpId: line.accountId, debitMinor, memo: line.memo ?? '', vendorErpId: line.vendorId ?? null },
    ...{ departmentErpId: line.departmentId ?? null, locationErpId: line.locationId ?? null },
    classificationErpId: line.classId ?? null,
  },
})

const OBJECTS = {
  entities: (row: Read<'entities'>) => staged('entities', row, { currency: row.currency ?? null }),
  accounts: (row: Read<'accounts'>) =>
    staged('accounts', row, {
      ...{ number: row.number ?? null, accountType: row.type, classification: row.group ?? null },
      currency: row.currency ?? null,
    }),
  departments: (row: Read<'departments'>) => staged('departments', row),
  locations: (row: Read<'locations'>) => staged('locations', row),
  classes: (row: Read<'classes'>) => staged('classes', row),
  vendors: (row: Read<'vendors'>) =>
    staged('vendors', row, { currency: row.currency ?? null, details: { ...vendorDetails(row) } }),
  currencies: ({ code, name = code, active }: Read<'currencies'>) =>
    staged('currencies', { id: code, name, active }, { number: code, currency: code }),
}

/** The first thing that is wrong with a row, with the column it is in. */
const wordsOf = ({ issues: [issue] }: z.ZodError): string => {
  if (!issue) return 'Not valid'
  if (issue.code === 'unrecognized_keys') return `There is no column "${issue.keys[0]}"`
  const column = String(issue.path[0] ?? '')
  return column ? `${column}: ${issue.message}` : issue.message
}

/** @returns the row to keep, or what is wrong with it in words */
export const readPushedRow = (
  kind: PushedKind,
  value: unknown,
  defaults: PushedDefaults,
): { row: StagedRow } | { wrong: string } => {
  const parsed = PUSHED_ROWS[kind].safeParse(value)
  if (!parsed.success) return { wrong: wordsOf(parsed.error) }
  if (kind !== 'transactions') {
    const make = OBJECTS[kind] as (row: unknown) => StagedRow
    return { row: make(parsed.data) }
  }
  const line = parsed.data as Read<'transactions'>
  const lineCurrency = line.currency ?? defaults.currency
  const debitMinor = parseAmount(line.amount, lineCurrency, 'PROGRAM')
  if (debitMinor === null) return { wrong: `amount: Not an amount in ${lineCurrency}, such as -1250.00` }
  return { row: stagedLine(line, debitMinor, lineCurrency) }
}
