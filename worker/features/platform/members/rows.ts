import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { ACCESS_FLAGS, type AccessFlag } from '../../../../schema/shared/permissions.ts'
import { readCard } from '../../../core/member-card.ts'
import { Columns } from '../../../core/record.ts'

/** A member as stored, and as shown to everyone. */

export const flagColumn = (flag: string): string => flag.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** SQL of a member's sort key, which each of their units keeps with them (see kind.ts of the organisation). */
export const nameKeyOf = (company: string, user: string): string =>
  `coalesce((SELECT m.name_key FROM company_memberships m WHERE m.company_id = ${company} AND m.user_id = ${user}), '')`

/** Columns of a membership `m`. It stores what else is shown of a member as JSON (see the view member_cards). */
export const MEMBER_COLUMNS = `m.user_id AS id, m.email_key AS email, m.title,
  m.disabled_at AS disabledAt, m.invited_at AS invitedAt, m.bounced_email AS bouncedEmail, m.version, m.created_at AS createdAt, m.is_signer AS isSigner, m.card,
  ${ACCESS_FLAGS.map((flag) => `m.${flagColumn(flag)} AS ${flag}`).join(', ')}`

export interface MemberRow extends Record<AccessFlag, number> {
  id: string
  email: string
  title: string
  disabledAt: number | null
  invitedAt: number | null
  bouncedEmail: string | null
  version: number
  createdAt: number
  isSigner: number
  /** A MemberCard as JSON. */
  card: string
}

/** For statements of other areas: memberships as `m`, what they show of a member, and companies as `c`. */
export const MEMBERSHIPS = 'company_memberships m'
export const MEMBER = new Columns<MemberRow>(MEMBER_COLUMNS, [])
export const COMPANIES = 'companies c'

/** SQL of the name of a member, of whom only the id is kept elsewhere. All parameters are SQL. */
export const memberNameSql = (company: string, user: string): string =>
  `(SELECT trim((m.card ->> 'firstName') || ' ' || (m.card ->> 'lastName')) FROM company_memberships m
     WHERE m.company_id = ${company} AND m.user_id = ${user})`

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name, 'en')

export const toMember = (row: MemberRow): Member => {
  const card = readCard(row.card)
  const departments = card.departments.sort(byName)
  const businessUnits = card.businessUnits.sort(byName)
  const flags = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, row[flag] === 1])) as Record<AccessFlag, boolean>
  return {
    id: row.id,
    firstName: card.firstName,
    lastName: card.lastName,
    email: row.email,
    title: row.title,
    enabled: row.disabledAt === null,
    isInvited: row.invitedAt !== null,
    emailBounces: row.bouncedEmail === row.email,
    receiveEmail: card.receiveEmail,
    receiveSlack: card.receiveSlack,
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
    manager: card.manager,
    location: card.location,
    departments,
    businessUnits,
    groups: card.groups.sort(byName),
    entities: card.entities.sort(byName),
    isSigner: row.isSigner === 1,
    approvesRequestsForDepartment: departments.some((unit) => unit.approvesRequests),
    approvesRequestsForBusinessUnit: businessUnits.some((unit) => unit.approvesRequests),
    isRequestCategoryOwner: card.ownedCategories.some(({ type, deleted }) => type === 'INTERNAL' && !deleted),
    ...flags,
  }
}
