import { exportIntakeSteps } from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { typeLabel } from '../../../../schema/requests/forms/form-rules.ts'
import { allowsNote } from '../../../../schema/requests/forms/notes.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { type CsvRow, csvFileName, csvOf } from '../../../core/csv.ts'
import { notFound } from '../../../core/errors.ts'
import { namesOfRows } from '../../../core/object-names.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { formNamesStatement } from './form-names.ts'
import { categoryStatement, requireConfigurator } from './read.ts'

const HEADER = [
  'Step',
  'Filled in',
  'Question',
  'Type',
  'Required',
  'Several answers',
  'Help',
  'Options',
  'Types of documents',
  'Shown when',
  'On vendor details',
  'Approver chosen for each department',
  'Note allowed',
  'Edits keep approvals',
]

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No')

interface Words {
  questions: Map<string, Question>
  names: Map<string, string>
  currency: Currency
}

const bounds = (question: Question, min: number | null, max: number | null, { currency }: Words): string => {
  const isMoney = question.type === 'MONEY' || question.type === 'REQUEST_AMOUNT'
  const shown = (value: number) => (isMoney ? formatMoney({ value, currency }) : String(value))
  if (min !== null && max !== null) return `${shown(min)} to ${shown(max)}`
  return min !== null ? `at least ${shown(min)}` : `at most ${shown(max ?? 0)}`
}

/** "Kind is New or Renewal and Amount at least $1,000.00": a question's conditions in one line. */
const shownWhen = (question: Question, words: Words): string => {
  const source = (id: string) => words.questions.get(id)
  const label = (id: string) => source(id)?.label ?? 'A deleted question'
  const value = (id: string, of: string) =>
    source(of)?.options.find((option) => option.id === id)?.label ?? words.names.get(id) ?? id
  return [
    ...question.conditionAnyOfs.map(
      (c) => `${label(c.valuesQuestionId)} is ${c.values.map((id) => value(id, c.valuesQuestionId)).join(' or ')}`,
    ),
    ...question.conditionNumerics.map((c) => {
      const asked = source(c.valuesQuestionId)
      return `${label(c.valuesQuestionId)} ${asked ? bounds(asked, c.minimumValue, c.maximumValue, words) : ''}`
    }),
    ...question.conditionBooleans.map((c) => `${label(c.valuesQuestionId)} is ${yesNo(c.value)}`),
  ].join(question.chainOperator === 'AND' ? ' and ' : ' or ')
}

/** "Software > Licenses" for a nested option. */
const optionPath = (question: Question, optionId: string | null, depth = 0): string => {
  const option = question.options.find(({ id }) => id === optionId)
  if (!option || depth > question.options.length) return ''
  const above = optionPath(question, option.parentId, depth + 1)
  return above ? `${above} > ${option.label}` : option.label
}

const linesOf = (form: FormDefinition, words: Words): CsvRow[] =>
  form.steps.flatMap((step) =>
    step.questions.map((question) => [
      step.label,
      step.isAdditionalStep ? 'Later, as a task' : 'When filing',
      question.label,
      typeLabel(question.type),
      yesNo(question.isRequired),
      yesNo(question.isMulti),
      question.description,
      question.options.map((option) => optionPath(question, option.id)).join('; '),
      question.documentTypes.join('; '),
      shownWhen(question, words),
      yesNo(question.showOnVendorDetails),
      yesNo(question.requireDepartmentApproverAssigneeSelection),
      yesNo(allowsNote(question)),
      yesNo(question.keepsApprovals === true),
    ]),
  )

/** A form as a file to share, with one line for each question (specification 2 §7, steps.csv). */
export const exportSteps = query({
  id: 'intake.export-steps',
  access: 'categories.configure',
  input: inputOf(exportIntakeSteps),
  run: async (context, { intakeCategoryId }) => {
    const { db, actor } = context
    const [categories, found] = await db.batch([
      categoryStatement(context, intakeCategoryId),
      formNamesStatement(db, actor.companyId, intakeCategoryId),
    ])
    const category = categories?.results[0]
    requireConfigurator(actor, category)
    if (!category) throw notFound('The category')
    const form = (category.definition ? JSON.parse(String(category.definition)) : { steps: [] }) as FormDefinition
    const questions = allQuestions(form)
    const names = namesOfRows(found?.results ?? [])
    const words = { questions: new Map(questions.map((q) => [q.id, q])), names, currency: actor.company.currency }
    const name =
      String(category.name)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '') || 'category'
    return {
      fileName: csvFileName(`form-${name}`, context.clock.now(), actor.timezone),
      text: csvOf([HEADER, ...linesOf(form, words)]),
    }
  },
})
