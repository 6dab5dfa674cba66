import type { BlockDelegate } from '../../../../schema/approvals/engine/endpoints.ts'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { beyondLimits, beyondWords, type DelegationScope } from '../../../../schema/shared/delegation-limits.ts'
import type { Currency, Money } from '../../../../schema/shared/money.ts'
import { beyondDelegation, withinDelegation } from '../../../core/actor.ts'
import { delegationHolds } from '../../../core/kinds/delegation-period.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Who acts for whom on one subject. */

/**
 * SQL of a JSON list of the participants whom a person is or acts for. `s` is the subject's table, and `people` the
 * placeholder of `actingFor`.
 */
export const actsForSql = (targetType: string, people: string): string =>
  `(SELECT json_group_array(p.user_id) FROM request_participants p
     WHERE p.company_id = s.company_id AND p.target_type = '${targetType}' AND p.target_id = s.id
       AND p.user_id IN (SELECT value FROM json_each(${people})) AND ${withinDelegation(`(${people} ->> 0)`)})`

/** SQL of `kind` and `id` of a subject. */
interface SubjectIds {
  kind: string
  id: string
}

const participationIn = ({ kind, id }: SubjectIds, company: string, whose: string): string =>
  `EXISTS (SELECT 1 FROM (SELECT 1 FROM request_participants p
    WHERE p.target_id = ${id} AND p.company_id = ${company} AND p.target_type = '${kind}' AND ${whose}))`

/** SQL condition that a subject involves a person, or someone they act for within what was delegated. */
export const isInvolvedSql = (
  subject: SubjectIds,
  { company, user, actsFor }: { company: string; user: string; actsFor: string },
): string =>
  participationIn(
    subject,
    company,
    `p.user_id IN (SELECT value FROM json_each(${actsFor})) AND ${withinDelegation(user)}`,
  )

/** The same for a member `m`. ?5 is the time. */
export const isMemberInvolvedSql = (subject: SubjectIds, m: string): string =>
  participationIn(
    subject,
    `${m}.company_id`,
    `(p.user_id = ${m}.user_id OR EXISTS (SELECT 1 FROM (SELECT 1 FROM delegate_approvers d
       WHERE d.company_id = p.company_id AND d.user_id = p.user_id AND d.delegate_user_id = ${m}.user_id
         AND ${delegationHolds('d', '?5')} AND NOT ${beyondDelegation('d', 'p')})))`,
  )

export const toActsFor = (list: unknown): string[] => JSON.parse(String(list ?? '[]')) as string[]

/** The delegates, today, of people whom an undecided step names. For `delegatesOf`. */
export const delegatesStatement = (
  { db, actor, clock }: Pick<StaffContext, 'db' | 'actor' | 'clock'>,
  targetType: string,
  id: string,
): D1PreparedStatement =>
  db.sql(
    `SELECT d.user_id AS approverUserId, d.delegate_user_id AS userId, d.ends_on AS endsOn,
            COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS name,
            d.category_ids AS categoryIds, d.max_amount AS maxAmount, d.max_currency AS maxCurrency, d.set_by_user_id AS setBy,
            (SELECT json_array(json(x.category_ids), x.amount, x.currency) FROM approval_scopes x
              WHERE x.company_id = p.company_id AND x.target_type = p.target_type AND x.target_id = p.target_id) AS scope
       FROM request_participants p
      CROSS JOIN delegate_approvers d ON d.company_id = p.company_id AND d.user_id = p.user_id
      CROSS JOIN company_memberships m ON m.company_id = d.company_id AND m.user_id = d.delegate_user_id
        AND m.disabled_at IS NULL
      CROSS JOIN users u ON u.id = d.delegate_user_id
      WHERE p.company_id = ?1 AND p.target_type = ?2 AND p.target_id = ?3 AND p.is_awaited = 1
        AND ${delegationHolds('d', '?4')}
      ORDER BY name, d.delegate_user_id`,
    actor.companyId,
    targetType,
    id,
    clock.now(),
  )

type StoredScope = [categoryIds: string[], amount: number | null, currency: Currency | null]

interface DelegateRow {
  approverUserId: string
  userId: string
  name: string
  endsOn: string | null
  categoryIds: string | null
  maxAmount: number | null
  maxCurrency: Currency | null
  setBy: string | null
  /** JSON: the categories of what is asked, its amount and its currency. */
  scope: string | null
}

const moneyOf = (value: number | null, currency: Currency | null): Money | null =>
  value !== null && currency !== null ? { value, currency } : null

/** Why the delegation doesn't reach this: "only up to $10,000". Null if it does. */
const limitOf = (row: DelegateRow): string | null => {
  const limits = {
    categoryIds: row.categoryIds === null ? null : (JSON.parse(row.categoryIds) as string[]),
    maxAmount: moneyOf(row.maxAmount, row.maxCurrency),
  }
  const [categoryIds, value, currency] = JSON.parse(row.scope ?? '[[], null, null]') as StoredScope
  const scope: DelegationScope = { categoryIds, amount: moneyOf(value, currency) }
  const why = beyondLimits(limits, scope)
  return why && beyondWords(why, limits)
}

/** The delegates of those who have not decided on a block yet. No one approves what they filed or changed. */
export const delegatesOf = (
  block: Pick<Block, 'approvers' | 'decisions' | 'status' | 'closedAt'>,
  rows: readonly Record<string, unknown>[],
  involvedIds: readonly string[],
): BlockDelegate[] => {
  if (block.status !== 'PENDING' || block.closedAt !== null) return []
  const heard = new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))
  const open = new Set(block.approvers.map(({ userId }) => userId).filter((userId) => !heard.has(userId)))
  return (rows as unknown as DelegateRow[])
    .filter(
      ({ approverUserId, userId, setBy }) =>
        open.has(approverUserId) && ![userId, setBy].some((id) => id !== null && involvedIds.includes(id)),
    )
    .map((row) => ({
      approverUserId: row.approverUserId,
      userId: row.userId,
      name: row.name,
      endsOn: row.endsOn,
      limit: limitOf(row),
    }))
}
