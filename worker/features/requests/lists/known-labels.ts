import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { answerConditions, pairsOf } from './answer-filters.ts'
import { FILTERED } from './filter-options.ts'
import { askedFields } from './own-field-filters.ts'

/**
 * Filters by answers name questions by their labels. One that was renamed or deleted, or that never was, would find
 * nothing in silence, as would a question whose answers can't be asked for.
 */

/** Filters by the parameter that has them, with where their questions are: in forms, or in a section of own fields. */
type AnswerFilters = Readonly<
  Record<
    string,
    {
      in: 'forms' | 'vendorFormFields' | 'serviceFormFields' | 'serviceItemFormFields'
      pairs: readonly string[] | undefined
    }
  >
>

/** Texts are compared as a whole. */
const COMPARED: ReadonlySet<unknown> = new Set([...FILTERED, 'TEXT', 'EMAIL', 'REQUEST_TITLE'])

const statement = (
  { db, actor }: StaffContext,
  place: AnswerFilters[string]['in'],
  pairs: readonly string[],
  categoryId: string | undefined,
): D1PreparedStatement => {
  const params = new Params(actor.companyId)
  const isForm = place === 'forms'
  // Which answers are meant makes no difference.
  const labels = pairs.map((part, at) => (at % 2 === 0 ? part : 'x'))
  const table = isForm
    ? answerConditions(labels, params.bind, categoryId).table
    : askedFields('asked', labels, params.bind, place)
  return db.sql(`WITH ${table} SELECT DISTINCT n, ${isForm ? 'type' : "'TEXT' AS type"} FROM asked`, ...params.values)
}

const faultOf = (pairs: readonly string[], known: readonly Record<string, unknown>[]): string | null => {
  for (const [at, { label }] of pairsOf(pairs).entries()) {
    const found = known.filter(({ n }) => n === at)
    if (found.length === 0) return `There is no question “${label}”. It may have been renamed or deleted`
    if (!found.some(({ type }) => COMPARED.has(type)))
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
  const asked = Object.entries(filters).flatMap(([name, { in: place, pairs = [] }]) =>
    pairs.length > 0 ? [{ name, place, pairs }] : [],
  )
  if (asked.length === 0) return
  const found = await context.db.batch(asked.map(({ place, pairs }) => statement(context, place, pairs, categoryId)))
  const faults = asked.flatMap(({ name, pairs }, at) => {
    const fault = faultOf(pairs, found[at]?.results ?? [])
    return fault === null ? [] : [[name, fault] as const]
  })
  const [first] = faults
  if (first) throw new AppError('INVALID', `${first[1]}.`, { fields: Object.fromEntries(faults) })
}
