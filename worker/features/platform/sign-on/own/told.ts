import type { ProviderMethod } from '../../../../../schema/platform/sign-on/methods.ts'
import type { Change } from '../../../../core/commit.ts'
import type { Holder } from './whose.ts'

interface News {
  what: 'LINKED' | 'REMOVED'
  method: ProviderMethod
  address: string | null
  /** The admin who removed it. */
  by?: string
}

/** The email to the person whose ways to sign in changed. */
export const toldPerson = (
  { kind, userId, email, firstName }: Holder,
  { address, ...news }: News,
): NonNullable<Change<unknown>['outbox']>[number] => ({
  topic: 'sign-on.methods-changed',
  payload: { userId, ...news, address, ...(kind === 'VENDOR' && { vendor: { email, firstName } }) },
})

/** Whose history has it: a member’s own, which admins see on their page. Vendors’ people have only the log of their company. */
export const historyOf = ({ kind, userId }: Holder, done: 'method-linked' | 'method-unlinked') =>
  kind === 'STAFF'
    ? { action: `member.${done}`, targetType: 'MEMBER' as const, targetId: userId }
    : { action: `session.${done}`, targetType: 'SESSION' as const, targetId: userId }
