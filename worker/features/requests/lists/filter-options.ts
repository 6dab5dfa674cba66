import { type FilterOption, listFilterOptions } from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition, Question, QuestionType } from '../../../../schema/requests/forms/form.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'

/** Question types that can be filtered by (specification 2 §9). */
export const FILTERED: ReadonlySet<QuestionType> = new Set([
  'BUSINESS_UNIT_SELECT',
  'CUSTOM_SELECT',
  'DATE',
  'DEPARTMENT_SELECT',
  'DUE_DATE',
  'END_DATE',
  'ENTITY_SELECT',
  'LOCATION_SELECT',
  'MEMBER_SELECT',
  'NEEDS_REQUEST_SIGNER',
  'REQUEST_OWNER_SELECT',
  'SERVICE_SELECT',
  'SPEND_CATEGORY_SELECT',
  'START_DATE',
  'VENDOR_SELECT',
  'YES_NO',
])

const YES_NO: Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

const choicesOf = (question: Question): Option[] | null => {
  if (question.type === 'YES_NO' || question.type === 'NEEDS_REQUEST_SIGNER') return YES_NO
  if (question.type !== 'CUSTOM_SELECT') return null
  return [...question.options].sort((a, b) => a.ordinal - b.ordinal).map(({ label }) => ({ value: label, label }))
}

const uniqueOptions = (options: Option[]): Option[] => [
  ...new Map(options.map((o) => [o.value.toLowerCase(), o])).values(),
]

/** Questions of several forms with one label and type are one filter, with all their options. */
export const optionsOf = (forms: readonly FormDefinition[]): FilterOption[] => {
  const found = new Map<string, FilterOption>()
  for (const question of forms.flatMap((form) => form.steps.flatMap((step) => step.questions))) {
    if (!FILTERED.has(question.type)) continue
    const key = `${question.type} ${question.label.toLowerCase()}`
    const options = choicesOf(question)
    const known = found.get(key)
    if (!known)
      found.set(key, { label: question.label, type: question.type, options: options && uniqueOptions(options) })
    else if (known.options && options) known.options = uniqueOptions([...known.options, ...options])
  }
  return [...found.values()].sort((a, b) => a.label.localeCompare(b.label))
}

/**
 * For one category, for all that requests are filed in, or for public forms. Throws NOT_FOUND for an unknown category.
 */
export const readFilterOptions = query({
  id: 'intake.filter-options',
  access: 'requests.use',
  input: inputOf(listFilterOptions),
  run: async ({ db, actor }, { intakeCategoryId, source }) => {
    const rows = await db.all<{ definition: string | null }>(
      db.sql(
        `SELECT f.definition FROM intake_categories c
           LEFT JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
          WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND (?2 IS NULL OR c.id = ?2)
            AND (?2 IS NOT NULL OR c.type = ?3) ORDER BY c.ordinal, c.id`,
        actor.companyId,
        intakeCategoryId ?? null,
        source === 'PUBLIC' ? 'PUBLIC' : 'INTERNAL',
      ),
    )
    if (intakeCategoryId && rows.length === 0) throw notFound('The category')
    return optionsOf(rows.flatMap(({ definition }) => (definition ? [JSON.parse(definition) as FormDefinition] : [])))
  },
})
