import type { z } from 'zod'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { ImportMapping, ImportProblem } from '../../../../schema/shared/imports.ts'
import type { Fields, ImportedValues } from '../../../../schema/shared/record.ts'
import { CUT_TAX_ID, isWholeTaxId } from '../../../../schema/shared/tax-ids.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../../schema/vendors/vendors/values.ts'
import {
  emailAddress,
  listOf,
  memberRef,
  membersOf,
  type Parser,
  text,
  word,
  yesNo,
} from '../../../core/import-cells.ts'
import { customParser } from './custom-values.ts'

/** What a row contains for its vendor, before any lookups. A missing field changes nothing. */
export interface RowValues extends Partial<ImportedValues<typeof vendorFields>> {
  owners?: string[]
  categories?: string[]
  signer?: string
  contactName?: string
  contactEmail?: string
  externalSignerName?: string
  externalSignerEmail?: string
  taxIds?: string[]
  /** By question id. */
  answers?: Record<string, unknown>
  /** The same for members named by their addresses. */
  members?: Record<string, string[]>
}

/** The prefix of a key for a custom field. */
export const CUSTOM_FIELD = 'field:'
/** The prefix of a key for the currency of a custom field that is an amount, in a column of its own. */
export const CURRENCY_OF = 'currency:'

const METHOD_WORDS: ReadonlyMap<string, PaymentMethod> = new Map(
  Object.entries({
    ...Object.fromEntries(PAYMENT_METHODS.map((method) => [method, method])),
    CARD: 'CREDIT_CARD',
    CHEQUE: 'CHECK',
    WIRE_TRANSFER: 'WIRE',
    BANK_TRANSFER: 'EFT',
    DIRECT_DEPOSIT: 'ACH',
  }),
)

const paymentMethod: Parser = (value) => {
  const method = METHOD_WORDS.get(word(value))
  return method ? { value: method } : { message: `${value} isn’t a payment method` }
}

const NEITHER = new Set(['NA', 'N_A', 'NOT_APPLICABLE', 'NONE'])

const socTwo: Parser = (value) => (NEITHER.has(word(value)) ? { value: null } : yesNo(value))

/** Validated like the vendor form. */
const asInForm =
  (shape: z.ZodType): Parser =>
  (value) => {
    const parsed = shape.safeParse(value)
    return parsed.success ? { value: parsed.data } : { message: parsed.error.issues[0]?.message ?? 'Not valid' }
  }

const wholeTaxId: Parser = (value) => (isWholeTaxId(value) ? text(60)(value) : { message: CUT_TAX_ID })

const PARSERS: ReadonlyMap<string, Parser> = new Map(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(vendorFields as Fields).flatMap(([key, { input, imported }]) =>
        input && imported ? [[key, asInForm(input)]] : [],
      ),
    ),
    owners: membersOf(50),
    categories: listOf(text(200), /;/, 20),
    paymentMethod,
    signer: memberRef,
    contactName: text(120),
    contactEmail: emailAddress,
    externalSignerName: text(120),
    externalSignerEmail: emailAddress,
    taxIds: listOf(wholeTaxId, /[;,]/, 20),
    isSocTwoCompliant: socTwo,
  }),
)

/** Our own files write a contact in one cell: "Ines Moreau, ines@northwind.example". */
const takeAddress = (values: Record<string, unknown>, name: string, email: string): void => {
  const text = String(values[name] ?? '').trim()
  const words = text.split(/[\s,;<>]/)
  const address = words.at(text.endsWith('>') ? -2 : -1) ?? ''
  const parsed = emailAddress(address)
  if (!('value' in parsed)) return
  let end = text.lastIndexOf(address)
  while (end > 0 && /[\s,;<]/.test(text[end - 1] ?? '')) end -= 1
  const before = text.slice(0, end)
  if (before) values[name] = before
  else delete values[name]
  values[email] ??= parsed.value
}

const isCurrency = (key: string, questions: ReadonlyMap<string, Question>): boolean =>
  key.startsWith(CURRENCY_OF) && questions.has(key.replace(CURRENCY_OF, CUSTOM_FIELD))

export const REQUIRED_NAME = 'Vendor name is required'
const REMOVED_FIELD = 'This custom field was removed. Check the file again with other columns'

/** The values of one row and their errors. A field with an error is left out of the values. */
export const rowValues = (
  cells: readonly string[],
  mapping: ImportMapping,
  { questions, exchange }: { questions: ReadonlyMap<string, Question>; exchange: Exchange },
): { values: RowValues; problems: ImportProblem[] } => {
  const values: Record<string, unknown> = {}
  const answers: Record<string, unknown> = {}
  const members: Record<string, unknown> = {}
  const problems: ImportProblem[] = []
  /** An amount that doesn't name its currency, with the one of the column beside it. */
  const withCurrency = (cell: string, id: string): string => {
    const code = cells[mapping.indexOf(`${CURRENCY_OF}${id}`)]?.trim()
    return code && /^[-\d.,\s]+$/.test(cell) ? `${cell} ${code}` : cell
  }
  for (const [column, key] of mapping.entries()) {
    const written = cells[column] ?? ''
    if (key === null || written === '' || isCurrency(key, questions)) continue
    const question = questions.get(key)
    const cell = question?.type === 'MONEY' ? withCurrency(written, question.id) : written
    const parse = question ? customParser(question, exchange) : PARSERS.get(key)
    if (!parse) {
      // It was there when the column was chosen.
      problems.push({ level: 'ERROR', field: key, message: REMOVED_FIELD })
      continue
    }
    const parsed = parse(cell)
    if ('message' in parsed) problems.push({ level: 'ERROR', field: key, message: parsed.message })
    else if (question) (question.type === 'MEMBER_SELECT' ? members : answers)[question.id] = parsed.value
    else values[key] = parsed.value
  }
  takeAddress(values, 'contactName', 'contactEmail')
  takeAddress(values, 'externalSignerName', 'externalSignerEmail')
  if (Object.keys(answers).length > 0) values.answers = answers
  if (Object.keys(members).length > 0) values.members = members
  if (cells.slice(mapping.length).some((cell) => cell !== '')) {
    problems.push({ level: 'ERROR', field: null, message: 'The row has more cells than the header' })
  }
  const nameColumn = mapping.indexOf('name')
  if ((cells[nameColumn] ?? '') === '') problems.push({ level: 'ERROR', field: 'name', message: REQUIRED_NAME })
  const formula = mapping.find((key, column) => key !== null && /^[=@]/.test(cells[column] ?? ''))
  if (formula) {
    problems.push({ level: 'WARNING', field: formula, message: 'Looks like a formula, so it’s saved as text' })
  }
  return { values: values as RowValues, problems }
}
