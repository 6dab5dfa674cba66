import type { AnswerView } from '../../../../schema/requests/endpoints.ts'
import type { AnswerChange } from '../../../../schema/requests/forms/answer-changes.ts'
import { assigneesIn, chosenIds, departmentsIn } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { Difference as ShownDifference } from '../../../ui/difference-list.tsx'
import { answerText, NOT_ANSWERED } from './answer-text.ts'

/** A changed answer in words. */
export interface Difference extends ShownDifference {
  questionId: string
}

export type Labels = ReadonlyMap<string, string>

/** Names for ids in answers: from the previous and current answers as shown, and the form's options. */
export const labelsFrom = (
  views: readonly (readonly Pick<AnswerView, 'value' | 'labels'>[] | undefined)[],
  form?: FormDefinition,
): Map<string, string> => {
  const labels = new Map<string, string>()
  for (const question of form?.steps.flatMap((step) => step.questions) ?? [])
    for (const option of question.options) labels.set(option.id, option.label)
  for (const view of views.flatMap((answers) => answers ?? [])) {
    if (view.labels.length === 0) continue
    chosenIds(view.value).forEach((id, i) => {
      const label = view.labels[i]
      if (label) labels.set(id, label)
    })
    for (const item of departmentsIn(view.value))
      if (item.departmentApproverAssigneeUserId && item.departmentApproverAssigneeName)
        labels.set(item.departmentApproverAssigneeUserId, item.departmentApproverAssigneeName)
  }
  return labels
}

const noteText = (note: AnswerChange['before']): string => (typeof note === 'string' ? note : 'No note')

/** Labels, before and after, in words. */
export const toDifferences = (
  changes: readonly AnswerChange[],
  labels: Labels,
  /** Stands for nothing. */
  blank: string = NOT_ANSWERED,
): Difference[] =>
  changes.map(({ questionId, label, before, after, part }) => {
    if (part === 'NOTE') return { questionId, label, before: noteText(before), after: noteText(after) }
    const labelOf = (id: string) => labels.get(id) ?? id
    const textOf = (value: AnswerChange['before']) => answerText(value, labelOf, blank)
    return { questionId, label, before: textOf(before), after: textOf(after) }
  })

const isChange = (value: unknown): value is AnswerChange =>
  typeof value === 'object' && value !== null && 'questionId' in value && 'label' in value

/** Changes in data of unknown shape: an error's `details`, an audit row's `changeData`. */
export const changesIn = (data: unknown): AnswerChange[] => {
  const changes = typeof data === 'object' && data !== null ? (data as { changes?: unknown }).changes : undefined
  return Array.isArray(changes) ? changes.filter(isChange) : []
}

/** Ids in changes whose names aren't known yet, by question. */
export const unknownIds = (changes: readonly AnswerChange[], labels: Labels): Map<string, string[]> => {
  const unknown = new Map<string, string[]>()
  for (const { questionId, before, after, part } of changes) {
    if (part === 'NOTE') continue
    const ids = [...chosenIds(before), ...chosenIds(after)].filter((id) => !labels.has(id))
    if (ids.length > 0) unknown.set(questionId, [...new Set([...(unknown.get(questionId) ?? []), ...ids])])
  }
  return unknown
}

/** People in changes, chosen to approve for departments, whose names aren't known yet. */
export const unknownAssignees = (changes: readonly AnswerChange[], labels: Labels): string[] => [
  ...new Set(
    changes
      .flatMap(({ before, after }) => [...assigneesIn(before), ...assigneesIn(after)])
      .filter((id) => !labels.has(id)),
  ),
]
