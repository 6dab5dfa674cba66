import * as endpoints from '../../../../schema/money/payments/details-endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'

/** Who confirms bank details: the members of chosen groups who work with payments. Without groups, admins. */

export const approversStatement = ({ db, actor }: StaffContext): D1PreparedStatement =>
  db.sql(
    `SELECT g.id, g.name FROM payment_information_approvers a CROSS JOIN groups g ON g.id = a.group_id
        AND g.company_id = a.company_id
      WHERE a.company_id = ? ORDER BY g.name`,
    actor.companyId,
  )

export const isApproverAmong = (actor: StaffActor, groups: readonly { id?: unknown }[]): boolean =>
  groups.length === 0
    ? actor.policy.flags.hasAdminAccess
    : groups.some(({ id }) => actor.groups.some((own) => own.id === id))

const groupsOf = async (context: StaffContext): Promise<Named[]> => context.db.all<Named>(approversStatement(context))

export const readApprovers = query({
  id: 'payments.get-payment-information-approvers',
  access: 'payments.configure',
  input: inputOf(endpoints.getApprovers),
  run: async (context) => ({ groups: await groupsOf(context) }),
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

export const saveApprovers = command({
  id: 'payments.save-payment-information-approvers',
  access: 'payments.configure',
  input: inputOf(endpoints.saveApprovers),
  run: async (context, { groupIds }) => {
    const { db, actor, newId } = context
    const { companyId } = actor
    const known = await db.all<Named>(
      db.sql(
        `SELECT g.id, g.name FROM json_each(?2) j CROSS JOIN groups g ON g.id = j.value AND g.company_id = ?1
          ORDER BY g.name`,
        ...[companyId, JSON.stringify([...new Set(groupIds)])],
      ),
    )
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
            known.length > 0
              ? `Chose ${names} to confirm payment details`
              : 'Left confirming payment details to admins',
          changeData: { groupIds: known.map(({ id }) => id) },
        },
      ],
      result: { groups: known },
    })
  },
})
