import type { Question } from '../../../../schema/requests/forms/form.ts'
import { whyNotAsked } from '../../../../schema/requests/forms/unused-questions.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { type Currency, currency as currencyShape, DEFAULT_CURRENCY } from '../../../../schema/shared/money.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { type ImportField, VENDOR_IMPORT_FIELDS } from '../../../../schema/vendors/imports/fields.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import type { Database } from '../../../core/database.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'
import { ADDRESS_FORM, customParser } from './custom-values.ts'
import { CURRENCY_OF, CUSTOM_FIELD } from './row-values.ts'

export interface CompanyFields {
  fields: ImportField[]
  /** Custom fields that fit into a cell, by the import's key. */
  questions: Map<string, Question>
  /** The currency of amounts without one, whether other currencies are allowed, and their rates. */
  exchange: Exchange
}

const helpOf = ({ type, isMulti }: Question, currency: Currency, allowsOthers: boolean): string => {
  if (type === 'MONEY' && !allowsOthers) return `An amount in ${currency}, as 1250.00.`
  if (type === 'MONEY') return `An amount with its currency, as 1250.00 USD; without one it is in ${currency}.`
  if (type === 'ADDRESS')
    return `The parts separated by a semicolon: ${ADDRESS_FORM}. A second line follows the street.`
  if (type === 'MEMBER_SELECT')
    return isMulti ? 'Email addresses of members, separated by a semicolon.' : 'The email address of a member.'
  if (type === 'CUSTOM_SELECT') return isMulti ? 'Names of options, separated by semicolons.' : ''
  if (type === 'YES_NO') return 'Yes or no.'
  return type.endsWith('DATE') ? 'A date as yyyy-mm-dd.' : ''
}

/** A file may have the currency of an amount in a column beside it, as ours do. */
const currencyField = ({ id, label }: Question): ImportField => ({
  key: `${CURRENCY_OF}${id}`,
  label: `${label} currency`,
  example: '',
  help: 'Such as USD, for amounts that don’t name one.',
  headers: [],
})

export const fieldsStatement = (db: Pick<Database, 'sql'>, companyId: string): D1PreparedStatement =>
  db.sql(
    `SELECT c.flags, c.currency, (SELECT f.definition FROM custom_form_fields f
                       WHERE f.company_id = c.id AND f.vendor_category_id = '') AS definition
       FROM companies c WHERE c.id = ?`,
    companyId,
  )

/** Everything that a column can be in this company: the fields of every vendor, and its custom fields. */
export const toCompanyFields = (
  row: Record<string, unknown> | undefined | null,
  rates: readonly Record<string, unknown>[] = [],
): CompanyFields => {
  const flags = readCompanyFlags(String(row?.flags ?? '{}'))
  const definition = row?.definition
  const currency = currencyShape.safeParse(row?.currency).data ?? DEFAULT_CURRENCY
  const allowsOthers = flags.enableCurrencies
  const exchange = exchangeOf(rates, currency, allowsOthers)
  const own = definition ? (JSON.parse(String(definition)) as CustomFormFields).vendorFormFields : []
  const questions = new Map(
    own
      .filter((question) => whyNotAsked(question.type, flags) === null && customParser(question, exchange))
      .map((question) => [`${CUSTOM_FIELD}${question.id}`, question]),
  )
  return {
    fields: [
      ...VENDOR_IMPORT_FIELDS.filter(({ key }) => key !== 'categories' || flags.enableVendorCategories),
      ...[...questions].flatMap(([key, question]) => [
        {
          key,
          label: question.label,
          example: '',
          help: helpOf(question, currency, allowsOthers) || undefined,
          headers: [],
        },
        ...(question.type === 'MONEY' && allowsOthers ? [currencyField(question)] : []),
      ]),
    ],
    questions,
    exchange,
  }
}

/** @param now the current rates for amounts */
export const companyFields = async (db: Database, companyId: string, now: number): Promise<CompanyFields> => {
  const [fields, rates] = await db.batch([fieldsStatement(db, companyId), ratesStatement(db, companyId, null, now)])
  return toCompanyFields(fields?.results[0], rates?.results)
}
