import { type Exchange, ratesForAnswers, ratesUsed } from '../../../../schema/shared/exchange.ts'
import type { Contact, TaxpayerId } from '../../../../schema/vendors/vendors/endpoints.ts'
import { matchKeyOf } from '../../../../schema/vendors/vendors/values.ts'
import type { ResolvedValues } from './plan-rows.ts'

/** A vendor as stored, with JSON columns as text. */
export interface StoredVendor {
  id: string
  version: number
  archivedAt: number | null
  name: string
  matchKey: string
  description: string
  website: string
  paymentMethod: string | null
  isSocTwoCompliant: number | null
  signerUserId: string | null
  externalContact: string | null
  externalSigner: string | null
  taxIds: string
  answers: string
  answerRates: string | null
  ownerIds: string
  categoryIds: string
}

/** The columns of `vendors` that an import writes, by their names here. */
export const WRITTEN = {
  name: 'name',
  matchKey: 'match_key',
  description: 'description',
  website: 'website',
  paymentMethod: 'payment_method',
  isSocTwoCompliant: 'is_soc_two_compliant',
  signerUserId: 'signer_user_id',
  externalContact: 'external_contact',
  externalSigner: 'external_signer',
  taxIds: 'tax_ids',
  answers: 'answers',
  answerRates: 'answer_rates',
} as const
type Written = keyof typeof WRITTEN

/** Stored in `vendor_links`, with copies in `vendors`. */
export const LINKED = { ownerIds: 'OWNER', categoryIds: 'CATEGORY' } as const
type Linked = keyof typeof LINKED

export type VendorColumns = Partial<Pick<StoredVendor, Written | Linked>>

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
    name: values.name,
    matchKey: values.name === undefined ? undefined : matchKeyOf(values.name),
    description: values.description,
    website: values.website,
    paymentMethod: values.paymentMethod,
    isSocTwoCompliant: values.isSocTwoCompliant === undefined ? undefined : booleanOf(values.isSocTwoCompliant),
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

const booleanOf = (value: boolean | null): number | null => (value === null ? null : Number(value))

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
