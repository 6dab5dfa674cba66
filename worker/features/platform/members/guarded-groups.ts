import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import type { Manager } from '../../../../schema/platform/members/rules.ts'
import { companyMemberships } from '../../../../schema/platform/members/tables.ts'
import { users } from '../../../../schema/platform/session/tables.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'
import { registerOtherAdmin } from '../guarded/index.ts'
import { canBreakGlass, registerBreakGlass } from '../session/index.ts'

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

/**
 * SQL: how many members of groups, a JSON list of ids, work with payments. All parameters are SQL.
 * @param lost a JSON list of those who don't anymore: `userId`, and `groupId` for people who only leave a group
 */
export const payersIn = (company: string, groupIds: string, lost = "'[]'"): string =>
  `(SELECT count(DISTINCT m.user_id) FROM json_each(${groupIds}) j
      CROSS JOIN group_members n ON n.company_id = ${company} AND n.group_id = j.value
      CROSS JOIN company_memberships m ON m.company_id = n.company_id AND m.user_id = n.user_id
     WHERE m.disabled_at IS NULL AND (m.has_payments_access = 1 OR m.has_admin_access = 1)
       AND NOT EXISTS (SELECT 1 FROM json_each(${lost}) l WHERE l.value ->> 'userId' = m.user_id
                          AND coalesce(l.value ->> 'groupId', j.value) = j.value))`

const NAME = computed<{ name: string }>({ name: "trim(u.first_name || ' ' || u.last_name)" })
/** Who works with payments in company ?1, since longer than ?2. */
export const PAYERS = typed`SELECT ${columns(select(users, 'u', ['id']), NAME)}
  FROM (SELECT m.user_id FROM company_memberships m INDEXED BY company_memberships_payers WHERE m.company_id = ?1
           AND m.has_payments_access = 1 AND m.disabled_at IS NULL AND coalesce(m.payments_granted_at, 0) <= ?2
         UNION SELECT m.user_id FROM company_memberships m INDEXED BY company_memberships_admins WHERE m.company_id = ?1
           AND m.has_admin_access = 1 AND m.disabled_at IS NULL AND coalesce(m.payments_granted_at, 0) <= ?2) p
 CROSS JOIN users u ON u.id = p.user_id ORDER BY u.first_name, u.last_name LIMIT 50`

/**
 * Who works with payments since longer than ?2 in groups of company ?1, since longer than that, too. Admins, where there are
 * no groups.
 * @param groupIds SQL of a JSON list
 */
export const payersAmong = (groupIds: string) => typed`SELECT ${columns(select(users, 'u', ['id']), NAME)}
  FROM (SELECT m.user_id FROM json_each(${groupIds}) j
         CROSS JOIN group_members n ON n.company_id = ?1 AND n.group_id = j.value AND coalesce(n.added_at, 0) <= ?2
         CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = n.user_id
         WHERE m.disabled_at IS NULL AND (m.has_payments_access = 1 OR m.has_admin_access = 1)
           AND coalesce(m.payments_granted_at, 0) <= ?2
         UNION SELECT m.user_id FROM company_memberships m INDEXED BY company_memberships_admins WHERE m.company_id = ?1
           AND m.has_admin_access = 1 AND m.disabled_at IS NULL AND coalesce(m.payments_granted_at, 0) <= ?2
           AND json_array_length(${groupIds}) = 0) p
 CROSS JOIN users u ON u.id = p.user_id ORDER BY u.first_name, u.last_name LIMIT 50`

/** Rows of PAYERS, read in a batch. */
export const namedRows = (rows: readonly Record<string, unknown>[] = []): { id: string; name: string }[] =>
  rows.map(({ id, name }) => ({ id: String(id), name: String(name) }))

/** Someone who no longer works with payments, or only leaves a group. */
export interface Lost {
  userId: string
  groupId?: string
}
type AccessFault = (context: StaffContext, lost: readonly Lost[]) => Promise<string | null>
const accessFaults = new Set<AccessFault>()

/** Areas register what no one can do anymore, or only one person, once some have lost access. */
export const registerAccessFault = (faultOf: AccessFault): void => {
  accessFaults.add(faultOf)
}

/** What the company can't do anymore, in words. */
export const accessFaultsOf = async (context: StaffContext, lost: readonly Lost[]): Promise<string[]> =>
  lost.length === 0
    ? []
    : (await Promise.all([...accessFaults].map((faultOf) => faultOf(context, lost)))).filter((fault) => fault !== null)

registerOtherAdmin(
  (company, person, since) =>
    `EXISTS (SELECT 1 FROM company_memberships m INDEXED BY company_memberships_admins WHERE m.company_id = ${company}
      AND m.has_admin_access = 1 AND m.disabled_at IS NULL AND m.user_id <> ${person}
      AND coalesce(m.payments_granted_at, 0) <= ${since})`,
)

registerBreakGlass(
  (company, user) =>
    `EXISTS (SELECT 1 FROM company_memberships gm WHERE gm.company_id = ${company} AND gm.user_id = ${user}
      AND gm.has_admin_access = 1 AND gm.disabled_at IS NULL)`,
)

/** The admins of company ?1. */
export const ADMINS = typed`SELECT ${select(users, 'u', ['id', 'email'])}
  FROM company_memberships m INDEXED BY company_memberships_admins CROSS JOIN users u ON u.id = m.user_id
 WHERE m.company_id = ?1 AND m.has_admin_access = 1 AND m.disabled_at IS NULL`

/** SQL of the ids of the members of company ?1. */
export const MEMBER_IDS = typed`SELECT ${select(companyMemberships, 'm', ['userId'])}
  FROM company_memberships m WHERE m.company_id = ?1`

/** The admins of company ?1 by name, and whether they could break the glass. */
export const namedAdmins = () => typed`SELECT ${columns(
  select(users, 'u', ['id']),
  NAME,
  computed<{ hasPasskey: number }>({ hasPasskey: `(${canBreakGlass('m.company_id', 'm.user_id')})` }),
)}
  FROM company_memberships m INDEXED BY company_memberships_admins CROSS JOIN users u ON u.id = m.user_id
 WHERE m.company_id = ?1 AND m.has_admin_access = 1 AND m.disabled_at IS NULL AND u.is_platform_staff = 0
 ORDER BY u.first_name, u.last_name LIMIT 100`

/** Where member ?2 of company ?1 gets emails, while they can sign in. */
export const MEMBER_MAIL = typed`SELECT ${select(users, 'u', ['email', 'firstName'])}
  FROM company_memberships m CROSS JOIN users u ON u.id = m.user_id
 WHERE m.company_id = ?1 AND m.user_id = ?2 AND m.disabled_at IS NULL`

/** The first member of company ?1, who set it up, whatever they may do today. */
export const OWNER = typed`SELECT ${select(users, 'u', ['id', 'email'])}
  FROM (SELECT o.user_id FROM company_memberships o INDEXED BY company_memberships_created WHERE o.company_id = ?1
         ORDER BY o.created_at, o.user_id LIMIT 1) m CROSS JOIN users u ON u.id = m.user_id`

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
