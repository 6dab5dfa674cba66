import type { PersonRef } from '../../../../../schema/approvals/engine/facts.ts'
import { asksForApprovers, chosenIds, departmentsIn } from '../../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, AnswerValue, Question } from '../../../../../schema/requests/forms/form.ts'
import { isUnused, notUsed } from '../../../../../schema/requests/forms/unused-questions.ts'
import { visibleQuestions } from '../../../../../schema/requests/forms/visibility.ts'
import { invalidField } from '../../../../core/errors.ts'
import { archivedWords, disabledWords } from '../../../../core/kinds/archived.ts'
import { isReference, PEOPLE } from '../facts.ts'
import type { FilingContext } from '../planning.ts'

/** Chosen objects must belong to the company, and people chosen to approve for a department must be its approvers. */

type Known = Pick<FilingContext, 'form' | 'names' | 'isKnown' | 'archived' | 'people' | 'departmentApprovers'>

const GONE = 'This choice is no longer available. Choose another one.'

const approvesFor = ({ people, departmentApprovers }: Known, departmentId: string, userId: string): boolean =>
  departmentApprovers[departmentId]?.userIds.includes(userId) === true && people[userId]?.disabled === false

const wrongChoice = (
  known: Known,
  question: Question,
  value: AnswerValue | undefined,
  before?: AnswerValue,
): string | null => {
  if (!isReference(question.type)) return null
  if (chosenIds(value).some((id) => !known.isKnown(question.type, id))) return GONE
  const kept = new Set(chosenIds(before))
  const added = chosenIds(value).filter((id) => !kept.has(id))
  if (added.length > 0 && isUnused(known.form, question)) return notUsed(question.type)
  const archived = added.find((id) => known.archived.has(id))
  if (archived) return archivedWords(known.names.get(archived) ?? 'It')
  const disabled = PEOPLE.includes(question.type) ? added.find((id) => known.people[id]?.disabled) : undefined
  if (disabled) return disabledWords(known.people[disabled]?.name ?? 'This person')
  if (!asksForApprovers(question)) return null
  const wrong = departmentsIn(value).find(
    ({ id, departmentApproverAssigneeUserId: userId }) => userId && !approvesFor(known, id, userId),
  )
  return wrong ? `Choose an approver for ${known.names.get(wrong.id) ?? 'the department'}` : null
}

/**
 * A message for each question answered with something unknown, foreign or not offered.
 * @param before earlier answers, whose choices may stay though they were archived since
 */
export const wrongChoices = (
  known: Known,
  questions: readonly Question[],
  answers: Answers,
  before: Answers = {},
): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const message = wrongChoice(known, question, answers[question.id], before[question.id])
      return message ? [[question.id, message]] : []
    }),
  )

/**
 * A message for each question that asks for certain document types and was answered with others.
 * @param before earlier answers, whose documents may stay whatever the question now asks for
 */
export const wrongTypes = (
  { documentTypes }: Pick<FilingContext, 'documentTypes'>,
  questions: readonly Question[],
  answers: Answers,
  before: Answers = {},
): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      if (question.type !== 'DOCUMENTS' || question.documentTypes.length === 0) return []
      const known = new Set(chosenIds(before[question.id]))
      const isWrong = chosenIds(answers[question.id]).some(
        (id) => !known.has(id) && !documentTypes.get(id)?.some((type) => question.documentTypes.includes(type)),
      )
      return isWrong ? [[question.id, 'Every document must be of a type that this question asks for']] : []
    }),
  )

/** An earlier answer without former approvers. Null if something else in it is missing. */
export const stillChosen = (known: Known, question: Question, value: AnswerValue): AnswerValue => {
  const present = asksForApprovers(question)
    ? departmentsIn(value).map(({ id, departmentApproverAssigneeUserId: userId }) => ({
        id,
        departmentApproverAssigneeUserId: userId && approvesFor(known, id, userId) ? userId : null,
      }))
    : value
  return wrongChoice(known, question, present) ? null : present
}

/** Chosen request owners watch the request, so that they can open it. Undefined if its watchers stay as they are. */
export const withOwners = (
  { form, people }: FilingContext,
  answers: Answers,
  watcherIds: readonly string[] | undefined,
  base: { watchers: readonly PersonRef[] } | null,
): readonly string[] | undefined => {
  const present = watcherIds ?? base?.watchers.map(({ userId }) => userId) ?? []
  const owners = visibleQuestions(form, answers, form.steps)
    .filter(({ type }) => type === 'REQUEST_OWNER_SELECT')
    .flatMap(({ id }) => chosenIds(answers[id]))
    .filter((id) => people[id]?.disabled === false && !present.includes(id))
  return owners.length > 0 ? [...present, ...owners] : watcherIds
}

/** Only active members, but current watchers may stay. */
export const watchersOf = (
  { people }: FilingContext,
  ids: readonly string[] | undefined,
  present: readonly PersonRef[],
): PersonRef[] | undefined =>
  ids &&
  [...new Set(ids)].map((userId) => {
    const known = present.find((watcher) => watcher.userId === userId)
    if (known) return known
    const person = people[userId]
    if (!person || person.disabled) throw invalidField('watcherUserIds', 'One of these people is no longer a member')
    return { userId, name: person.name }
  })
