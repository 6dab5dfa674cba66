import { type Column, getTableColumns } from 'drizzle-orm'
import { type Exchange, ratesForAnswers, ratesUsed } from '../../../../schema/shared/exchange.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import { type Fields, type ImportedValues, importedFields } from '../../../../schema/shared/record.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { vendors } from '../../../../schema/vendors/vendors/tables.ts'
import type { Contact, TaxpayerId } from '../../../../schema/vendors/vendors/values.ts'
import type { RowValues } from './row-values.ts'

type Raw = string | number | null
/** What is entered in a file as it is in the form. */
type Own = { [K in keyof ImportedValues<typeof vendorFields>]: Raw }

/** Names and addresses in the file as ids of the company. */
export type ResolvedValues = Omit<RowValues, 'owners' | 'categories' | 'signer' | 'members'> & {
  ownerIds?: string[]
  categoryIds?: string[]
  signerUserId?: string
  /** The rates for amounts in the answers. */
  exchange: Exchange
}

/** A vendor as stored, with JSON columns as text. */
export interface StoredVendor extends Own {
  id: string
  version: number
  archivedAt: number | null
  name: string
  matchKey: string
  signerUserId: string | null
  externalContact: string | null
  externalSigner: string | null
  taxIds: string
  answers: string
  answerRates: string | null
  ownerIds: string
  categoryIds: string
}

const table: Record<string, Column | undefined> = getTableColumns(vendors)
const OWN = importedFields(vendorFields).flatMap(({ key }) => {
  const column = table[(vendorFields as Fields)[key]?.column ?? '']
  return column ? [{ key: key as keyof Own, column }] : []
})

/** The columns of `vendors` that an import writes, by their names here. */
export const WRITTEN: Record<string, string> = {
  ...Object.fromEntries(OWN.map(({ key, column }) => [key, column.name])),
  matchKey: 'match_key',
  signerUserId: 'signer_user_id',
  externalContact: 'external_contact',
  externalSigner: 'external_signer',
  taxIds: 'tax_ids',
  answers: 'answers',
  answerRates: 'answer_rates',
}

/** What a new vendor has in columns that the row doesn't set, as SQL. */
export const DEFAULTS: Record<string, string> = {
  taxIds: "'[]'",
  answers: "'{}'",
  ...Object.fromEntries(
    OWN.flatMap(({ key, column }) => (column.notNull && column.hasDefault ? [[key, `'${column.default}'`]] : [])),
  ),
}

/** Stored in `vendor_links`, with copies in `vendors`. */
export const LINKED = { ownerIds: 'OWNER', categoryIds: 'CATEGORY' } as const

export type VendorColumns = Partial<Omit<StoredVendor, 'id' | 'version' | 'archivedAt'>>

/** Columns of the table `v`. */
export const VENDOR_COLUMNS = `v.id, v.version, v.archived_at AS archivedAt, v.owner_ids AS ownerIds, v.category_ids AS categoryIds, ${Object.entries(
  WRITTEN,
)
  .map(([name, column]) => `v.${column} AS ${name}`)
  .join(', ')}`

const NOBODY: Contact = { firstName: '', lastName: '', email: '', phone: '', memo: '' }

const contactOf = (name: string | undefined, email: string | undefined, before: string | null) => {
  if (name === undefined && email === undefined) return undefined
  const [firstName = '', ...rest] = (name ?? '').split(/\s+/)
  return JSON.stringify({
    ...NOBODY,
    ...(before !== null && (JSON.parse(before) as Contact)),
    ...(name !== undefined && { firstName, lastName: rest.join(' ') }),
    ...(email !== undefined && { email }),
  })
}

/** Existing tax ids keep their ids. */
const taxIdsOf = (numbers: string[] | undefined, before: string, newId: () => string): string | undefined => {
  if (!numbers) return undefined
  const known = JSON.parse(before) as TaxpayerId[]
  const idOf = (number: string) => known.find((one) => one.taxPayerIdentificationNumber === number)?.id ?? newId()
  return JSON.stringify(numbers.map((number) => ({ id: idOf(number), taxPayerIdentificationNumber: number })))
}

const sorted = (ids: string[]): string => JSON.stringify([...ids].sort())

/** The answers in a row, and the rates for their amounts. */
const answersOf = (
  { answers: given, exchange }: ResolvedValues,
  before: StoredVendor | null,
): Pick<VendorColumns, 'answers' | 'answerRates'> => {
  if (!given) return {}
  const stored = JSON.parse(before?.answers ?? '{}') as Record<string, unknown>
  const answers = { ...stored, ...given }
  // Unchanged answers keep their rates.
  if (before && JSON.stringify(answers) === before.answers) return { answers: before.answers }
  const kept = before?.answerRates ? (JSON.parse(before.answerRates) as Exchange) : null
  const rates = ratesUsed(ratesForAnswers(kept, exchange, stored, answers), answers)
  return { answers: JSON.stringify(answers), answerRates: rates && JSON.stringify(rates) }
}

/** The vendor columns for the values of a row, without those the row doesn't set. */
export const columnsOf = (values: ResolvedValues, before: StoredVendor | null, newId: () => string): VendorColumns => {
  const columns: { [K in keyof VendorColumns]: VendorColumns[K] | undefined } = {
    ...Object.fromEntries(OWN.map(({ key, column }) => [key, rawOf(column, values[key])])),
    matchKey: values.name === undefined ? undefined : matchKeyOf(values.name),
    signerUserId: values.signerUserId,
    externalContact: contactOf(values.contactName, values.contactEmail, before?.externalContact ?? null),
    externalSigner: contactOf(values.externalSignerName, values.externalSignerEmail, before?.externalSigner ?? null),
    taxIds: taxIdsOf(values.taxIds, before?.taxIds ?? '[]', newId),
    ...answersOf(values, before),
    ownerIds: values.ownerIds && sorted(values.ownerIds),
    categoryIds: values.categoryIds && sorted(values.categoryIds),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as VendorColumns
}

const rawOf = (column: Column, value: unknown) =>
  value === undefined || value === null ? value : (column.mapToDriverValue(value) as Raw)

/** The columns that would change an existing vendor. */
export const changedColumns = (
  values: ResolvedValues,
  before: StoredVendor,
  newId: () => string = () => '',
): VendorColumns =>
  Object.fromEntries(
    Object.entries(columnsOf(values, before, newId)).filter(([name, value]) => {
      const old = before[name as keyof VendorColumns] ?? null
      if (name in LINKED) return sorted(JSON.parse(String(old)) as string[]) !== value
      // Equal tax ids have the same ids.
      return old !== value
    }),
  ) as VendorColumns
