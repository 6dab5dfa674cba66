import type { loginTokens } from '../../../../schema/platform/session/tables.ts'
import { METHOD_WORDS } from '../../../../schema/platform/sign-on/methods.ts'

type Begun = Pick<typeof loginTokens.$inferSelect, 'purpose' | 'method' | 'impersonatorUserId' | 'actingReason'>

/** What the history says of a session that begins with a token. */
export const begunBy = ({ purpose, method, impersonatorUserId, actingReason }: Begun) =>
  actingReason === null
    ? {
        action: SIGN_IN_ACTIONS[purpose],
        message: purpose === 'SIGN_ON' ? `Signed in with ${METHOD_WORDS[method]}` : SIGN_IN_MESSAGES[purpose],
        changeData: impersonatorUserId ? { impersonatorUserId } : null,
      }
    : {
        action: 'session.acting-started',
        message: `An admin started acting on behalf of this member: ${actingReason}`,
        changeData: { impersonatorUserId, reason: actingReason },
      }

const SIGN_IN_ACTIONS = {
  EMAIL_LINK: 'session.signed-in',
  SIGN_ON: 'session.signed-in',
  COMPANY: 'session.switched-company',
  IMPERSONATION: 'session.impersonation-started',
  REVERSE_IMPERSONATION: 'session.impersonation-ended',
} as const

const SIGN_IN_MESSAGES = {
  EMAIL_LINK: 'Signed in with a login link',
  COMPANY: 'Switched to this company',
  IMPERSONATION: 'An admin started viewing as this member',
  REVERSE_IMPERSONATION: 'Stopped viewing as another member',
} as const
