import * as endpoints from '../../../../schema/money/payments/details-endpoints.ts'
import { paymentInformationApprovers } from '../../../../schema/money/payments/details-tables.ts'
import { NEW_HOLDER_MS } from '../../../../schema/platform/hands/rule.ts'
import { groups } from '../../../../schema/platform/members/tables.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'
import { guardedRun } from '../../platform/guarded/index.ts'
import {
  joinedSince,
  namedRows,
  payersAmong,
  payersIn,
  registerAccessFault,
  registerGuardedGroups,
} from '../../platform/members/index.ts'

/** Who confirms bank details: the members of chosen groups who work with payments. Without groups, admins. */

registerGuardedGroups(
  typed`SELECT ${select(paymentInformationApprovers, 'a', { id: 'groupId' })}
    FROM payment_information_approvers a WHERE a.company_id = ?1`,
)

const OF_COMPANY = '(SELECT json_group_array(x.group_id) FROM payment_information_approvers x WHERE x.company_id = ?1)'

/** With whether this person joined the group less than a day ago, which doesn't count yet. */
const APPROVER_GROUPS = typed`SELECT ${columns(
  select(groups, 'g', ['id', 'name']),
  computed<{ isNew: number; payers: number }>({
    isNew: joinedSince('a.company_id', 'g.id', '?2', '?3'),
    payers: payersIn('a.company_id', OF_COMPANY),
  }),
)} FROM payment_information_approvers a CROSS JOIN groups g ON g.id = a.group_id AND g.company_id = a.company_id
  WHERE a.company_id = ?1 ORDER BY g.name`

export const approversStatement = ({ db, actor, clock }: StaffContext) => {
  const since = clock.now() - NEW_HOLDER_MS
  return db.sql(APPROVER_GROUPS, actor.companyId, actor.userId, since)
}

const CONFIRMERS = payersAmong(OF_COMPANY)

/** The people who may confirm bank details and work with payments, both for a day. */
export const confirmersStatement = ({ db, actor, clock }: StaffContext) =>
  db.sql(CONFIRMERS, actor.companyId, clock.now() - NEW_HOLDER_MS)

/** What of approvers a person's view of bank details depends on. */
export interface Confirmers {
  isApprover: boolean
  people: readonly { id: string; name: string }[]
}

/** @param rows those of both statements */
export const confirmersOf = (
  actor: StaffActor,
  groups: readonly Record<string, unknown>[] = [],
  rows: readonly Record<string, unknown>[] = [],
): Confirmers => ({ isApprover: isApproverAmong(actor, groups), people: namedRows(rows) })

export const isApproverAmong = (actor: StaffActor, groups: readonly { id?: unknown; isNew?: unknown }[]): boolean =>
  groups.length === 0
    ? actor.policy.flags.hasAdminAccess
    : groups.some(({ id, isNew }) => isNew !== 1 && actor.groups.some((own) => own.id === id))

/** Why bank details can't be confirmed anymore, or not those that change, in words. Null if they can. */
export const approversFault = (groups: readonly { payers?: unknown }[]): string | null => {
  const payers = groups[0]?.payers
  if (payers === 0)
    return 'No one who may confirm bank details works with payments, so new ones can’t be used. An admin has to choose other groups, or give their members payments access.'
  if (payers === 1)
    return 'Only one person may confirm bank details, and those that replace others need two. An admin has to choose more groups, or give more of their members payments access.'
  return null
}

const LEFT = typed`SELECT ${computed<{ before: number; after: number }>({
  before: payersIn('?1', OF_COMPANY),
  after: payersIn('?1', OF_COMPANY, '?2'),
})}`

registerAccessFault(async ({ db, actor }, lost) => {
  const left = await db.first(db.sql(LEFT, actor.companyId, JSON.stringify(lost)))
  return left && left.after < left.before ? approversFault([{ payers: left.after }]) : null
})

const NO_PAYERS = 'No one in these groups works with payments, so no one could confirm bank details'

const groupsOf = (context: StaffContext) => context.db.all(approversStatement(context))
const namedIn = (groups: readonly Named[]): Named[] => groups.map(({ id, name }) => ({ id, name }))

export const readApprovers = query({
  id: 'payments.get-payment-information-approvers',
  access: 'payments.configure',
  input: inputOf(endpoints.getApprovers),
  run: async (context) => ({ groups: namedIn(await groupsOf(context)) }),
})

