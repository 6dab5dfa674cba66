import { z } from 'zod'
import { provisionedGroups } from '../../../../../schema/platform/provisioning/tables.ts'
import { commit, lastWriteWins, together } from '../../../../core/commit.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { columns, computed, leftJoined, type RowOf, select, typed } from '../../../../core/record.ts'
import { guardedGroupsOf, MEMBERSHIPS } from '../../members/index.ts'
import {
  addMembers,
  createUnit,
  deleteUnit,
  GROUP as GROUP_UNIT,
  removeMembers,
  updateUnit,
} from '../../organisation/index.ts'
import { followRoles } from '../group-roles.ts'
import { seenStatement, valueKeyOf } from '../placement.ts'
import { GROUP, GROUP_ATTRIBUTES } from './attributes.ts'
import { gone, invalidValue, ScimError, taken } from './errors.ts'
import { filterOf, GROUPS, type ParsedFilter } from './filter.ts'
import { type GroupChange, groupChangeOf, groupPatchOf } from './group-change.ts'
import { type ListWish, listOf } from './list.ts'
import { provisioningCommand, provisioningQuery } from './operation.ts'

/** SCIM groups are the company's groups. Every change runs the functions that the groups' page runs. */

const groupId = z.string().min(1).max(64)
const TABLE = GROUP_UNIT.table
const MEMBERS = GROUP_UNIT.members?.table ?? ''

const ROW = columns(
  computed<{ id: string; name: string; version: number; memberCount: number; createdAt: number }>({
    id: 'g.id',
    name: 'g.name',
    version: 'g.version',
    memberCount: 'g.member_count',
    createdAt: 'g.created_at',
  }),
  leftJoined(select(provisionedGroups, 'p', ['externalId', 'changedAt'])),
)
const FROM = `${TABLE} g LEFT JOIN provisioned_groups p ON p.company_id = g.company_id AND p.group_id = g.id`
type Row = RowOf<typeof ROW>

const ONE = typed`SELECT ${ROW} FROM ${FROM} WHERE g.id = ?2 AND g.company_id = ?1`
/** More groups than this are found by their names only. */
const MOST_LOOKED = 140
const FIRST = typed`SELECT ${ROW} FROM ${FROM} WHERE g.company_id = ?1 ORDER BY lower(g.name) LIMIT ${MOST_LOOKED + 1}`
const NAMED = typed`SELECT ${ROW} FROM ${FROM} WHERE g.company_id = ?1 AND lower(g.name) = lower(?2)`

/** A group with more members is answered without them: a part would look like all. */
const MOST_SHOWN = 200
const MEMBER_IDS = typed`SELECT ${computed<{ id: string }>({ id: 'n.user_id' })} FROM ${MEMBERS} n
  WHERE n.company_id = ?1 AND n.group_id = ?2 LIMIT ?3`

const answerOf = ({ origin }: StaffContext, row: Row, members: readonly string[] | null) => ({
  schemas: [GROUP],
  id: row.id,
  ...(row.externalId && { externalId: row.externalId }),
  displayName: row.name,
  ...(members && {
    members: members.map((id) => ({ value: id, $ref: `${origin}/scim/v2/Users/${id}`, type: 'User' })),
  }),
  meta: {
    resourceType: 'Group',
    created: new Date(row.createdAt).toISOString(),
    lastModified: new Date(Math.max(row.createdAt, row.changedAt ?? 0)).toISOString(),
    location: `${origin}/scim/v2/Groups/${row.id}`,
  },
})

const requireGroup = async ({ db, actor }: StaffContext, id: string): Promise<Row> => {
  const row = await db.first(db.sql(ONE, actor.companyId, id))
  if (!row) throw gone('The group')
  return row
}

const membersOf = async ({ db, actor }: StaffContext, id: string, most: number): Promise<string[] | null> => {
  const rows = await db.all(db.sql(MEMBER_IDS, actor.companyId, id, most + 1))
  return rows.length > most ? null : rows.map((row) => row.id)
}

const answer = async (context: StaffContext, id: string) =>
  answerOf(context, await requireGroup(context, id), await membersOf(context, id, MOST_SHOWN))

