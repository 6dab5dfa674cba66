import type { CustomFieldInput, LevelInput, RuleSetInput } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import type { CustomField, RuleSetContent, RuleSetLevel } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'

/** What people and programs give, as it is kept. */

type NewId = () => string

const plain = (text: string): string => text.trim().toLowerCase()

/**
 * A field without an id is the saved one with its label and type, because programs send the whole list by label. So
 * rules that ask for it, and requests that answered it, keep their meaning.
 */
const fieldsOf = (given: readonly CustomFieldInput[], before: readonly CustomField[], newId: NewId): CustomField[] => {
  const taken = new Set(given.flatMap(({ id }) => id ?? []))
  const fields = given.map((field, at) => {
    const known = field.id
      ? before.find(({ id }) => id === field.id)
      : before.find(
          ({ id, label, type }) => !taken.has(id) && plain(label) === plain(field.label) && type === field.type,
        )
    const id = field.id ?? known?.id ?? newId()
    taken.add(id)
    const options = field.options.map((option) => ({
      id: option.id ?? known?.options.find(({ label }) => plain(label) === plain(option.label))?.id ?? newId(),
      label: option.label,
    }))
    return { id, label: field.label, type: field.type, required: field.required, ordinal: field.ordinal ?? at, options }
  })
  return fields.sort((a, b) => a.ordinal - b.ordinal).map((field, ordinal) => ({ ...field, ordinal }))
}

const withId =
  <R extends { id?: string | undefined }>(newId: NewId) =>
  (rule: R): R & { id: string } => ({ ...rule, id: rule.id ?? newId() })

/** In the order of their numbers, which then are 1, 2, 3 … Levels of one number stay as they are, to be refused. */
const levelsOf = (given: readonly LevelInput[], newId: NewId): RuleSetLevel[] => {
  const sorted = [...given].sort((a, b) => a.number - b.number)
  const isUnique = new Set(sorted.map(({ number }) => number)).size === sorted.length
  return sorted.map((level, at) => ({
    id: level.id ?? newId(),
    number: isUnique ? at + 1 : level.number,
    costRules: level.costRules.map(withId(newId)),
    contractLengthRules: level.contractLengthRules.map(withId(newId)),
    newVendorRules: level.newVendorRules.map(withId(newId)),
    noConditionRules: level.noConditionRules.map(withId(newId)),
    customFieldRules: level.customFieldRules.map(withId(newId)),
  }))
}

/** A content without one doesn't name it, so that saving it again changes nothing. */
export const ownMode = (mode: ApprovalMode | null | undefined): Pick<RuleSetContent, 'approvalMode'> =>
  mode ? { approvalMode: mode } : {}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

/** The content after a save. What isn't given stays. */
export const contentOf = (given: RuleSetInput, before: RuleSetContent, newId: NewId): RuleSetContent => ({
  spendCategories: given.spendCategoryIds ? unique(given.spendCategoryIds) : before.spendCategories,
  businessUnits: given.businessUnitIds ? unique(given.businessUnitIds) : before.businessUnits,
  departments: given.departmentIds ? unique(given.departmentIds) : before.departments,
  customFields: given.customFields ? fieldsOf(given.customFields, before.customFields, newId) : before.customFields,
  levels: given.levels ? levelsOf(given.levels, newId) : before.levels,
  ...ownMode(given.approvalMode === undefined ? before.approvalMode : given.approvalMode),
})
