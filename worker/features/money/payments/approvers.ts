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
import { joinedSince, registerGuardedGroups } from '../../platform/members/index.ts'

/** Who confirms bank details: the members of chosen groups who work with payments. Without groups, admins. */

registerGuardedGroups(
  typed`SELECT ${select(paymentInformationApprovers, 'a', { id: 'groupId' })}
    FROM payment_information_approvers a WHERE a.company_id = ?1`,
)

/** With whether this person joined the group less than a day ago, which doesn't count yet. */
const APPROVER_GROUPS = typed`SELECT ${columns(
  select(groups, 'g', ['id', 'name']),
  computed<{ isNew: number }>({ isNew: joinedSince('a.company_id', 'g.id', '?2', '?3') }),
)} FROM payment_information_approvers a CROSS JOIN groups g ON g.id = a.group_id AND g.company_id = a.company_id
  WHERE a.company_id = ?1 ORDER BY g.name`

export const approversStatement = ({ db, actor, clock }: StaffContext) => {
  const since = clock.now() - NEW_HOLDER_MS
  return db.sql(APPROVER_GROUPS, actor.companyId, actor.userId, since)
}

export const isApproverAmong = (actor: StaffActor, groups: readonly { id?: unknown; isNew?: unknown }[]): boolean =>
  groups.length === 0
    ? actor.policy.flags.hasAdminAccess
    : groups.some(({ id, isNew }) => isNew !== 1 && actor.groups.some((own) => own.id === id))

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

const namedGroups = ({ db, actor }: StaffContext, ids: readonly string[]): D1PreparedStatement =>
  db.sql(
    `SELECT g.id, g.name FROM json_each(?2) j CROSS JOIN groups g ON g.id = j.value AND g.company_id = ?1
      ORDER BY g.name`,
    actor.companyId,
    JSON.stringify(ids),
  )

const save = async (context: StaffContext, { groupIds }: { groupIds: string[] }): Promise<{ groups: Named[] }> => {
  const { db, actor, newId } = context
  const { companyId } = actor
  const known = await db.all<Named>(namedGroups(context, [...new Set(groupIds)]))
  if (known.length < new Set(groupIds).size) throw invalidField('groupIds', 'Choose groups of your company')
  const names = new Intl.ListFormat('en-US').format(known.map(({ name }) => name))
  return commit(context, {
    subject: 'The approvers of payment details',
    statements: [
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
  const { db } = context
  const wanted = [...new Set(groupIds)]
  const [before, after] = await Promise.all([groupsOf(context), db.all<Named>(namedGroups(context, wanted))])
  if (after.length < wanted.length) throw invalidField('groupIds', 'Choose groups of your company')
  if (before.length === wanted.length && before.every(({ id }) => wanted.includes(id))) return null
  return after.length > 0
    ? `${new Intl.ListFormat('en-US').format(after.map(({ name }) => name))} confirm payment details`
    : 'Admins confirm payment details'
}

export const saveApprovers = command({
  id: 'payments.save-payment-information-approvers',
  access: 'payments.guard',
  input: inputOf(endpoints.saveApprovers),
  run: guardedRun({
    id: 'payments.save-payment-information-approvers',
    loosens: changes,
    run: save,
    current: async (context) => ({ groups: namedIn(await groupsOf(context)) }),
  }),
})
