import { confirmAddress, readAddressChange } from '../../../../schema/platform/members/address-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { copyNameStatements } from '../../../core/kinds/copy-names.ts'
import { networkOf } from '../../../core/network.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { toldDirectory } from '../directory/index.ts'
import { limitRate, SIGN_IN_WINDOW_MS } from '../session/index.ts'

/** A member's new address takes effect once someone confirms from its mailbox. */

interface Row {
  companyId: string
  companyName: string
  userId: string
  name: string
  oldEmail: string
  newEmail: string
  by: string
}

const OPEN = `
SELECT e.company_id AS companyId, c.name AS companyName, e.user_id AS userId, e.old_email AS oldEmail,
       e.new_email AS newEmail, trim(u.first_name || ' ' || u.last_name) AS name,
       trim(a.first_name || ' ' || a.last_name) AS by
  FROM email_changes e
 CROSS JOIN users u ON u.id = e.user_id AND u.email = e.old_email
 CROSS JOIN companies c ON c.id = e.company_id
 CROSS JOIN company_memberships m ON m.company_id = e.company_id AND m.user_id = e.user_id AND m.disabled_at IS NULL
 CROSS JOIN users a ON a.id = e.asked_by_user_id
 CROSS JOIN company_memberships am ON am.company_id = e.company_id AND am.user_id = a.id AND am.disabled_at IS NULL
        AND am.has_admin_access = 1
 WHERE e.token_hash = ?1 AND e.done_at IS NULL AND e.expires_at > ?2
   AND NOT EXISTS (SELECT 1 FROM company_memberships o WHERE o.user_id = e.user_id AND o.company_id <> e.company_id)`

const requireOpen = async (context: BaseContext, token: string): Promise<Row> => {
  const { db, clock } = context
  const row = await db.first<Row>(db.sql(OPEN, sha256Hex(token), clock.now()))
  if (row) return row
  throw new AppError('RULE_BROKEN', 'This link no longer works. Ask the admin who changed your email for a new one.', {
    reason: 'ADDRESS_LINK_OVER',
  })
}

const limited = (context: BaseContext) =>
  limitRate(context, SIGN_IN_WINDOW_MS, [{ key: `address-from:${networkOf(context.clientAddress)}`, max: 60 }])

/** What the link is about. It stays usable. Throws RULE_BROKEN with the reason ADDRESS_LINK_OVER. */
export const readAddress = query({
  id: 'members.read-address-change',
  access: 'public',
  input: inputOf(readAddressChange),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token }) => {
    const { companyName, name, oldEmail, newEmail, by } = await requireOpen(context, token)
    return { companyName, name, oldEmail, newEmail, by }
  },
})

/**
 * Changes the address, ends the person's sessions and tells the old address. Throws the same as reading, or CONFLICT.
 */
export const confirmNewAddress = command({
  id: 'members.confirm-address-change',
  access: 'public',
  idempotency: 'public',
  input: inputOf(confirmAddress),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token }) => {
    await limited(context)
    const { db, clock } = context
    const now = clock.now()
    const tokenHash = sha256Hex(token)
    const { companyId, userId, oldEmail, newEmail, name, by } = await requireOpen(context, token)
    return commit(context, {
      subject: 'The email',
      statements: [
        db.sql('UPDATE email_changes SET done_at = ? WHERE token_hash = ? AND done_at IS NULL', now, tokenHash),
        guardOneRow(db),
        db.sql('UPDATE users SET email = ? WHERE id = ? AND email = ?', newEmail, userId, oldEmail),
        guardOneRow(db),
        ...copyNameStatements(db, companyId, 'MEMBER', [userId]),
        ...endEverything(context, userId),
      ],
      audit: [
        {
          changeKey: `member-address:${tokenHash}:confirmed`,
          action: 'member.address-confirmed',
          targetType: 'MEMBER',
          targetId: userId,
          message: `Confirmed ${newEmail} as ${name}'s new email`,
          changeData: { before: { email: oldEmail }, after: { email: newEmail } },
        },
      ],
      outbox: [
        ...toldDirectory(userId),
        { topic: 'member.address', payload: { userId, oldEmail, newEmail, by, to: 'OLD_AFTERWARDS', token: null } },
      ],
      result: { email: newEmail },
      as: { companyId, userId },
      onDuplicate: {
        'company_memberships.company_id, company_memberships.email_key': () =>
          new AppError('CONFLICT', 'Another member has this email now.', { reason: 'ADDRESS_TAKEN' }),
      },
    })
  },
})

/** The person's sessions, those in which they view as others, and links sent to the old address. */
export const endEverything = ({ db, clock }: BaseContext, userId: string): D1PreparedStatement[] => [
  db.sql('DELETE FROM sessions WHERE user_id = ?', userId),
  db.sql('DELETE FROM sessions WHERE impersonator_user_id = ?', userId),
  db.sql('DELETE FROM vendor_sessions WHERE user_id = ?', userId),
  voidLinks({ db, clock }, userId),
]

/** Links already sent no longer work. */
const voidLinks = ({ db, clock }: Pick<BaseContext, 'db' | 'clock'>, userId: string): D1PreparedStatement =>
  db.sql(
    'UPDATE login_tokens SET used_at = ?1 WHERE expires_at > ?1 AND user_id = ?2 AND used_at IS NULL',
    clock.now(),
    userId,
  )
