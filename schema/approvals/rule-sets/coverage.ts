import type { CustomField, RuleSet } from './rule-set.ts'

/** What a request is about, as ids of its lines. */
export interface Covered {
  categories: readonly string[]
  departments: readonly string[]
  businessUnits: readonly string[]
}

const matches = (covered: readonly string[], asked: readonly string[]): boolean =>
  covered.length === 0 || asked.some((id) => covered.includes(id))

/** Whether a rule set applies. Each of its lists matches if it is empty or names one of the request's. */
export const covers = (
  { spendCategories, businessUnits, departments }: Pick<RuleSet, 'spendCategories' | 'businessUnits' | 'departments'>,
  asked: Covered,
): boolean =>
  matches(spendCategories, asked.categories) &&
  matches(businessUnits, asked.businessUnits) &&
  matches(departments, asked.departments)

export type SetCustomField = CustomField & { spendRuleSetId: string }

export const inOrder = <T extends { ordinal: number }>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => a.ordinal - b.ordinal)

/** The custom fields of a request: those of every rule set that applies, in the order of the sets. */
export const customFieldsFor = (sets: readonly RuleSet[], asked: Covered): SetCustomField[] =>
  inOrder(sets.filter((set) => covers(set, asked))).flatMap((set) =>
    inOrder(set.customFields).map((field) => ({ ...field, spendRuleSetId: set.id })),
  )
