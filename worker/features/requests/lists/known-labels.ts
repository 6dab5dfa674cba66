import type { QuestionType } from '../../../../schema/requests/forms/form.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { pairsOf } from './answer-filters.ts'
import { FILTERED } from './filter-options.ts'

/**
 * Filters by answers name questions by their labels. One that was renamed or deleted, or that never was, would find
 * nothing in silence, as would a question whose answers can't be asked for.
 */

/** Where the questions of a filter are. */
export type AskedIn = 'forms' | 'vendorFormFields' | 'serviceFormFields' | 'serviceItemFormFields'

/** Filters, by the parameter that has them. */
export type AnswerFilters = Readonly<Record<string, { in: AskedIn; pairs: readonly string[] | undefined }>>

interface Known {
  label: string
  type: QuestionType
}

/** Texts are compared as a whole. */
const COMPARED: ReadonlySet<QuestionType> = new Set<QuestionType>([...FILTERED, 'TEXT', 'EMAIL', 'REQUEST_TITLE'])

const statement = (
  { db, actor }: StaffContext,
  place: AskedIn,
  labels: readonly string[],
  categoryId: string | undefined,
): D1PreparedStatement => {
  const list = JSON.stringify(labels.map((label) => label.toLowerCase()))
  const asked = "lower(q.value ->> 'label') IN (SELECT value FROM json_each(?2))"
  const columns = "SELECT DISTINCT lower(q.value ->> 'label') AS label, q.value ->> 'type' AS type"
  return place === 'forms'
    ? db.sql(
        `${columns} FROM intake_categories c
          CROSS JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
          CROSS JOIN json_each(f.definition, '$.steps') st CROSS JOIN json_each(st.value, '$.questions') q
          WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND (?3 IS NULL OR c.id = ?3) AND ${asked}`,
        ...[actor.companyId, list, categoryId ?? null],
      )
    : db.sql(
        `${columns} FROM custom_form_fields f CROSS JOIN json_each(f.definition, '$.${place}') q
          WHERE f.company_id = ?1 AND ${asked}`,
        ...[actor.companyId, list],
      )
}

const faultOf = (labels: readonly string[], known: readonly Known[], isForm: boolean): string | null => {
  for (const label of labels) {
    const found = known.filter((each) => each.label === label.toLowerCase())
    if (found.length === 0) return `There is no question “${label}”. It may have been renamed or deleted`
    if (isForm && !found.some(({ type }) => COMPARED.has(type)))
      return `Answers to “${label}” can’t be filtered by. Choose another question`
  }
  return null
}

/**
 * One round trip. Throws INVALID that names the first label of each parameter that no question has now.
 * @param categoryId if only its form is asked
 */
export const requireKnownLabels = async (
  context: StaffContext,
  filters: AnswerFilters,
  categoryId?: string,
): Promise<void> => {
  const asked = Object.entries(filters).flatMap(([name, { in: place, pairs = [] }]) => {
    const labels = pairsOf(pairs).map(({ label }) => label)
    return labels.length > 0 ? [{ name, place, labels }] : []
  })
  if (asked.length === 0) return
  const found = await context.db.batch(asked.map(({ place, labels }) => statement(context, place, labels, categoryId)))
  const faults = asked.flatMap(({ name, place, labels }, at) => {
    const fault = faultOf(labels, (found[at]?.results ?? []) as unknown as Known[], place === 'forms')
    return fault === null ? [] : [[name, fault] as const]
  })
  const [first] = faults
  if (first) throw new AppError('INVALID', `${first[1]}.`, { fields: Object.fromEntries(faults) })
}
