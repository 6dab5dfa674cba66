import { getMemberMethods, unlinkOfMember } from '../../../../../schema/platform/sign-on/own-endpoints.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import { commit } from '../../../../core/commit.ts'
import { AppError, notFound } from '../../../../core/errors.ts'
import { identitiesOf } from '../../../../core/hands.ts'
import { command, inputOf, query, type StaffContext } from '../../../../core/operation.ts'
import { load, requireAll } from '../../members/index.ts'
import { endSessionsBy } from '../../session/index.ts'
import { requireFactor } from './begin-linking.ts'
import { linkedAccounts } from './list.ts'
import { accountOf, removal } from './unlink.ts'
import { type Holder, waysOf } from './whose.ts'

/** An admin sees and removes what a member has linked: an account at a provider that is lost, or isn’t theirs. */

const memberOf = async (context: StaffContext, memberId: string): Promise<{ holder: Holder; name: string }> => {
  const { members } = await load(context, { memberIds: [memberId] })
  requireAll(members, [memberId])
  const [member] = members
  if (!member) throw notFound('The member')
  const { companyId } = context.actor
  const { email, firstName } = member
  return { holder: { kind: 'STAFF', companyId, userId: memberId, email, firstName }, name: fullName(member) }
}

export const readOfMember = query({
  id: 'sign-on.get-methods-of-member',
  access: 'settings.manage',
  readsFirst: true,
  input: inputOf(getMemberMethods),
  run: async (context, { memberId }) => {
    const { holder } = await memberOf(context, memberId)
    return { linked: linkedAccounts(holder, await waysOf(context, holder)) }
  },
})

/**
 * Ends the member’s sessions that began by that method, too. Throws NOT_FOUND, FORBIDDEN without a fresh factor of an admin
 * who has one, and RULE_BROKEN for one’s own and for the member’s last way in.
 */
export const unlinkTheirs = command({
  id: 'sign-on.unlink-of-member',
  access: 'settings.manage',
  input: inputOf(unlinkOfMember),
  run: async (context, { memberId, methodId }) => {
    const { db, actor } = context
    if (identitiesOf(actor).userIds.includes(memberId))
      throw new AppError('RULE_BROKEN', 'Remove your own under “Sign-in and devices”.', { reason: 'OWN_METHODS' })
    const { holder } = await memberOf(context, memberId)
    const account = await accountOf(context, holder, methodId)
    await requireFactor(context)
    const { statements, ...told } = removal(context, holder, account, actor.name)
    const ended = endSessionsBy(db, holder, account.row.method)
    return commit(context, { subject: 'The sign-in method', statements: [...statements, ended], ...told, result: null })
  },
})
