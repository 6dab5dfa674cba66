import { z } from 'zod'
import { clearSession } from '../../../../schema/platform/session/endpoints.ts'
import { METHOD_WORDS, type ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { id, requiredText } from '../../../../schema/shared/values.ts'
import { isStaffAddress, type StaffActor } from '../../../core/actor.ts'
import { inPlace } from '../../../core/cells.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, signedIn } from '../../../core/operation.ts'
import { clearedSessionCookie } from '../../../transport/cookies.ts'
import { toldDirectory } from '../directory/index.ts'
import { endOfSession, endWhileMoving } from './exchange.ts'
import { methodOff } from './login-methods.ts'
import { maySignInBy, requiredOf } from './required-method.ts'
import { staffMembership } from './staff.ts'
import { issueLoginToken } from './tokens.ts'

/** Signs out: deletes the session's row and clears the cookie. Without a session it only clears the cookie. */
export const signOut = command({
  id: 'session.clear',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  whileMoving: true,
  whileOwing: true,
  input: inputOf(clearSession),
  run: async (context) => {
    context.answerHeaders.append('Set-Cookie', clearedSessionCookie(context.origin))
    const who = signedIn(context)
    if (!who) return null
    if (context.actor?.company.isMoving) {
      await endWhileMoving(context)
      return null
    }
    await commit(context, {
      subject: 'The session',
      statements: endOfSession(context),
      audit: [
        {
          changeKey: `session-end:${who.sessionHash}`,
          action: 'session.signed-out',
          targetType: 'SESSION',
          targetId: who.userId,
          message: 'Signed out',
          changeData: null,
        },
      ],
      result: null,
    })
    return null
  },
})

/**
 * A token for another company of the same person (specification 3 §7.6), identified by the address they signed in with.
 * An invited person joins with it if they confirm. Platform staff can enter any company. Throws NOT_FOUND without a
 * membership there, RULE_BROKEN with the reason NOT_JOINED.
 */
export const createCompanyToken = command({
  id: 'session.create-company-token',
  access: 'staff.use',
  idempotency: 'none',
  input: z.object({ companyId: id, join: z.boolean().default(false) }),
  run: async (context, { companyId, join }) => {
    const { actor } = context
    const there = await inPlace(context, { companyId })
    const member = await there.db.first<Candidate>(
      there.db.sql(
        `SELECT m.user_id AS userId, c.name, ${maySignInBy({ company: 'c', user: 'm.user_id', email: '?2' }, '?3')} AS allowsMethod,
                ${requiredOf({ companyId: 'c.id', email: '?2' })} AS required,
                m.invited_at IS NOT NULL AS isInvited, m.disabled_at IS NULL AS isEnabled
           FROM companies c
           LEFT JOIN company_memberships m ON m.company_id = c.id AND m.email_key = ?2 AND m.email_key <> ''
          WHERE c.id = ?1`,
        companyId,
        actor.email,
        actor.loginMethod,
      ),
    )
    // How someone signed in can't be used to enter a company that doesn't allow it.
    if (member?.userId && member.isEnabled === 1 && member.allowsMethod !== 1)
      throw member.required ? otherMethod(member.name, member.required) : methodOff(actor.loginMethod)
    if (member && member.userId === null && actor.policy.isInternalStaff) {
      const { userId, statements, audit } = staffMembership(there, companyId)
      return handOver(
        there,
        { purpose: 'COMPANY', userId, companyId },
        { statements, audit, outbox: toldDirectory(userId), as: { companyId, userId: actor.userId } },
      )
    }
    if (!member?.userId || member.isEnabled !== 1) throw notFound('The company')
    if (member.isInvited === 1 && !join) {
      throw new AppError('RULE_BROKEN', `You’re invited to ${withStop(member.name)} Join it first.`, {
        reason: 'NOT_JOINED',
      })
    }
    return handOver(there, { purpose: 'COMPANY', userId: member.userId, companyId })
  },
})

const otherMethod = (company: string, required: ProviderMethod): AppError =>
  new AppError('FORBIDDEN', `${company} requires ${METHOD_WORDS[required]}. Sign out, and log in with that.`, {
    reason: 'SIGN_ON_REQUIRED',
  })

interface Candidate {
  userId: string | null
  name: string
  allowsMethod: number
  required: ProviderMethod | null
  isInvited: number
  isEnabled: number
}

/**
 * A token to view the product as another member (specification 1 §4, decisions "Impersonation"): for company admins and
 * platform staff in the company, never nested, never as platform staff. With a reason they act on the member's behalf,
 * who is told by email.
 */
export const createImpersonationToken = command({
  id: 'session.create-impersonation-token',
  access: 'members.view-as',
  idempotency: 'none',
  input: z.object({ userId: id, reason: requiredText(500).optional() }),
  run: async (context, { userId, reason }) => {
    const { actor } = context
    const member = await context.db.first<{ email: string; isPlatformStaff: number }>(
      context.db.sql(
        `SELECT u.email, u.is_platform_staff AS isPlatformStaff FROM company_memberships m JOIN users u ON u.id = m.user_id
          WHERE m.company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
        actor.companyId,
        userId,
      ),
    )
    if (!member || userId === actor.userId) throw notFound('The member')
    if (member.isPlatformStaff === 1 || isStaffAddress(context.env, member.email)) {
      throw new AppError('FORBIDDEN', 'You can’t view as platform staff.')
    }
    return handOver(context, {
      purpose: 'IMPERSONATION',
      userId,
      companyId: actor.companyId,
      impersonatorUserId: actor.userId,
      actingReason: reason,
    })
  },
})

/** A token back to the admin's own view, only for a session that views as someone. */
export const createReverseImpersonationToken = command({
  id: 'session.create-reverse-impersonation-token',
  access: 'staff.use',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: z.object({}),
  run: async (context) => {
    const { actor } = context
    if (!actor.impersonator) throw new AppError('RULE_BROKEN', 'You’re already viewing as yourself.')
    return handOver(context, {
      purpose: 'REVERSE_IMPERSONATION',
      userId: actor.impersonator.userId,
      companyId: actor.companyId,
    })
  },
})

const handOver = async (
  context: Parameters<typeof commit>[0] & { actor: StaffActor },
  token: Omit<Parameters<typeof issueLoginToken>[1], 'sessionHash' | 'method'>,
  more: Pick<Change<unknown>, 'statements' | 'audit' | 'outbox' | 'as'> = { statements: [], audit: [] },
): Promise<{ loginTokenId: string }> => {
  const { sessionHash, loginMethod: method } = context.actor
  const { secret, statement } = await issueLoginToken(context, { ...token, sessionHash, method })
  return commit(context, {
    subject: 'The token',
    statements: [...more.statements, statement],
    audit: more.audit,
    ...(more.outbox && { outbox: more.outbox }),
    ...(more.as && { as: more.as }),
    result: { loginTokenId: secret },
  })
}
