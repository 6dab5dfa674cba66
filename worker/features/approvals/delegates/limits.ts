import type { DelegationLimits } from '../../../../schema/shared/delegation-limits.ts'
import { formatLimit, type Money } from '../../../../schema/shared/money.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { categoriesSql } from './read.ts'

/** How far a delegation reaches: its categories and its highest amount. */

export interface GivenLimits {
  categoryIds?: string[] | undefined
  maxAmount?: Money | null | undefined
}

/** What is left out stays as it was, so that a delegation doesn't widen unasked. */
export const limitsAfter = (given: GivenLimits, before: DelegationLimits | undefined): DelegationLimits => {
  const { categoryIds, maxAmount } = given
  const ids = categoryIds && [...new Set(categoryIds)].sort()
  return {
    categoryIds: ids ? (ids.length > 0 ? ids : null) : (before?.categoryIds ?? null),
    maxAmount: maxAmount === undefined ? (before?.maxAmount ?? null) : maxAmount,
  }
}

/** Amounts are compared in the company's currency. Throws INVALID for the field. */
export const checkCurrency = ({ actor }: StaffContext, { maxAmount }: GivenLimits): void => {
  const { currency } = actor.company
  if (maxAmount && maxAmount.currency !== currency) throw invalidField('maxAmount', `Enter the amount in ${currency}`)
}

const KNOWN = `SELECT ${categoriesSql('?2')} AS categories, (
  SELECT count(*) FROM json_each(?2) WHERE NOT EXISTS (
      SELECT 1 FROM intake_categories c WHERE c.id = value AND +c.company_id = ?1 AND c.deleted_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM spend_categories c WHERE c.id = value AND +c.company_id = ?1)) AS unknown`

/** The categories with these ids, for `knownCategories`. */
export const categoriesStatement = ({ db, actor }: StaffContext, ids: readonly string[]): D1PreparedStatement =>
  db.sql(KNOWN, actor.companyId, JSON.stringify(ids))

/** @param given the ids that the person chose now; those from before may be gone */
export const knownCategories = (row: Record<string, unknown> | undefined, given: GivenLimits): Named[] => {
  if (given.categoryIds && Number(row?.unknown) > 0)
    throw invalidField('categoryIds', 'One of the categories no longer exists')
  return JSON.parse(String(row?.categories ?? '[]')) as Named[]
}

/** "in Software and Travel, up to $10,000", or empty without limits. */
export const limitWords = (categories: readonly Named[] | null, maxAmount: Money | null): string =>
  [categories && `in ${categories.map(({ name }) => name).join(', ')}`, maxAmount && `up to ${formatLimit(maxAmount)}`]
    .filter(Boolean)
    .join(', ')