/** A condition that an index answers, if the filter says one. */
const indexedBy = (companyId: string, { known }: ParsedFilter): { text: string; params: string[] } | null => {
  const given = (name: string) => known.find(({ attribute }) => attribute === name)?.value
  const [id, name, externalId] = [given('id'), given('displayname'), given('externalid')]
  if (id !== undefined) return { text: 'g.id = ?', params: [id] }
  if (name !== undefined) return { text: 'lower(g.name) = lower(?)', params: [name] }
  if (externalId === undefined) return null
  return {
    text: 'g.id IN (SELECT y.group_id FROM provisioned_groups y WHERE y.company_id = ? AND y.external_id = ?)',
    params: [companyId, externalId],
  }
}

const filtered = async ({ db, actor }: StaffContext, filter: ParsedFilter): Promise<Row[]> => {
  const indexed = indexedBy(actor.companyId, filter)
  if (!indexed && (await db.all(db.sql(FIRST, actor.companyId))).length > MOST_LOOKED) throw tooMany()
  const matching = typed`SELECT ${ROW} FROM ${FROM}
    WHERE g.company_id = ? AND ${indexed?.text ?? '1'} AND (${filter.sql.text}) ORDER BY lower(g.name) LIMIT ${MOST_LOOKED}`
  return db.all(db.sql(matching, actor.companyId, ...(indexed?.params ?? []), ...filter.sql.params))
}

const tooMany = () =>
  new ScimError(
    400,
    'There are too many groups to look through. Filter by displayName or externalId with eq.',
    'tooMany',
  )

export const listGroups = provisioningQuery({
  id: 'scim.list-groups',
  input: z.object({ filter: z.string().optional(), startIndex: z.number(), count: z.number() }),
  run: async (context, { filter, startIndex, count }: ListWish) => {
    const { db, actor } = context
    const found =
      filter === undefined
        ? await db.all(db.sql(FIRST, actor.companyId))
        : await filtered(context, filterOf(GROUPS, filter))
    if (found.length > MOST_LOOKED) throw tooMany()
    const page = found.slice(startIndex - 1, startIndex - 1 + count)
    return listOf(
      page.map((row) => answerOf(context, row, null)),
      { total: found.length, startIndex },
    )
  },
})

export const readGroup = provisioningQuery({
  id: 'scim.get-group',
  input: z.object({ groupId }),
  run: (context, input) => answer(context, input.groupId),
})

const saidStatement = ({ db, actor, clock }: StaffContext, id: string, externalId: string | null) =>
  db.sql(
    `INSERT INTO provisioned_groups (company_id, group_id, external_id, changed_at) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT DO UPDATE SET external_id = coalesce(excluded.external_id, external_id), changed_at = ?4`,
    actor.companyId,
    id,
    externalId,
    clock.now(),
  )

/** Its name is listed among the provider's groups, where an admin may give its people access. */
const seen = (context: StaffContext, name: string): D1PreparedStatement =>
  seenStatement(context, [{ kind: 'GROUP', valueKey: valueKeyOf(name), value: name }], context.clock.now())

const MOST_REPLACED = 1000

/** Whom to add and remove. All members are read only where all of them are given. */
const placesOf = async (
  context: StaffContext,
  id: string,
  { add, remove, all }: GroupChange,
): Promise<{ add: readonly string[]; remove: readonly string[] }> => {
  if (!all) return { add: [...add], remove: [...remove] }
  const had = await membersOf(context, id, MOST_REPLACED)
  if (!had)
    throw invalidValue(
      `The group has more than ${MOST_REPLACED} members. Add and remove members instead of sending all.`,
    )
  return { add: [...add].filter((one) => !had.includes(one)), remove: had.filter((one) => !add.has(one)) }
}

type Group = Pick<Row, 'id' | 'name' | 'version'>

/** Which of these people are members, who of them can sign in, and who is in the group. */
const CANDIDATES = typed`SELECT ${computed<{ id: string; isActive: number; isIn: number }>({
  id: 'm.user_id',
  isActive: 'm.disabled_at IS NULL',
  isIn: `EXISTS (SELECT 1 FROM ${MEMBERS} n WHERE n.company_id = ?1 AND n.group_id = ?3 AND n.user_id = m.user_id)`,
})}
  FROM json_each(?2) j CROSS JOIN ${MEMBERSHIPS} ON m.company_id = ?1 AND m.user_id = j.value`

interface Joining {
  /** Who joins now, or waits for a second person. */
  fresh: string[]
  /** Who is in the group after this change. */
  members: string[]
}

