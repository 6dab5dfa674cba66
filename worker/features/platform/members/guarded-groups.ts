import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import type { Manager } from '../../../../schema/platform/members/rules.ts'
import { AppError } from '../../../core/errors.ts'

/**
 * Groups that approve bills or confirm bank details. Only admins change who is in them, at every door, and new members count
 * a day later. The areas that ask groups register how they find theirs, when their rest.ts and jobs.ts are loaded.
 */

/** SQL of ids of groups. ?1 is the company. */
const sources = new Set<string>()

export const registerGuardedGroups = (sql: string): void => {
  sources.add(sql)
}

/** SQL of rows with the `id` of each. */
export const guardedGroupsSql = (): string =>
  sources.size === 0 ? 'SELECT NULL AS id WHERE ?1 IS NULL' : [...sources].join(' UNION ')

/** Throws FORBIDDEN for the field if someone who isn't an admin changes who is in one. */
export const requireUnguarded = (
  { flags }: Pick<Manager, 'flags'>,
  { before, after }: { before: Member; after: Member },
  guardedIds: ReadonlySet<string>,
): void => {
  if (flags.hasAdminAccess) return
  const isIn = ({ groups }: Member, groupId: string): boolean => groups.some(({ id }) => id === groupId)
  if ([...guardedIds].every((id) => isIn(before, id) === isIn(after, id))) return
  const message = 'This group approves bills or confirms bank details, so only admins change who is in it'
  throw new AppError('FORBIDDEN', message, { reason: 'BEYOND_RIGHTS', fields: { groupIds: message } })
}
