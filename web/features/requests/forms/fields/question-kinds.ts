import type { OptionKind } from '../../../../../schema/platform/lookups/endpoints.ts'
import { assigneesIn, chosenIds } from '../../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, Question, QuestionType } from '../../../../../schema/requests/forms/form.ts'
import { lookupKindOf } from '../../../../../schema/requests/forms/question-kinds.ts'
import type { Option } from '../../../../../schema/shared/values.ts'

/** Where the question's options are searched. Null for questions with their own options or none. */
export const optionKindOf = lookupKindOf

/** What the ids in an answer refer to. */
export type LabelKind = OptionKind | 'document'

export const labelKindOf = (type: QuestionType | 'DEPARTMENT_SELECT_V2'): LabelKind | null => {
  if (type === 'DOCUMENTS') return 'document'
  return optionKindOf(type === 'DEPARTMENT_SELECT_V2' ? 'DEPARTMENT_SELECT' : type)
}

/** The ids in the answers whose names must be requested, by kind, sorted so that equal answers give equal keys. */
export const idsByKind = (questions: readonly Question[], answers: Answers): [LabelKind, string[]][] => {
  const ids = new Map<LabelKind, Set<string>>()
  const add = (kind: LabelKind, found: string[]): void => {
    if (found.length > 0) ids.set(kind, new Set([...(ids.get(kind) ?? []), ...found]))
  }
  for (const question of questions) {
    const kind = labelKindOf(question.type)
    if (!kind) continue
    const value = answers[question.id]
    add(kind, chosenIds(value))
    add('member', assigneesIn(value))
  }
  return [...ids]
    .map(([kind, set]): [LabelKind, string[]] => [kind, [...set].sort()])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Nested options as a list in tree order: "Software › Licenses". Missing parents count as none. */
export const optionPaths = (options: Question['options']): Option[] => {
  const known = new Set(options.map(({ id }) => id))
  const childrenOf = (parentId: string | null) =>
    options
      .filter((option) => (option.parentId && known.has(option.parentId) ? option.parentId : null) === parentId)
      .sort((a, b) => a.ordinal - b.ordinal)
  const paths: Option[] = []
  const visit = (parentId: string | null, path: string[], above: ReadonlySet<string>): void => {
    for (const option of childrenOf(parentId)) {
      // A circle of parents would never end.
      if (above.has(option.id)) continue
      const labels = [...path, option.label]
      paths.push({ value: option.id, label: labels.join(' › ') })
      visit(option.id, labels, new Set(above).add(option.id))
    }
  }
  visit(null, [], new Set())
  return paths
}
