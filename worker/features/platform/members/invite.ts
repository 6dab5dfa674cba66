import { sendInvites } from '../../../../schema/platform/members/member-endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import type { OutboxPayloads } from '../../../core/outbox.ts'
import { issueLoginToken, limitRate } from '../session/index.ts'
import { load, requireAll } from './change/load.ts'

/** Long, because people open an invitation when they find time. The link still works only once. */
const INVITE_LINK_MS = 7 * 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/** What an invitation adds to a change: the token's row, and the email with the link. */
export const invitation = async (
  context: StaffContext,
  userId: string,
): Promise<{
  statement: D1PreparedStatement
  mail: { topic: 'member.invite'; payload: OutboxPayloads['member.invite'] }
}> => {
  const { companyId, name } = context.actor
  const token = {
    purpose: 'EMAIL_LINK' as const,
    method: 'EMAIL_LINK' as const,
    userId,
    companyId,
    lifeMs: INVITE_LINK_MS,
  }
  const { secret, statement } = await issueLoginToken(context, token)
  return { statement, mail: { topic: 'member.invite', payload: { userId, token: secret, invitedBy: name } } }
}

/** Throws INVALID for members who can't log in, LIMITED after 5 invitations to one person in an hour. */
export const inviteMembers = command({
  id: 'members.send-new-member-invite',
  access: 'members.manage',
  input: inputOf(sendInvites),
  run: async (context, input) => {
    const { actor } = context
    const userIds = [...new Set(input.userIds)]
    const { members } = await load(context, { memberIds: userIds })
    requireAll(members, userIds)
    const disabled = members.find((member) => !member.enabled)
    if (disabled) throw invalidField('userIds', `${fullName(disabled)} is disabled. Enable them first.`)
    await limitRate(
      context,
      HOUR_MS,
      userIds.map((userId) => ({ key: `invite:${actor.companyId}:${userId}`, max: 5 })),
    )
    const invitations = await Promise.all(members.map((member) => invitation(context, member.id)))
    return commit(context, {
      subject: 'The invitation',
      statements: invitations.map(({ statement }) => statement),
      outbox: invitations.map(({ mail }) => mail),
      audit: members.map((member) => ({
        changeKey: `member-invite:${context.newId()}`,
        action: 'member.invited',
        targetType: 'MEMBER',
        targetId: member.id,
        message: `Sent an invitation to ${fullName(member)}`,
        changeData: { email: member.email },
      })),
      result: { sent: members.length },
    })
  },
})
