import { isStaffAddress } from '../../../core/actor.ts'
import type { Change } from '../../../core/commit.ts'
import { sha256Hex } from '../../../core/hash.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'

/**
 * Platform staff have separate accounts at the configured addresses. An account is created when someone requests a link
 * for such an address, is opened from its mailbox, and is never made from an existing account. Staff belong to a
 * company of the platform and can enter others.
 */
export const STAFF_COMPANY = 'platform-staff'

const accountId = (email: string): string => `staff-${sha256Hex(email).slice(0, 32)}`

/** Makes sure that a staff address has its account. Does nothing for other addresses. */
export const staffAccount = (
  { directory: db, env, clock }: Pick<BaseContext, 'directory' | 'env' | 'clock'>,
  email: string,
): D1PreparedStatement[] => {
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

/** Adds platform staff to a company as a plain member, recorded in its history. */
export const staffMembership = (
  { db, actor, clock, newId }: StaffContext,
  companyId: string,
): Pick<Change<unknown>, 'statements' | 'audit'> & { userId: string } => ({
  userId: actor.userId,
  statements: [
    // Their record, if this cell doesn't have it yet.
    db.sql(
      `INSERT OR IGNORE INTO users (id, email, first_name, last_name, created_at, is_platform_staff)
       VALUES (?, ?, ?, ?, ?, 1)`,
      ...[actor.userId, actor.email, actor.firstName, actor.lastName, clock.now()],
    ),
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
