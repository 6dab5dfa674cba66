import type { z } from 'zod'
import { flagsOfRole, MEMBER_IMPORT_FIELDS } from '../../../../schema/platform/member-imports/fields.ts'
import { memberFields } from '../../../../schema/platform/members/member-endpoints.ts'
import type { ImportMapping, ImportProblem } from '../../../../schema/shared/imports.ts'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { emailAddress, listOf, memberRef, type Parser, text, yesNo } from '../../../core/import-cells.ts'

/** What a row says of its member, before any lookups. */
export interface RowValues {
  email?: string
  firstName?: string
  lastName?: string
  fullName?: string
  title?: string
  roles?: readonly (readonly AccessFlag[])[]
  departments?: string[]
  approvesForDepartments?: boolean
  businessUnits?: string[]
  groups?: string[]
  location?: string
  /** An address or a name. */
  manager?: string
}

/** Validated like the form of a member. */
const asInForm =
  (shape: z.ZodType): Parser =>
  (value) => {
    const parsed = shape.safeParse(value)
    return parsed.success ? { value: parsed.data } : { message: parsed.error.issues[0]?.message ?? 'Not valid' }
  }

const role: Parser = (value) => {
  const flags = flagsOfRole(value)
  return flags ? { value: flags } : { message: `${value} isn’t a role` }
}

const units = listOf(text(200), /;/, 20)

/** Our own files name the departments. */
const approvesForDepartments: Parser = (value) => {
  const answer = yesNo(value)
  return 'value' in answer ? answer : units(value)
}

const PARSERS: ReadonlyMap<string, Parser> = new Map(
  Object.entries({
    email: emailAddress,
    firstName: asInForm(memberFields.firstName),
    lastName: asInForm(memberFields.lastName),
    fullName: text(200),
    title: asInForm(memberFields.title),
    roles: listOf(role, /[;,]/, 20),
    departments: units,
    approvesForDepartments,
    businessUnits: units,
    groups: units,
    location: text(200),
    manager: memberRef,
  }),
)

export const LABELS: ReadonlyMap<string, string> = new Map(MEMBER_IMPORT_FIELDS.map(({ key, label }) => [key, label]))

/** First and last name of a name in one cell. */
const split = (name: string): { firstName: string; lastName: string } => {
  const [firstName = '', ...others] = name.split(/\s+/)
  return { firstName, lastName: others.join(' ') }
}

const SOME_ONLY = 'They approve for some of their departments only. Write yes or no'

const error = (field: string | null, message: string): ImportProblem => ({ level: 'ERROR', field, message })

/** The values of one row and its errors. A field with an error is left out of the values. */
export const rowValues = (
  cells: readonly string[],
  mapping: ImportMapping,
): { values: RowValues; problems: ImportProblem[] } => {
  const read: Record<string, unknown> = {}
  const problems: ImportProblem[] = []
  for (const [column, key] of mapping.entries()) {
    const cell = cells[column] ?? ''
    const parse = key === null || cell === '' ? undefined : PARSERS.get(key)
    if (!parse || key === null) continue
    const parsed = parse(cell)
    if ('message' in parsed) problems.push(error(key, parsed.message))
    else read[key] = parsed.value
  }
  if (cells.slice(mapping.length).some((cell) => cell !== '')) {
    problems.push(error(null, 'The row has more cells than the header'))
  }
  const { approvesForDepartments: approved } = read
  if (Array.isArray(approved)) {
    const missing = ((read.departments ?? []) as string[]).filter((name) => !approved.includes(name))
    if (missing.length > 0) problems.push(error('approvesForDepartments', SOME_ONLY))
    read.approvesForDepartments = missing.length === 0
  }
  const values = read as RowValues
  const named = { ...(values.fullName && split(values.fullName)), ...values }
  const isWrong = (key: string) => problems.some(({ field }) => field === key)
  for (const key of ['email', 'firstName', 'lastName'] as const) {
    if (!named[key] && !isWrong(key)) problems.push(error(key, 'Required'))
  }
  return { values: named, problems }
}
