import type { Member } from '../../../../../schema/platform/members/member-endpoints.ts'
import { provisionedPeople } from '../../../../../schema/platform/provisioning/tables.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { columns, computed, type RowOf, select, typed } from '../../../../core/record.ts'
import { MEMBER, MEMBERSHIPS, toMember } from '../../members/index.ts'
import { gone, ScimError } from './errors.ts'
import type { Known, ParsedFilter } from './filter.ts'
import type { Provisioned } from './user-resource.ts'

/** Reading a company's people for its provider: by number, by id or by a filter. */

const ROW = columns(
  MEMBER,
  select(provisionedPeople, 'p', ['userName', 'externalId', 'attributes', 'placedBy', 'changedAt', 'position']),
)
const PEOPLE = `provisioned_people p CROSS JOIN ${MEMBERSHIPS} ON m.company_id = p.company_id AND m.user_id = p.user_id`
type Row = RowOf<typeof ROW>

export interface Found {
  member: Member
  provisioned: Provisioned
}

const foundOf = (row: Row): Found => {
  const { userName, externalId, attributes, placedBy, changedAt, position } = row
  return { member: toMember(row), provisioned: { userName, externalId, attributes, placedBy, changedAt, position } }
}

const ONE = typed`SELECT ${ROW} FROM ${PEOPLE} WHERE p.company_id = ?1 AND p.user_id = ?2 AND p.position IS NOT NULL`

/** Throws 404. */
export const requirePerson = async ({ db, actor }: StaffContext, userId: string): Promise<Found> => {
  const row = await db.first(db.sql(ONE, actor.companyId, userId))
  if (!row) throw gone('The user')
  return foundOf(row)
}

const NAMED = typed`SELECT ${ROW} FROM (
    SELECT n.user_id FROM provisioned_people n WHERE n.company_id = ?1 AND n.user_name_key = ?2
    UNION SELECT m.user_id FROM ${MEMBERSHIPS} WHERE m.company_id = ?1 AND m.email_key = ?2
    UNION SELECT m.user_id FROM ${MEMBERSHIPS} WHERE m.company_id = ?1 AND m.email_key = ?3) c
  CROSS JOIN ${PEOPLE} WHERE p.company_id = ?1 AND p.user_id = c.user_id`

/** Everyone who has that user name or address, also people whom the provider deleted. */
export const peopleNamed = async (
  { db, actor }: StaffContext,
  names: { userName: string; email: string },
): Promise<Found[]> =>
  (await db.all(db.sql(NAMED, actor.companyId, names.userName.toLowerCase(), names.email))).map(foundOf)

const MANAGER = typed`SELECT ${computed<{ id: string }>({ id: 'm.user_id' })} FROM (
    SELECT ?2 AS user_id, 1 AS place
    UNION ALL SELECT n.user_id, 2 FROM provisioned_people n WHERE n.company_id = ?1 AND n.external_id = ?2
    UNION ALL SELECT n.user_id, 3 FROM provisioned_people n WHERE n.company_id = ?1 AND n.user_name_key = ?3
    UNION ALL SELECT o.user_id, 4 FROM (SELECT m.user_id FROM ${MEMBERSHIPS} WHERE m.company_id = ?1 AND m.email_key = ?3) o) c
  CROSS JOIN ${MEMBERSHIPS} ON m.company_id = ?1 AND m.user_id = c.user_id AND m.disabled_at IS NULL
  ORDER BY c.place LIMIT 1`

/** The active member whom a provider names as someone's manager: by id, external id, user name or address. */
export const managerCalled = async ({ db, actor }: StaffContext, text: string): Promise<string | null> =>
  (await db.first(db.sql(MANAGER, actor.companyId, text, text.toLowerCase())))?.id ?? null

const TOTAL = typed`SELECT ${computed<{ total: number }>({ total: 'coalesce(max(p.position), 0)' })}
  FROM provisioned_people p WHERE p.company_id = ?1 AND p.position IS NOT NULL`
const PAGE = typed`SELECT ${ROW} FROM ${PEOPLE}
  WHERE p.company_id = ?1 AND p.position BETWEEN ?2 AND ?3 ORDER BY p.position`

interface Page {
  total: number
  found: Found[]
}

/** A page by number, which reads no other rows than its own. */
export const pageOf = async ({ db, actor }: StaffContext, startIndex: number, count: number): Promise<Page> => {
  const [total, rows] = await db.readBatch([
    db.sql(TOTAL, actor.companyId),
    db.sql(PAGE, actor.companyId, startIndex, startIndex + count - 1),
  ])
  return { total: total.results[0]?.total ?? 0, found: count === 0 ? [] : rows.results.map(foundOf) }
}

/** So many people are looked through for a filter that no index answers. */
const MOST_LOOKED = 80

/** A condition that an index answers. */
interface Indexed {
  text: string
  params: string[]
}

const BY_INDEX: Readonly<Record<string, (companyId: string, value: string) => Indexed>> = {
  id: (_, value) => ({ text: 'p.user_id = ?', params: [value] }),
  externalid: (companyId, value) => ({
    text: `p.user_id IN (SELECT n.user_id FROM provisioned_people n INDEXED BY provisioned_people_external
                          WHERE n.company_id = ? AND n.external_id = ?)`,
    params: [companyId, value],
  }),
  username: (companyId, value) => ({
    text: `p.user_id IN (
      SELECT n.user_id FROM provisioned_people n WHERE n.company_id = ? AND n.user_name_key = ?
       UNION SELECT m.user_id FROM ${MEMBERSHIPS} WHERE m.company_id = ? AND m.email_key = ?)`,
    params: [companyId, value.toLowerCase(), companyId, value.toLowerCase()],
  }),
  'emails.value': (companyId, value) => ({
    text: `p.user_id IN (SELECT m.user_id FROM ${MEMBERSHIPS} WHERE m.company_id = ? AND m.email_key = ?)`,
    params: [companyId, value.toLowerCase()],
  }),
}

const indexedBy = (companyId: string, known: readonly Known[]): Indexed | null => {
  const indexes = new Map(Object.entries(BY_INDEX))
  const [found] = known.flatMap(({ attribute, value }) => indexes.get(attribute)?.(companyId, value) ?? [])
  return found ?? null
}

/** All that matches. Throws tooMany if too many people would have to be looked through. */
export const filteredPeople = async (context: StaffContext, { sql, known }: ParsedFilter): Promise<Found[]> => {
  const { db, actor } = context
  const indexed = indexedBy(actor.companyId, known)
  if (!indexed) {
    const { total } = (await db.first(db.sql(TOTAL, actor.companyId))) ?? { total: 0 }
    if (total > MOST_LOOKED)
      throw new ScimError(
        400,
        'Too many people would have to be looked through. Filter by userName, emails.value or externalId with eq.',
        'tooMany',
      )
  }
  const { text, params } = indexed ?? { text: `p.position <= ${MOST_LOOKED}`, params: [] }
  // With the sign, the order doesn’t lead through everyone in place of the index of the condition.
  const position = indexed ? '+p.position' : 'p.position'
  const filtered = typed`SELECT ${ROW} FROM ${PEOPLE}
    WHERE p.company_id = ? AND ${text} AND ${position} IS NOT NULL AND (${sql.text}) ORDER BY ${position} LIMIT ${MOST_LOOKED}`
  return (await db.all(db.sql(filtered, actor.companyId, ...params, ...sql.params))).map(foundOf)
}
