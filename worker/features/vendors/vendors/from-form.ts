import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, Question } from '../../../../schema/requests/forms/form.ts'
import { isBlank } from '../../../../schema/requests/forms/validation.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { differences } from '../../../../schema/shared/record.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { linkStatement } from '../../documents/documents/index.ts'
import { acceptable, NOT_ASKED_NOW } from './acceptable.ts'
import { type CheckedAnswers, type Chosen, checkAnswers, type VendorForm } from './form.ts'
import type { ReadVendor } from './rows.ts'
import { readable, updateStatements, valuesOf } from './write.ts'

/** Answers of an approved vendor form that become values of the vendor. */

/** What a form changes, for the history: "by the form …". */
export interface FormSource {
  sentence: string
  data: Record<string, unknown>
}

interface AuditOfForm {
  changeKey: string
  action: string
  targetType: 'VENDOR' | 'SERVICE'
  targetId: string
  message: string
  changeData: Record<string, unknown>
}

export interface FromForm {
  /** By field: why its answer isn't accepted. */
  refused: Record<string, string>
  /** Fields that lose their value, because what their condition asks about changes. */
  cleared: Question[]
  /** All answers afterwards. */
  after: Answers
  write(source: FormSource): { statements: D1PreparedStatement[]; audit: AuditOfForm[] }
}

/** Files that these answers name are attached, so that everyone who sees the object can open them. */
export const attachStatements = (
  context: StaffContext,
  questions: readonly Question[],
  given: Answers,
  target: readonly [type: string, id: string],
): D1PreparedStatement[] => {
  const files = questions.filter(({ type }) => type === 'DOCUMENTS').flatMap(({ id }) => chosenIds(given[id]))
  return files.length > 0
    ? [
        linkStatement(
          context,
          files.map((id) => ({ id })),
          [target],
        ),
      ]
    : []
}

export const clearedIn = (questions: readonly Question[], before: Answers, after: Answers): Question[] =>
  questions.filter(({ id }) => !isBlank(before[id]) && isBlank(after[id]))

/** What answers are checked with, read before. */
export interface CheckedWith<Form> {
  form: Form
  now: Exchange
  /** What the answers and the values before refer to. */
  chosen: Chosen
}

/** Checks answers by the rules of an edit, without reading anything. The vendor's other values stay. */
export const vendorFromForm = async (
  context: StaffContext,
  { vendor, stored }: ReadVendor,
  given: Answers,
  { form, now, chosen: known }: CheckedWith<VendorForm>,
): Promise<FromForm> => {
  const before = valuesOf(stored)
  const chosen = (keys: readonly string[]): Answers => Object.fromEntries(keys.map((id) => [id, given[id] ?? null]))
  const { checked, kept, refused } = await acceptable<CheckedAnswers>(
    Object.keys(given),
    (keys) => checkAnswers(context, form, { ...before.answers, ...chosen(keys) }, now, before, known),
    (id, { faults, answers }) => faults[`answers.${id}`] ?? (Object.hasOwn(answers, id) ? undefined : NOT_ASKED_NOW),
  )
  const after = { ...before, answers: checked.answers, answerRates: checked.rates }
  const questions = allQuestions(form.form)
  return {
    refused,
    cleared: clearedIn(questions, before.answers, after.answers),
    after: after.answers,
    write: ({ sentence, data }) => {
      if (kept.length === 0) return { statements: [], audit: [] }
      const named = { people: new Map<string, string>(), form, answers: checked }
      const { changed, changeData } = differences(readable(before, named), readable(after, named))
      return {
        statements: [
          ...updateStatements(context, vendor.id, after, vendor.version, before),
          ...attachStatements(context, questions, chosen(kept), ['VENDOR', vendor.id]),
        ],
        audit: [
          {
            changeKey: `vendor:${vendor.id}:v${vendor.version + 1}`,
            action: 'vendor.changed',
            targetType: 'VENDOR',
            targetId: vendor.id,
            message: `Changed the vendor ${vendor.name} by ${sentence}: ${changed.join(', ')}`,
            changeData: { ...changeData, after: { ...changeData.after, ...data } },
          },
        ],
      }
    },
  }
}
