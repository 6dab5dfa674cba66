import type { AnswerEntry, Answers } from '../../../../../schema/requests/forms/form.ts'
import { type Notes, noteProblems } from '../../../../../schema/requests/forms/notes.ts'
import { sizeProblems } from '../../../../../schema/requests/forms/size.ts'
import { isSameAnswer, unknownAnswers, unknownIds } from '../../../../../schema/requests/forms/unknown-answers.ts'
import { validateAnswers } from '../../../../../schema/requests/forms/validation.ts'
import { questionNames, visibleQuestions } from '../../../../../schema/requests/forms/visibility.ts'
import { intakeSubmissions } from '../../../../../schema/requests/submissions/tables.ts'
import { AppError, invalidFields } from '../../../../core/errors.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { select, typed } from '../../../../core/record.ts'
import { removedLabels } from '../../categories/index.ts'
import type { FilingContext } from '../planning.ts'
import { wrongChoices, wrongTypes } from './chosen.ts'

/** Checks of answers to a category's form, with a message for each question. */

/** Answers by question. Throws INVALID for a question with two different answers. */
export const answersIn = (list: readonly AnswerEntry[]): Answers => {
  const answers = new Map<string, AnswerEntry['value']>()
  for (const { questionId, value } of list) {
    const other = answers.get(questionId)
    if (other !== undefined && !isSameAnswer(other, value))
      throw invalidFields({ [questionId]: `The question “${questionId}” has two different answers` })
    answers.set(questionId, value)
  }
  return Object.fromEntries(answers)
}

const DRAFT = typed`SELECT ${select(intakeSubmissions, 's', ['draftAnswers'])} FROM intake_submissions s WHERE s.id = ? AND s.company_id = ?`

/** Those of a draft, as they are stored. */
export const draftAnswersOf = async ({ db, actor }: StaffContext, id: string): Promise<Answers> => {
  const row = await db.first(db.sql(DRAFT, id, actor.companyId))
  return JSON.parse(row?.draftAnswers ?? '{}') as Answers
}

/**
 * A message for each answer that the form has no question or option for. Reads only if there is one.
 * @param given as they were sent
 * @param before stored answers, which may stay though their question was removed
 */
export const unknownIn = async (
  context: StaffContext,
  { form, category }: Pick<FilingContext, 'form' | 'category'>,
  given: Answers,
  before: Answers | (() => Promise<Answers>) = {},
): Promise<Record<string, string>> => {
  if (Object.keys(unknownAnswers(form, given)).length === 0) return {}
  const stored = typeof before === 'function' ? await before() : before
  const left = unknownAnswers(form, given, stored)
  const gone = unknownIds(form, left)
  if (gone.length === 0) return left
  return unknownAnswers(form, given, stored, await removedLabels(context, category.id, gone))
}

/** The same, thrown as INVALID. */
export const refuseUnknown = async (...asked: Parameters<typeof unknownIn>): Promise<void> => {
  const fields = await unknownIn(...asked)
  const [, { form }] = asked
  if (Object.keys(fields).length > 0) throw invalidFields(fields, questionNames(form))
}

interface Checks {
  draft: boolean
  notes: Notes
  /** Answers whose documents may be of any type. */
  before?: Answers | undefined
  /** Answers whose choices may stay though they were archived since. The same by default. */
  chosenBefore?: Answers | undefined
  /** Of `unknownIn`, so that every door asks. */
  unknown: Record<string, string>
}

/** A message for each question. Ids of other companies are named beside their question, along with other problems. */
const faultsIn = (
  filing: FilingContext,
  answers: Answers,
  { draft, notes, before, chosenBefore = before, unknown }: Checks,
): Record<string, string> => {
  const { form } = filing
  const questions = visibleQuestions(form, answers)
  return {
    ...wrongTypes(filing, questions, answers, before),
    ...wrongChoices(filing, questions, answers, chosenBefore),
    ...validateAnswers(form, answers, { draft }),
    ...noteProblems(notes),
    ...sizeProblems(answers, notes),
    ...unknown,
  }
}

export const checkAnswers = (filing: FilingContext, answers: Answers, checks: Checks): void => {
  const { form, category } = filing
  // A vendor form can consist of the company's fields alone.
  if (category.formVersion === 0 && form.steps.length === 0)
    throw new AppError('RULE_BROKEN', 'This category has no form yet.')
  const fields = faultsIn(filing, answers, checks)
  if (Object.keys(fields).length > 0) throw invalidFields(fields, questionNames(form))
}

/** What filing would refuse besides what is still missing, in words for a preview: the first question's problem. */
export const firstFault = (filing: FilingContext, answers: Answers, before?: Answers): string | null => {
  const faults = faultsIn(filing, answers, { draft: true, notes: {}, before, unknown: {} })
  const first = visibleQuestions(filing.form, answers).find(({ id }) => faults[id])
  return first ? `${first.label}: ${faults[first.id]}` : null
}
