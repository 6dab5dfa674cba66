import type { FieldValue } from '../../../../schema/money/bills/content.ts'
import type { CustomFieldDetails } from '../../../../schema/platform/accounting/books.ts'
import type { Database } from '../../../core/database.ts'

/** What custom fields and segments are called, and their choices. Those that are or were on the bill form. */

type Kind = 'CUSTOM_FIELD' | 'CUSTOM_SEGMENT'

export const fieldNamesStatement = ({ db }: { db: Pick<Database, 'sql'> }, companyId: string): D1PreparedStatement =>
  db.sql(
    `SELECT o.kind, o.name, o.details FROM erp_bill_fields f INDEXED BY erp_bill_fields_company
      CROSS JOIN erp_objects o ON o.id = f.object_id
      WHERE f.company_id = ?1 AND o.kind IN ('CUSTOM_FIELD', 'CUSTOM_SEGMENT') LIMIT 80`,
    companyId,
  )

export interface NamedValue {
  /** Its title, or the script id of a field that is gone. */
  name: string
  value: string
  /** The value as people read it. */
  text: string
}

const YES_NO: ReadonlyMap<string, string> = new Map(Object.entries({ true: 'Yes', false: 'No' }))

export class FieldNames {
  readonly #known: ReadonlyMap<string, { name: string; details: Partial<CustomFieldDetails> }>

  /** @param rows those of the statement */
  constructor(rows: readonly Record<string, unknown>[] = []) {
    this.#known = new Map(
      rows.map(({ kind, name, details: json }) => {
        const details = JSON.parse(String(json)) as Partial<CustomFieldDetails>
        return [`${kind}\n${details.scriptId}`, { name: String(name), details }]
      }),
    )
  }

  #named(kind: Kind, { scriptId, value }: FieldValue): NamedValue {
    const known = this.#known.get(`${kind}\n${scriptId}`)
    const option = known?.details.options?.find(({ erpId }) => erpId === value)?.name
    const text = option ?? (/check ?box/i.test(known?.details.valueType ?? '') ? YES_NO.get(value) : undefined) ?? value
    return { name: known?.name ?? scriptId, value, text }
  }

  fields(values: readonly FieldValue[]) {
    return values.map((one) => ({ customFieldScriptId: one.scriptId, ...this.#named('CUSTOM_FIELD', one) }))
  }

  segments(values: readonly FieldValue[]) {
    return values.map((one) => ({ customSegmentScriptId: one.scriptId, ...this.#named('CUSTOM_SEGMENT', one) }))
  }
}
