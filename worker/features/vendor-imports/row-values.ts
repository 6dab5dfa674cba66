import type { z } from 'zod'
import type { Question } from '../../../schema/intake/form.ts'
import { email as emailShape, isCalendarDate } from '../../../schema/shared/values.ts'
import type { ImportProblem } from '../../../schema/vendor-imports/endpoints.ts'
import type { ImportMapping } from '../../../schema/vendor-imports/fields.ts'
import { createVendorBody } from '../../../schema/vendors/endpoints.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../schema/vendors/values.ts'

/** What a row says of its vendor, before anything is looked up. A field that is absent says nothing. */
export interface RowValues {
  name?: string
  description?: string
  website?: string
  owners?: string[]
  categories?: string[]
  paymentMethod?: PaymentMethod
  signer?: string
  contactName?: string
  contactEmail?: string
  externalSignerName?: string
  externalSignerEmail?: string
  taxIds?: string[]
  isSocTwoCompliant?: boolean | null
  /** By question id. */
  answers?: Record<string, unknown>
}

/** The prefix of a key that stands for a field that the company has added. */
export const CUSTOM_FIELD = 'field:'

type Parsed = { value: unknown } | { message: string }
type Parser = (text: string) => Parsed

const text =
  (max: number): Parser =>
  (value) =>
    value.length > max ? { message: `At most ${max.toLocaleString('en-US')} characters` } : { value }

const emailAddress: Parser = (value) => {
  const parsed = emailShape.safeParse(value)
  return parsed.success ? { value: parsed.data } : { message: `${value} is no email address` }
}

const listOf =
  (item: Parser, separators: RegExp, most: number): Parser =>
  (value) => {
    const parts = [
      ...new Set(
        value
          .split(separators)
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ]
    if (parts.length > most) return { message: `At most ${most}` }
    const values: unknown[] = []
    for (const part of parts) {
      const parsed = item(part)
      if ('message' in parsed) return parsed
      values.push(parsed.value)
    }
    return { value: values }
  }

const word = (value: string): string => value.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

const METHOD_WORDS: Record<string, PaymentMethod> = {
  ...Object.fromEntries(PAYMENT_METHODS.map((method) => [method, method])),
  CARD: 'CREDIT_CARD',
  CHEQUE: 'CHECK',
  WIRE_TRANSFER: 'WIRE',
  BANK_TRANSFER: 'EFT',
  DIRECT_DEPOSIT: 'ACH',
}

const paymentMethod: Parser = (value) => {
  const method = METHOD_WORDS[word(value)]
  return method ? { value: method } : { message: `${value} is no payment method` }
}

const YES = new Set(['YES', 'Y', 'TRUE', '1'])
const NO = new Set(['NO', 'N', 'FALSE', '0'])
const NEITHER = new Set(['NA', 'N_A', 'NOT_APPLICABLE', 'NONE'])

const yesNo: Parser = (value) => {
  const answer = word(value)
  if (YES.has(answer)) return { value: true }
  return NO.has(answer) ? { value: false } : { message: `${value} is neither yes nor no` }
}

const socTwo: Parser = (value) => (NEITHER.has(word(value)) ? { value: null } : yesNo(value))

/** Checked as the form of a vendor checks it. */
const asInForm =
  (shape: z.ZodType): Parser =>
  (value) => {
    const parsed = shape.safeParse(value)
    return parsed.success ? { value: parsed.data } : { message: parsed.error.issues[0]?.message ?? 'Not valid' }
  }

const PARSERS: Record<string, Parser> = {
  name: asInForm(createVendorBody.shape.name),
  description: asInForm(createVendorBody.shape.description),
  website: asInForm(createVendorBody.shape.website),
  owners: listOf(emailAddress, /[;,]/, 50),
  categories: listOf(text(200), /;/, 20),
  paymentMethod,
  signer: emailAddress,
  contactName: text(120),
  contactEmail: emailAddress,
  externalSignerName: text(120),
  externalSignerEmail: emailAddress,
  taxIds: listOf(text(60), /[;,]/, 20),
  isSocTwoCompliant: socTwo,
}

const number: Parser = (value) => {
  const plain = value.replaceAll(/[,\s]/g, '')
  return /^-?\d+(\.\d+)?$/.test(plain) ? { value: Number(plain) } : { message: `${value} is no number` }
}

const date: Parser = (value) =>
  isCalendarDate(value) ? { value } : { message: `${value} is no date. Write dates as yyyy-mm-dd` }

/** A choice is named by its label. */
const choice =
  ({ options, isMulti }: Question): Parser =>
  (value) => {
    const ids = new Map(options.map((option) => [option.label.trim().toLowerCase(), option.id]))
    const pick: Parser = (label) => {
      const id = ids.get(label.toLowerCase())
      return id ? { value: id } : { message: `${label} is none of the choices` }
    }
    return isMulti ? listOf(pick, /;/, 100)(value) : pick(value)
  }

/** How the values of a field of the company are written in a cell; null for kinds that do not fit into one. */
export const customParser = (question: Question): Parser | null => {
  switch (question.type) {
    case 'TEXT':
      return text(20_000)
    case 'EMAIL':
      return emailAddress
    case 'NUMBER':
      return number
    case 'YES_NO':
      return yesNo
    case 'DATE':
    case 'START_DATE':
    case 'END_DATE':
      return date
    case 'CUSTOM_SELECT':
      return choice(question)
    default:
      return null
  }
}

export const REQUIRED_NAME = 'Vendor name is required'

/** The values of one row and what is wrong with them; a field in error is left out of the values. */
export const rowValues = (
  cells: readonly string[],
  mapping: ImportMapping,
  questions: ReadonlyMap<string, Question>,
): { values: RowValues; problems: ImportProblem[] } => {
  const values: Record<string, unknown> = {}
  const answers: Record<string, unknown> = {}
  const problems: ImportProblem[] = []
  for (const [column, key] of mapping.entries()) {
    const cell = cells[column] ?? ''
    if (key === null || cell === '') continue
    const question = questions.get(key)
    const parse = question ? customParser(question) : PARSERS[key]
    if (!parse) continue
    const parsed = parse(cell)
    if ('message' in parsed) problems.push({ level: 'ERROR', field: key, message: parsed.message })
    else if (question) answers[question.id] = parsed.value
    else values[key] = parsed.value
  }
  if (Object.keys(answers).length > 0) values.answers = answers
  if (cells.slice(mapping.length).some((cell) => cell !== '')) {
    problems.push({ level: 'ERROR', field: null, message: 'The row has more cells than the header' })
  }
  const nameColumn = mapping.indexOf('name')
  if ((cells[nameColumn] ?? '') === '') problems.push({ level: 'ERROR', field: 'name', message: REQUIRED_NAME })
  const formula = mapping.find((key, column) => key !== null && /^[=@]/.test(cells[column] ?? ''))
  if (formula) {
    problems.push({ level: 'WARNING', field: formula, message: 'Looks like a formula; it is kept as text' })
  }
  return { values: values as RowValues, problems }
}
