import { type Column, getTableColumns } from 'drizzle-orm'
import { addressLines, durationLines, isMoney, isRecord } from '../../../../schema/requests/forms/answer-words.ts'
import type { Answers, Question } from '../../../../schema/requests/forms/form.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { type Fields, inWords, textOf } from '../../../../schema/shared/record.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'
import { MERGE_FIELDS, type MergePreview } from '../../../../schema/vendors/merges/endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { vendors } from '../../../../schema/vendors/vendors/tables.ts'
import { type Contact, contactText, type TaxpayerId } from '../../../../schema/vendors/vendors/values.ts'
import { labelsOf, taxText } from '../vendors/index.ts'

/** Which value of two vendors is kept: in words for the choice, in columns for the remaining vendor. */

/** A row of `vendors`, column by column. */
export type VendorRecord = Record<string, string | number | null>

export type Side = 'FROM' | 'INTO'
export type Choices = Readonly<Record<string, Side | undefined>>

const fields: Fields = vendorFields

/** Fields that aren't kept in one column of their own. Columns of one field stay together. */
const COLUMNS: ReadonlyMap<string, string[]> = new Map(
  Object.entries({
    name: ['name', 'match_key'],
    signer: ['signer_user_id'],
    logo: ['logo_key'],
  }),
)

const columnOf = (key: string): Column | undefined => getTableColumns(vendors)[fields[key]?.column as 'name']
const columnsOf = (key: string): string[] => COLUMNS.get(key) ?? [columnOf(key)?.name ?? key]

/** Prefix of the keys of custom fields. */
const OWN = 'field:'

const contactWords = (contact: Contact): string => contactText(contact, 'email', 'phone')

/** Names of people and of everything answers refer to, by id. */
export type Names = ReadonlyMap<string, string>

const words = (key: string, vendor: VendorRecord, names: Names): string => {
  const value = vendor[columnsOf(key)[0] ?? '']
  if (value === null || value === undefined || value === '') return ''
  if (key === 'signer') return names.get(String(value)) ?? 'Former member'
  const [field, column] = [fields[key], columnOf(key)]
  if (!field || !column) return 'Own logo'
  const read = column.mapFromDriverValue(value)
  return typeof field.merged === 'function' ? field.merged(read) : textOf(field, read)
}

const answerWords = (question: Question, value: Answers[string] | undefined, names: Names): string => {
  if (value === null || value === undefined || value === '') return ''
  const labels = labelsOf(question, value, names)
  if (labels.length > 0) return labels.join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!isRecord(value)) return isCalendarDate(String(value)) ? dayText(String(value)) : String(value)
  if (isMoney(value)) return formatMoney(value)
  const lines = durationLines(value)
  return (lines.length > 0 ? lines : addressLines(value)).join(', ')
}

export const answersOf = (vendor: VendorRecord): Answers => JSON.parse(String(vendor.answers ?? '{}')) as Answers

const suggestion = (from: string, into: string): Side => (into === '' && from !== '' ? 'FROM' : 'INTO')

/**
 * Every field that at least one of the vendors has a value for.
 * @param questions the custom fields
 */
export const fieldsOf = (
  from: VendorRecord,
  into: VendorRecord,
  questions: readonly Question[],
  names: Names,
): MergePreview['fields'] => {
  const ofForm = MERGE_FIELDS.map(({ key, label }) => ({
    key,
    label,
    from: words(key, from, names),
    into: words(key, into, names),
  }))
  const [ofFrom, ofInto] = [answersOf(from), answersOf(into)]
  const own = questions.map((question) => ({
    key: `${OWN}${question.id}`,
    label: question.label,
    from: answerWords(question, ofFrom[question.id], names),
    into: answerWords(question, ofInto[question.id], names),
  }))
  return [...ofForm, ...own]
    .filter((field) => field.from !== '' || field.into !== '')
    .map((field) => ({ ...field, suggested: suggestion(field.from, field.into) }))
}

