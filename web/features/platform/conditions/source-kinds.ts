import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { lookupKindOf } from '../../../../schema/requests/forms/question-kinds.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'

export type IdsByKind = Partial<Record<OptionKind, string[]>>

/** The ids whose names are needed to show the conditions. */
export const idsInConditions = (form: FormDefinition, sets: readonly ConditionSet[]): IdsByKind => {
  const types = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question.type]))
  const ids: IdsByKind = {}
  for (const condition of sets.flatMap((set) => set.conditionAnyOfs)) {
    const type = types.get(condition.valuesQuestionId)
    const kind = type && lookupKindOf(type)
    if (kind) ids[kind] = [...new Set([...(ids[kind] ?? []), ...condition.values])]
  }
  return ids
}
