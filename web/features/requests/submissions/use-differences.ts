import { useMemo, useRef } from 'react'
import type { AnswerView } from '../../../../schema/requests/endpoints.ts'
import type { AnswerChange } from '../../../../schema/requests/forms/answer-changes.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { type LabelKind, labelKindOf } from '../forms/index.ts'
import { useAnswers, useForm, useSubmission } from './api.ts'
import { type Difference, labelsFrom, toDifferences, unknownAssignees, unknownIds } from './differences.ts'
import { useSubjectApi } from './subject-api.ts'
import { useLabels } from './use-labels.ts'

const kindsOf = (
  unknown: ReadonlyMap<string, string[]>,
  people: string[],
  views: readonly AnswerView[],
  form: FormDefinition | undefined,
): [LabelKind, string[]][] => {
  const types = new Map<string, Parameters<typeof labelKindOf>[0]>()
  for (const question of form?.steps.flatMap((step) => step.questions) ?? []) types.set(question.id, question.type)
  for (const view of views) types.set(view.questionId, view.type as Parameters<typeof labelKindOf>[0])
  const kinds = new Map<LabelKind, string[]>(people.length > 0 ? [['member', people]] : [])
  for (const [questionId, ids] of unknown) {
    const type = types.get(questionId)
    const kind = type && labelKindOf(type)
    if (kind) kinds.set(kind, [...(kinds.get(kind) ?? []), ...ids])
  }
  return [...kinds].map(([kind, ids]) => [kind, [...new Set(ids)].sort()])
}

/** Changed answers in words, with names known to the page, or else requested. */
export const useDifferences = (submissionId: string, changes: readonly AnswerChange[]): Difference[] => {
  const { hasIdsInChanges, blank } = useSubjectApi()
  const needed = changes.length > 0 && hasIdsInChanges
  const answers = useAnswers(submissionId, hasIdsInChanges).data?.answers
  const submission = useSubmission(submissionId, hasIdsInChanges)
  const form = useForm(submission.data?.intakeCategoryId ?? '', {
    formVersion: submission.data?.formVersion,
    enabled: needed && Boolean(submission.data),
  }).data
  // The names of the previous answers are those that were on the screen.
  const seen = useRef<AnswerView[][]>([])
  if (answers && seen.current.at(-1) !== answers) seen.current = [...seen.current.slice(-3), answers]
  const labels = labelsFrom(seen.current, form)
  const unknown = useLabels(
    needed ? kindsOf(unknownIds(changes, labels), unknownAssignees(changes, labels), answers ?? [], form) : [],
  )
  return useMemo(
    () => toDifferences(changes, new Map([...labels, ...unknown]), blank),
    [changes, labels, unknown, blank],
  )
}