const contactKey = (contact: Contact): string => (contact.email || contactWords(contact)).toLowerCase()
const taxKey = ({ taxPayerIdentificationNumber }: TaxpayerId): string =>
  taxPayerIdentificationNumber.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()

const united = <T>(into: T[], from: T[], keyOf: (item: T) => string): T[] => {
  const known = new Set(into.map(keyOf))
  return [...into, ...from.filter((item) => !known.has(keyOf(item)))]
}

const listOf = <T>(vendor: VendorRecord, column: string): T[] => JSON.parse(String(vendor[column] ?? '[]')) as T[]

const unitedContacts = (from: VendorRecord, into: VendorRecord): Contact[] =>
  united(listOf<Contact>(into, 'contacts'), listOf<Contact>(from, 'contacts'), contactKey)
const unitedTaxIds = (from: VendorRecord, into: VendorRecord): TaxpayerId[] =>
  united(listOf<TaxpayerId>(into, 'tax_ids'), listOf<TaxpayerId>(from, 'tax_ids'), taxKey)
const unitedIds = (from: VendorRecord, into: VendorRecord, column: string): string[] => [
  ...new Set([...listOf<string>(into, column), ...listOf<string>(from, column)]),
]

/** Values that are combined from both. */
export const listsOf = (
  from: VendorRecord,
  into: VendorRecord,
  names: Names,
  withCategories: boolean,
): MergePreview['lists'] => {
  const named = (column: string) => unitedIds(from, into, column).flatMap((id) => names.get(id) ?? [])
  return [
    { label: 'Owners', items: named('owner_ids') },
    { label: 'Vendor categories', items: withCategories ? named('category_ids') : [] },
    { label: 'Contacts', items: unitedContacts(from, into).map(contactWords) },
    {
      label: 'Tax ids',
      items: unitedTaxIds(from, into).map((id) => taxText(id)),
    },
  ].filter(({ items }) => items.length > 0)
}

/** The columns of the remaining vendor that change. Without a choice, the suggestion of `fieldsOf` is used. */
export const survivorColumns = (from: VendorRecord, into: VendorRecord, choices: Choices): VendorRecord => {
  const empty = (value: unknown) => value === null || value === undefined || value === ''
  const sideOf = (key: string, ofFrom: unknown, ofInto: unknown): Side =>
    choices[key] ?? (empty(ofInto) && !empty(ofFrom) ? 'FROM' : 'INTO')
  const columns: VendorRecord = {}
  for (const { key } of MERGE_FIELDS) {
    const columnsOfField = columnsOf(key)
    const [first = ''] = columnsOfField
    if (sideOf(key, from[first], into[first]) === 'INTO') continue
    for (const column of columnsOfField) columns[column] = from[column] ?? null
  }
  const [ofFrom, ofInto] = [answersOf(from), answersOf(into)]
  const answers: Answers = { ...ofInto }
  for (const [id, value] of Object.entries(ofFrom)) {
    if (sideOf(`${OWN}${id}`, value, ofInto[id]) === 'FROM') answers[id] = value
  }
  for (const id of Object.keys(ofInto)) {
    if (choices[`${OWN}${id}`] === 'FROM' && !Object.hasOwn(ofFrom, id)) delete answers[id]
  }
  columns.answers = JSON.stringify(answers)
  columns.contacts = JSON.stringify(unitedContacts(from, into))
  columns.tax_ids = JSON.stringify(unitedTaxIds(from, into))
  return Object.fromEntries(Object.entries(columns).filter(([column, value]) => (into[column] ?? null) !== value))
}

/** A column of the history of an undone merge, in words. */
export const columnWord = (column: string): string => {
  const other = { signer_user_id: 'signer', tax_ids: 'tax ids', logo_key: 'logo', answers: 'custom fields' }[column]
  const key = Object.keys(fields).find((each) => columnOf(each)?.name === column)
  return other ?? (key ? inWords(fields, [key]) : column)
}
