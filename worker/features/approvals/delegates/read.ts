import { type DelegationState, periodState } from '../../../../schema/approvals/delegates/delegation.ts'
import {
  type Delegation,
  listMemberDelegates,
  listOwnDelegates,
} from '../../../../schema/approvals/delegates/endpoints.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import type { Currency, Money } from '../../../../schema/shared/money.ts'
import { fullName, type Named } from '../../../../schema/shared/values.ts'
import type { Clock } from '../../../core/clock.ts'
import { notFound } from '../../../core/errors.ts'
import { beginsAt, endsAt } from '../../../core/kinds/delegation-period.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'

/** For comparing periods with each other. */
export const todayOf = (clock: Clock): string => utcDayOf(clock.now())

export interface DelegationDbRow {
  userId: string
  firstName: string
  lastName: string
  email: string
  note: string
  startsOn: string | null
  endsOn: string | null
  startsAt: number | null
  endsAt: number | null
  createdAt: number
  isEnabled: number
  /** JSON list of `{ id, name }`. */
  categories: string | null
  maxAmount: number | null
  maxCurrency: Currency | null
}

const ORDER: DelegationState[] = ['IN_FORCE', 'UPCOMING', 'ENDED', 'DISABLED']

export const maxAmountOf = ({
  maxAmount,
  maxCurrency,
}: Pick<DelegationDbRow, 'maxAmount' | 'maxCurrency'>): Money | null =>
  maxAmount !== null && maxCurrency !== null ? { value: maxAmount, currency: maxCurrency } : null

export const toDelegation = (row: DelegationDbRow, now: number): Delegation => {
  const state = row.isEnabled === 1 ? periodState(row, now) : 'DISABLED'
  return {
    user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, email: row.email },
    note: row.note,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    categories: row.categories === null ? null : (JSON.parse(row.categories) as Named[]),
    maxAmount: maxAmountOf(row),
    state,
    isInForce: state === 'IN_FORCE',
    createdAt: new Date(row.createdAt).toISOString(),
  }
}

const inOrder = (a: Delegation, b: Delegation): number =>
  ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || fullName(a.user).localeCompare(fullName(b.user), 'en')

/** SQL of a JSON list of `{ id, name }`, by name, of the request and spend categories in a JSON list of ids. */
export const categoriesSql = (ids: string): string =>
  `(SELECT json_group_array(json_object('id', found.id, 'name', found.name)) FROM (
     SELECT value AS id, COALESCE(ic.name, sc.name, 'Deleted category') AS name FROM json_each(${ids})
       LEFT JOIN intake_categories ic ON ic.id = value AND +ic.company_id = ?1
       LEFT JOIN spend_categories sc ON sc.id = value AND +sc.company_id = ?1
      ORDER BY 2) found)`

const COLUMNS = `u.id AS userId, u.first_name AS firstName, u.last_name AS lastName, u.email, da.note,
  da.starts_on AS startsOn, da.ends_on AS endsOn, da.created_at AS createdAt,
  NULLIF(${beginsAt('da')}, 0) AS startsAt, ${endsAt('da')} AS endsAt,
  da.max_amount AS maxAmount, da.max_currency AS maxCurrency,
  CASE WHEN da.category_ids IS NOT NULL THEN ${categoriesSql('da.category_ids')} END AS categories,
  (m.disabled_at IS NULL AND own.disabled_at IS NULL) AS isEnabled`

/** ?1 company, ?2 member. `own` is the company's row of the member, `m` the other person's. */
const LISTS = {
  delegates: `SELECT ${COLUMNS} FROM delegate_approvers da
    JOIN users u ON u.id = da.delegate_user_id
    JOIN company_memberships m ON m.company_id = da.company_id AND m.user_id = da.delegate_user_id
    JOIN company_memberships own ON own.company_id = da.company_id AND own.user_id = da.user_id
   WHERE da.company_id = ?1 AND da.user_id = ?2`,
  // Expired delegations, and those of people who left, don't concern the delegate.
  actsFor: `SELECT ${COLUMNS} FROM delegate_approvers da
    JOIN users u ON u.id = da.user_id
    JOIN company_memberships m ON m.company_id = da.company_id AND m.user_id = da.user_id
    JOIN company_memberships own ON own.company_id = da.company_id AND own.user_id = da.delegate_user_id
   WHERE da.company_id = ?1 AND da.delegate_user_id = ?2 AND m.disabled_at IS NULL
     AND (da.ends_on IS NULL OR ${endsAt('da')} > ?3)`,
}

const delegationsOf = async ({ db, actor, clock }: StaffContext, memberId: string) => {
  const now = clock.now()
  const [member, delegates, actsFor] = await db.batch([
    db.sql('SELECT 1 FROM company_memberships WHERE company_id = ? AND user_id = ?', actor.companyId, memberId),
    db.sql(LISTS.delegates, actor.companyId, memberId),
    db.sql(LISTS.actsFor, actor.companyId, memberId, now),
  ])
  if (!member?.results.length) throw notFound('The member')
  const rowsOf = (result: typeof delegates) =>
    ((result?.results ?? []) as unknown as DelegationDbRow[]).map((row) => toDelegation(row, now)).sort(inOrder)
  return { delegates: rowsOf(delegates), actsFor: rowsOf(actsFor) }
}

export const readOwnDelegates = query({
  id: 'settings.list-my-delegates',
  access: 'staff.use',
  input: inputOf(listOwnDelegates),
  run: (context) => delegationsOf(context, context.actor.userId),
})

/** Throws NOT_FOUND if the member isn't one of the company. */
export const readMemberDelegates = query({
  id: 'members.list-delegate-approvers',
  access: 'members.manage-delegates',
  input: inputOf(listMemberDelegates),
  run: (context, { memberId }) => delegationsOf(context, memberId),
})