/** People who can't sign in join no group. The provider adds them again once they are active. */
const joiningOf = async (context: StaffContext, group: Group, ids: readonly string[]): Promise<Joining> => {
  if (ids.length === 0) return { fresh: [], members: [] }
  const { db, actor } = context
  const found = await db.all(db.sql(CANDIDATES, actor.companyId, JSON.stringify(ids), group.id))
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.find((one) => !known.has(one))
  if (missing !== undefined) throw invalidValue(`There is no user ${missing.slice(0, 64)}.`)
  const active = found.filter(({ isActive }) => isActive === 1)
  const isGuarded = (await guardedGroupsOf(context, [group.id])).has(group.id)
  const idsOf = (rows: typeof active) => rows.map(({ id }) => id)
  return {
    fresh: idsOf(active.filter(({ isIn }) => isIn === 0)),
    members: idsOf(active.filter(({ isIn }) => isIn === 1 || !isGuarded)),
  }
}

/** All that is wished of a group and its members, as parts of one change. */
const apply = async (context: StaffContext, row: Group & Partial<Row>, change: GroupChange): Promise<void> => {
  const name = change.displayName ?? row.name
  const group = { ...row, name }
  const isRenamed = name !== row.name
  if (isRenamed) await updateUnit(context, GROUP_UNIT, { found: row }, { name })
  const { add, remove } = await placesOf(context, row.id, change)
  const { fresh, members } = await joiningOf(context, group, add)
  // Before the places, which make new versions of the memberships.
  await followRoles(context, { group, joined: members, left: remove })
  const key = { found: group }
  if (fresh.length > 0) await addMembers(context, GROUP_UNIT, key, { userIds: fresh, field: 'members' })
  if (remove.length > 0) await removeMembers(context, GROUP_UNIT, key, [...remove])
  const isSaid = change.externalId !== undefined && change.externalId !== row.externalId
  if (isRenamed || isSaid || row.changedAt === null)
    await commit(context, {
      subject: 'The group',
      statements: [saidStatement(context, row.id, change.externalId ?? null), seen(context, name)],
      audit: [],
      result: null,
    })
}

export const createGroup = provisioningCommand({
  id: 'scim.create-group',
  input: z.object({ body: z.unknown() }),
  run: async (context, { body }) => {
    const { displayName, ...change } = groupChangeOf(GROUP_ATTRIBUTES, body)
    if (displayName === undefined) throw invalidValue('displayName is required.')
    const [known] = await context.db.all(context.db.sql(NAMED, context.actor.companyId, displayName))
    if (known) throw taken('Another group has this displayName.')
    const made = await together(context, async (parts) => {
      const { id } = await createUnit(parts, GROUP_UNIT, displayName, {}, (unitId) => [
        saidStatement(context, unitId, change.externalId ?? null),
        seen(context, displayName),
      ])
      await apply(parts, { id, name: displayName, version: 1 }, { add: change.add, remove: new Set(), all: false })
      return id
    })
    return answer(context, made)
  },
})

const changing = lastWriteWins(
  async (context: StaffContext, { id, wished }: { id: string; version?: undefined; wished: () => GroupChange }) => {
    const row = await requireGroup(context, id)
    await together(context, (parts) => apply(parts, row, wished()))
    return answer(context, id)
  },
)

export const replaceGroup = provisioningCommand({
  id: 'scim.replace-group',
  input: z.object({ groupId, body: z.unknown() }),
  run: async (context, input) => {
    const wished = () => groupChangeOf(GROUP_ATTRIBUTES, input.body)
    return changing(context, { id: input.groupId, wished })
  },
})

export const patchGroup = provisioningCommand({
  id: 'scim.patch-group',
  input: z.object({ groupId, body: z.unknown() }),
  run: async (context, input) => {
    const wished = () => groupPatchOf(GROUP_ATTRIBUTES, input.body)
    return changing(context, { id: input.groupId, wished })
  },
})

/** Throws 409 for a group that workflows or rules ask. */
export const deleteGroup = provisioningCommand({
  id: 'scim.delete-group',
  input: z.object({ groupId }),
  run: async (context, input) => {
    const row = await requireGroup(context, input.groupId)
    await deleteUnit(context, GROUP_UNIT, { id: row.id })
    return null
  },
})