export const readApproversMetadata = query({
  id: 'payments.payment-information-approvers-metadata',
  access: 'payments.use',
  input: inputOf(endpoints.approversMetadata),
  run: async (context) => {
    const groups = await groupsOf(context)
    return {
      hasApprovers: groups.length > 0,
      isApprover: can(context.actor.policy, 'payments.use') && isApproverAmong(context.actor, groups),
    }
  },
})

const NAMED_GROUPS = typed`SELECT ${columns(
  select(groups, 'g', ['id', 'name']),
  computed<{ payers: number }>({ payers: payersIn('?1', 'json_array(g.id)') }),
)} FROM json_each(?2) j CROSS JOIN groups g ON g.id = j.value AND g.company_id = ?1 ORDER BY g.name`

/** Throws INVALID for groups that don't exist, and where no one in them works with payments. */
const requireGroups = async ({ db, actor }: StaffContext, groupIds: readonly string[]) => {
  const ids = [...new Set(groupIds)]
  const known = await db.all(db.sql(NAMED_GROUPS, actor.companyId, JSON.stringify(ids)))
  if (known.length < ids.length) throw invalidField('groupIds', 'Choose groups of your company')
  if (known.length > 0 && known.every(({ payers }) => payers === 0)) throw invalidField('groupIds', NO_PAYERS)
  return namedIn(known)
}

/** Aborts the batch if other groups were chosen meanwhile, which only someone else may change back. */
const guardChosen = ({ db, actor }: StaffContext, groupIds: readonly string[]): D1PreparedStatement =>
  db.sql(
    `INSERT INTO write_guard (ok) SELECT NULL
      WHERE (SELECT COUNT(*) FROM payment_information_approvers WHERE company_id = ?1) <> (SELECT COUNT(DISTINCT value) FROM json_each(?2))
         OR EXISTS (SELECT 1 FROM payment_information_approvers
                     WHERE company_id = ?1 AND group_id NOT IN (SELECT value FROM json_each(?2)))`,
    actor.companyId,
    JSON.stringify(groupIds),
  )

const save = async (
  context: StaffContext,
  { groupIds }: { groupIds: string[] },
  askedBy?: string,
): Promise<{ groups: Named[] }> => {
  const { db, actor, newId } = context
  const { companyId } = actor
  // Asked again once it is confirmed, as their members may have changed while it waited.
  const known = await requireGroups(context, groupIds)
  const names = new Intl.ListFormat('en-US').format(known.map(({ name }) => name))
  return commit(context, {
    subject: 'The approvers of payment details',
    statements: [
      ...(askedBy === undefined ? [guardChosen(context, groupIds)] : []),
      db.sql('DELETE FROM payment_information_approvers WHERE company_id = ?', companyId),
      db.sql(
        `INSERT INTO payment_information_approvers (company_id, group_id)
           SELECT ?1, value FROM json_each(?2)`,
        ...[companyId, JSON.stringify(known.map(({ id }) => id))],
      ),
    ],
    audit: [
      {
        changeKey: `payment-information-approvers:${newId()}`,
        action: 'payments.details-approvers-changed',
        targetType: 'COMPANY',
        targetId: companyId,
        message:
          known.length > 0 ? `Chose ${names} to confirm payment details` : 'Left confirming payment details to admins',
        changeData: { groupIds: known.map(({ id }) => id) },
      },
    ],
    result: { groups: known },
  })
}

/** Other groups are other people, so any change waits for someone else. */
const changes = async (context: StaffContext, { groupIds }: { groupIds: string[] }): Promise<string | null> => {
  const [before, after] = await Promise.all([groupsOf(context), requireGroups(context, groupIds)])
  if (before.length === after.length && before.every(({ id }) => groupIds.includes(id))) return null
  return after.length > 0
    ? `${new Intl.ListFormat('en-US').format(after.map(({ name }) => name))} confirm payment details`
    : 'Admins confirm payment details'
}

export const saveApprovers = command({
  id: 'payments.save-payment-information-approvers',
  access: 'payments.guard',
  freshFactor: true,
  input: inputOf(endpoints.saveApprovers),
  run: guardedRun({
    id: 'payments.save-payment-information-approvers',
    loosens: changes,
    run: save,
    current: async (context) => ({ groups: namedIn(await groupsOf(context)) }),
  }),
})
