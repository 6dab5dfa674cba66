import { isStaffAddress } from '../../core/actor.ts'
import type { Change } from '../../core/commit.ts'
import { sha256Hex } from '../../core/hash.ts'
import type { BaseContext, StaffContext } from '../../core/operation.ts'

/**
 * The platform's own staff have accounts of their own kind, at the addresses of the configuration: made when somebody
 * asks for a link to such an address, opened by whoever reads its mail, and never made of somebody else's record. They
 * are at home in a company of the platform's, and come into others by themselves.
 */
const STAFF_COMPANY = 'platform-staff'

const accountId = (email: string): string => `staff-${sha256Hex(email).slice(0, 32)}`

/** What makes sure that a staff address has its account; nothing for other addresses. */
export const staffAccount = ({ db, env, clock }: BaseContext, email: string): D1PreparedStatement[] => {
  if (!isStaffAddress(env, email)) return []
  const now = clock.now()
  return [
    db.sql(
      `INSERT OR IGNORE INTO companies (id, name, email_short_name, flags, created_at)
       VALUES (?1, 'Outlay staff', ?1, '{}', ?2)`,
      STAFF_COMPANY,
      now,
    ),
    db.sql(
      `INSERT OR IGNORE INTO users (id, email, first_name, last_name, created_at, is_platform_staff)
       VALUES (?, ?, ?, '', ?, 1)`,
      accountId(email),
      email,
      email.split('@')[0] ?? email,
      now,
    ),
    db.sql(
      'INSERT OR IGNORE INTO company_memberships (company_id, user_id, created_at) VALUES (?, ?, ?)',
      STAFF_COMPANY,
      accountId(email),
      now,
    ),
  ]
}

/** A member of the platform's staff comes into a company: as a plain member, and in its history. */
export const staffMembership = (
  { db, actor, clock, newId }: StaffContext,
  companyId: string,
): Pick<Change<unknown>, 'statements' | 'audit'> & { userId: string } => ({
  userId: actor.userId,
  statements: [
    db.sql(
      'INSERT INTO company_memberships (company_id, user_id, created_at) VALUES (?, ?, ?)',
      companyId,
      actor.userId,
      clock.now(),
    ),
  ],
  audit: [
    {
      changeKey: `staff-joined:${newId()}`,
      action: 'member.staff-joined',
      targetType: 'MEMBER',
      targetId: actor.userId,
      message: `${actor.email} of the platform's staff joined`,
      changeData: null,
    },
  ],
})
