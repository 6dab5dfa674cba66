import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import type { Manager } from '../../../../schema/platform/members/rules.ts'
import { users } from '../../../../schema/platform/session/tables.ts'
import { AppError } from '../../../core/errors.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'

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

/** SQL: whether the person joined the group since then, which doesn't count for money yet. All parameters are SQL. */
export const joinedSince = (company: string, group: string, person: string, since: string): string =>
  `EXISTS (SELECT 1 FROM group_members n WHERE n.company_id = ${company} AND n.group_id = ${group}
      AND n.user_id = ${person} AND n.added_at > ${since})`

/** SQL: how many members of groups, a JSON list of ids, work with payments. Both parameters are SQL. */
export const payersIn = (company: string, groupIds: string): string =>
  `(SELECT count(DISTINCT m.user_id) FROM json_each(${groupIds}) j
      CROSS JOIN group_members n ON n.company_id = ${company} AND n.group_id = j.value
      CROSS JOIN company_memberships m ON m.company_id = n.company_id AND m.user_id = n.user_id
     WHERE m.disabled_at IS NULL AND (m.has_payments_access = 1 OR m.has_admin_access = 1))`

const NAME = computed<{ name: string }>({ name: "trim(u.first_name || ' ' || u.last_name)" })
/** Who works with payments in company ?1, since longer than ?2. */
export const PAYERS = typed`SELECT ${columns(select(users, 'u', ['id']), NAME)}
  FROM (SELECT m.user_id FROM company_memberships m INDEXED BY company_memberships_payers WHERE m.company_id = ?1
           AND m.has_payments_access = 1 AND m.disabled_at IS NULL AND coalesce(m.payments_granted_at, 0) <= ?2
         UNION SELECT m.user_id FROM company_memberships m INDEXED BY company_memberships_admins WHERE m.company_id = ?1
           AND m.has_admin_access = 1 AND m.disabled_at IS NULL AND coalesce(m.payments_granted_at, 0) <= ?2) p
 CROSS JOIN users u ON u.id = p.user_id ORDER BY u.first_name, u.last_name LIMIT 50`

/** Rows of PAYERS, read in a batch. */
export const namedRows = (rows: readonly Record<string, unknown>[] = []): { id: string; name: string }[] =>
  rows.map(({ id, name }) => ({ id: String(id), name: String(name) }))

/** SQL: whether someone else is an admin since longer than that. All parameters are SQL. */
export const hasOtherAdmin = (company: string, person: string, since: string): string =>
  `EXISTS (SELECT 1 FROM company_memberships m INDEXED BY company_memberships_admins WHERE m.company_id = ${company}
      AND m.has_admin_access = 1 AND m.disabled_at IS NULL AND m.user_id <> ${person}
      AND coalesce(m.payments_granted_at, 0) <= ${since})`

/** The admins of company ?1. */
export const ADMINS = typed`SELECT ${select(users, 'u', ['id', 'email'])}
  FROM company_memberships m INDEXED BY company_memberships_admins CROSS JOIN users u ON u.id = m.user_id
 WHERE m.company_id = ?1 AND m.has_admin_access = 1 AND m.disabled_at IS NULL`

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
