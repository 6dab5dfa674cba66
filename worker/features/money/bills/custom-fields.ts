import type { BillContent, FieldValue } from '../../../../schema/money/bills/content.ts'
import type { CustomFieldDetails } from '../../../../schema/platform/accounting/books.ts'
import { dateFault, isCalendarDate } from '../../../../schema/shared/values.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Custom fields and segments on bills: only those that Settings › Payments puts on the form, with values they take. */

type Kind = 'CUSTOM_FIELD' | 'CUSTOM_SEGMENT'
interface FieldRow {
  kind: Kind
  name: string
  details: string
  isOnBills: number
}

/** @param wanted whether a value was given at all */
export const fieldsStatement = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  wanted: boolean,
): D1PreparedStatement =>
  db.sql(
    `SELECT o.kind, o.name, o.details, coalesce(f.is_on_bills, 0) AS isOnBills
       FROM erp_objects o INDEXED BY erp_objects_name LEFT JOIN erp_bill_fields f ON f.object_id = o.id
      WHERE ?2 AND o.company_id = ?1 AND o.kind IN ('CUSTOM_FIELD', 'CUSTOM_SEGMENT') AND o.deleted_at IS NULL
        AND o.is_active LIMIT 200`,
    ...[actor.companyId, wanted ? 1 : 0],
  )

interface Given {
  erpCustomFieldValues: readonly { customFieldScriptId: string; value: string | null }[]
  lines: readonly {
    erpCustomFieldValues: readonly { customFieldScriptId: string; value: string | null }[]
    customSegments: readonly { customSegmentScriptId: string; value: string | null }[]
  }[]
}

interface GivenValue {
  path: string
  kind: Kind
  scriptId: string
  value: string
}

const valuesOf = ({ erpCustomFieldValues, lines }: Given): GivenValue[] => {
  const fields = (at: string, values: Given['erpCustomFieldValues']) =>
    values.map(({ customFieldScriptId, value }, index) => ({
      ...{ path: `${at}erpCustomFieldValues.${index}.value`, kind: 'CUSTOM_FIELD' as const },
      ...{ scriptId: customFieldScriptId, value: value ?? '' },
    }))
  return [
    ...fields('', erpCustomFieldValues),
    ...lines.flatMap((line, at) => [
      ...fields(`lines.${at}.`, line.erpCustomFieldValues),
      ...line.customSegments.map(({ customSegmentScriptId, value }, index) => ({
        ...{ path: `lines.${at}.customSegments.${index}.value`, kind: 'CUSTOM_SEGMENT' as const },
        ...{ scriptId: customSegmentScriptId, value: value ?? '' },
      })),
    ]),
  ].filter(({ value }) => value !== '')
}

export const hasFieldValues = (given: Given): boolean => valuesOf(given).length > 0

const keyOf = ({ scriptId, value }: FieldValue): string => `${scriptId}\n${value}`

/** What a bill has already stays, also when its field is taken off the form. */
const keptBy = (before: Pick<BillContent, 'lines'> & Partial<Pick<BillContent, 'fields'>>): Set<string> =>
  new Set(
    [...(before.fields ?? []), ...before.lines.flatMap(({ fields, segments }) => [...fields, ...segments])].map(keyOf),
  )

/** One id, or several of a field that takes several. */
const LISTED = /^\d{1,15}(,\d{1,15}){0,50}$/
const NUMBER = /^-?\d{1,15}(\.\d{1,8})?$/

const valueFault = ({ valueType = '', options = [] }: Partial<CustomFieldDetails>, value: string): string | null => {
  if (options.length > 0) return options.some(({ erpId }) => erpId === value) ? null : 'This isn’t a valid option'
  // The values of such a list aren't read, so that only the system can say which there are: by their ids.
  if (/list|select/i.test(valueType) && !LISTED.test(value))
    return 'This field takes a value of a list. Enter its ID in the accounting system'
  if (/check ?box/i.test(valueType) && value !== 'true' && value !== 'false') return 'Choose yes or no'
  if (/date/i.test(valueType) && !isCalendarDate(value)) return dateFault(value)
  if (/integer/i.test(valueType) && !/^-?\d{1,15}$/.test(value)) return 'Enter a whole number'
  if (/decimal|currency|percent/i.test(valueType) && !NUMBER.test(value)) return 'Enter a number'
  return null
}

/**
 * Why values can't be given, by field.
 * @param rows those of the statement
 */
export const fieldProblems = (
  given: Given,
  rows: readonly Record<string, unknown>[],
  before: Parameters<typeof keptBy>[0] | null,
): Record<string, string> => {
  const values = valuesOf(given)
  if (values.length === 0) return {}
  const known = new Map(
    (rows as unknown as FieldRow[]).map((row) => {
      const details = JSON.parse(row.details) as Partial<CustomFieldDetails>
      return [`${row.kind}\n${details.scriptId}`, { ...row, details }]
    }),
  )
  const kept = before ? keptBy(before) : new Set<string>()
  return Object.fromEntries(
    values.flatMap(({ path, kind, scriptId, value }): [string, string][] => {
      if (kept.has(keyOf({ scriptId, value }))) return []
      const field = known.get(`${kind}\n${scriptId}`)
      if (!field) return [[path, 'This field isn’t in the accounting system']]
      if (field.isOnBills !== 1) return [[path, `${field.name} isn’t on the bill form`]]
      const isOfLines = field.details.type === 'COLUMN'
      if (isOfLines && !path.startsWith('lines.')) return [[path, `${field.name} is a field of the lines`]]
      if (field.details.type === 'BODY' && path.startsWith('lines.'))
        return [[path, `${field.name} is a field of the bill, not of its lines`]]
      const fault = valueFault(field.details, value)
      return fault ? [[path, fault]] : []
    }),
  )
}
