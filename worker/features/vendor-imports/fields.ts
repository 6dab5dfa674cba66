import type { Question } from '../../../schema/intake/form.ts'
import { readCompanyFlags } from '../../../schema/shared/permissions.ts'
import { type ImportField, VENDOR_IMPORT_FIELDS } from '../../../schema/vendor-imports/fields.ts'
import type { CustomFormFields } from '../../../schema/vendor-settings/fields.ts'
import type { Database } from '../../core/database.ts'
import { CUSTOM_FIELD, customParser } from './row-values.ts'

export interface CompanyFields {
  fields: ImportField[]
  /** The company's own fields that fit into a cell, by the key of the import. */
  questions: Map<string, Question>
}

const helpOf = ({ type, isMulti }: Question): string => {
  if (type === 'CUSTOM_SELECT') return isMulti ? 'Choices as they are called, separated by a semicolon.' : ''
  if (type === 'YES_NO') return 'Yes or no.'
  return type.endsWith('DATE') ? 'A date as yyyy-mm-dd.' : ''
}

export const fieldsStatement = (db: Pick<Database, 'sql'>, companyId: string): D1PreparedStatement =>
  db.sql(
    `SELECT c.flags, (SELECT f.definition FROM custom_form_fields f
                       WHERE f.company_id = c.id AND f.vendor_category_id = '') AS definition
       FROM companies c WHERE c.id = ?`,
    companyId,
  )

/** Everything that a column can be in this company: the fields of every vendor, and those that it has added. */
export const toCompanyFields = (row: Record<string, unknown> | undefined | null): CompanyFields => {
  const flags = readCompanyFlags(String(row?.flags ?? '{}'))
  const definition = row?.definition
  const own = definition ? (JSON.parse(String(definition)) as CustomFormFields).vendorFormFields : []
  const questions = new Map(
    own.filter((question) => customParser(question)).map((question) => [`${CUSTOM_FIELD}${question.id}`, question]),
  )
  return {
    fields: [
      ...VENDOR_IMPORT_FIELDS.filter(({ key }) => key !== 'categories' || flags.enableVendorCategories),
      ...[...questions].map(([key, question]) => ({
        key,
        label: question.label,
        example: '',
        help: helpOf(question) || undefined,
        headers: [],
      })),
    ],
    questions,
  }
}

export const companyFields = async (db: Database, companyId: string): Promise<CompanyFields> =>
  toCompanyFields(await db.first<Record<string, unknown>>(fieldsStatement(db, companyId)))
