import type { FormDefinition, QuestionType } from '../../../../schema/intake/form.ts'
import type { OptionKind } from '../../../../schema/lookups/endpoints.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'

const KINDS: Partial<Record<QuestionType, OptionKind>> = {
  BUSINESS_UNIT_SELECT: 'business-unit',
  DEPARTMENT_SELECT: 'department',
  ENTITY_SELECT: 'entity',
  LOCATION_SELECT: 'location',
  MEMBER_SELECT: 'member',
  REQUEST_OWNER_SELECT: 'member',
  SPEND_CATEGORY_SELECT: 'spend-category',
  VENDOR_SELECT: 'vendor',
}

/** The lookup that the answers of a question come from; undefined where they are no lookups. */
export const lookupOf = (type: QuestionType): OptionKind | undefined => KINDS[type]

export type IdsByKind = Partial<Record<OptionKind, string[]>>

/** The ids whose names the conditions need to be read. */
export const idsInConditions = (form: FormDefinition, sets: readonly ConditionSet[]): IdsByKind => {
  const types = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question.type]))
  const ids: IdsByKind = {}
  for (const condition of sets.flatMap((set) => set.conditionAnyOfs)) {
    const type = types.get(condition.valuesQuestionId)
    const kind = type && lookupOf(type)
    if (kind) ids[kind] = [...new Set([...(ids[kind] ?? []), ...condition.values])]
  }
  return ids
}
