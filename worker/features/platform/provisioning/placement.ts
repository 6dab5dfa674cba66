import type { Member, MemberChange } from '../../../../schema/platform/members/member-endpoints.ts'
import { whyUnused } from '../../../../schema/platform/organisation/unit-modules.ts'
import { provisioningValues, type ValueKind } from '../../../../schema/platform/provisioning/tables.ts'
import type { PersonAttributes } from '../../../../schema/platform/provisioning/values.ts'
import { ACCESS_FLAGS, type AccessFlag } from '../../../../schema/shared/permissions.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { columns, computed, leftJoined, type RowOf, select, typed } from '../../../core/record.ts'
import { livingUnitSql, unitNamedSql } from '../organisation/index.ts'
import { UNIT_OF } from './kinds-of-values.ts'

/**
 * Where a person belongs by a provider's words. An admin's mapping decides, else a unit of the same name. What has neither
 * is kept, and waits for an admin under Settings › Mappings. A module that is off places no one.
 */

export const FIELDS = {
  DEPARTMENT: 'departmentIds',
  BUSINESS_UNIT: 'businessUnitIds',
  ENTITY: 'entityIds',
  GROUP: 'groupIds',
} as const
export const UNITS = {
  DEPARTMENT: 'departments',
  BUSINESS_UNIT: 'businessUnits',
  ENTITY: 'entities',
  GROUP: 'groups',
} as const
const KINDS = ['DEPARTMENT', 'BUSINESS_UNIT', 'ENTITY', 'GROUP'] as const satisfies readonly ValueKind[]

const byKind = (sql: (kind: ValueKind) => string): string =>
  `CASE j.value ->> 'kind' ${KINDS.map((kind) => `WHEN '${kind}' THEN ${sql(kind)}`).join(' ')} END`

const MEANT_COLUMNS = columns(
  computed<{ kind: ValueKind; valueKey: string; named: string | null; living: string | null; value: string }>({
    kind: "j.value ->> 'kind'",
    valueKey: "j.value ->> 'key'",
    value: "j.value ->> 'text'",
    named: `CASE WHEN coalesce(v.is_left_out, 0) = 0 THEN ${byKind((kind) =>
      unitNamedSql(UNIT_OF[kind], '?1', "j.value ->> 'text'"),
    )} END`,
    living: byKind((kind) => livingUnitSql(UNIT_OF[kind], '?1', 'v.target_id')),
  }),
  leftJoined(select(provisioningValues, 'v', { knownKey: 'valueKey', role: 'role', firstSeenAt: 'firstSeenAt' })),
  leftJoined(select(provisioningValues, 'v', ['moving', 'movedPeople', 'mappedAt'])),
)
const MEANT = typed`SELECT ${MEANT_COLUMNS} FROM json_each(?2) j
  LEFT JOIN provisioning_values v ON v.company_id = ?1 AND v.kind = j.value ->> 'kind' AND v.value_key = j.value ->> 'key'`
type Meant = RowOf<typeof MEANT_COLUMNS>

export const valueKeyOf = (text: string): string => text.trim().toLowerCase()

interface Said {
  kind: ValueKind
  key: string
  text: string
}

/** More groups of one person than any provider sends are left out. */
const MOST_GROUPS = 200

export const saidIn = ({ department, businessUnit, entity, groups }: PersonAttributes): Said[] =>
  [
    { kind: 'DEPARTMENT' as const, text: department },
    { kind: 'BUSINESS_UNIT' as const, text: businessUnit },
    { kind: 'ENTITY' as const, text: entity },
    ...(groups ?? []).slice(0, MOST_GROUPS).map((text) => ({ kind: 'GROUP' as const, text })),
  ].flatMap(({ kind, text }) => {
    const trimmed = text?.trim().slice(0, 200) ?? ''
    return trimmed === '' ? [] : [{ kind, key: valueKeyOf(trimmed), text: trimmed }]
  })

/** What these values mean now. */
export const meaningsOf = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  said: readonly Said[],
): Promise<Meant[]> => db.all(db.sql(MEANT, actor.companyId, JSON.stringify(said)))

type Placing = Pick<MemberChange, 'departmentIds' | 'businessUnitIds' | 'entityIds' | 'groupIds'> &
  Partial<Record<AccessFlag, boolean>>

interface Placement {
  /** What changes of the member, for the functions of members, whose rules hold. Empty if nothing does. */
  change: Placing
  /** Records what the provider said. They belong into the batch of the change. */
  statements: D1PreparedStatement[]
}

export const isAccessFlag = (text: string | null): text is AccessFlag =>
  text !== null && (ACCESS_FLAGS as readonly string[]).includes(text)

interface Wished {
  /** The person as they are. Null for someone new. */
  before: Member | null
  attributes: PersonAttributes
  /** By what they were placed before. Units that follow from it alone are left. */
  previous: PersonAttributes
}

/**
 * Reads where attributes place a person. Units that no attribute placed them in stay, and so do those of attributes about
 * which nothing is said.
 */
export const placementOf = async (
  context: StaffContext,
  { before, attributes, previous }: Wished,
): Promise<Placement> => {
  const { actor, clock } = context
  const [now, then] = [saidIn(attributes), saidIn(previous)]
  if (now.length + then.length === 0) return { change: {}, statements: [] }
  const rows = await meaningsOf(context, [...now, ...then])
  const meant = new Map(rows.map((row) => [`${row.kind} ${row.valueKey}`, row]))
  const rowsOf = (said: readonly Said[], kind: ValueKind): Meant[] =>
    said.filter((each) => each.kind === kind).flatMap(({ key }) => meant.get(`${kind} ${key}`) ?? [])
  const isOff = (kind: ValueKind): boolean =>
    (kind === 'BUSINESS_UNIT' && whyUnused('business units', actor.policy.company) !== null) ||
    (kind === 'ENTITY' && whyUnused('entities', actor.policy.company) !== null)
  const isSaid: Record<ValueKind, boolean> = {
    DEPARTMENT: attributes.department !== undefined,
    BUSINESS_UNIT: attributes.businessUnit !== undefined,
    ENTITY: attributes.entity !== undefined,
    GROUP: attributes.groups !== undefined,
  }
  const change: Placing = {}
  for (const kind of KINDS) {
    if (!isSaid[kind] || isOff(kind)) continue
    const had: readonly { id: string }[] = before?.[UNITS[kind]] ?? []
    const unitsOf = (said: readonly Said[]) => rowsOf(said, kind).flatMap(({ living, named }) => living ?? named ?? [])
    const wanted = unitsOf(now)
    const left = unitsOf(then).filter((id) => !wanted.includes(id))
    const ids = [...new Set([...had.map(({ id }) => id).filter((id) => !left.includes(id)), ...wanted])]
    if (ids.length !== had.length || ids.some((id) => !had.some((unit) => unit.id === id))) change[FIELDS[kind]] = ids
  }
  Object.assign(change, rolesOf(before, rowsOf(now, 'GROUP'), isSaid.GROUP ? rowsOf(then, 'GROUP') : []))
  const fresh = rows.filter(
    (row) =>
      row.firstSeenAt === null &&
      !isOff(row.kind) &&
      now.some(({ kind, key }) => kind === row.kind && key === row.valueKey),
  )
  return { change, statements: fresh.length > 0 ? [seenStatement(context, fresh, clock.now())] : [] }
}

/** Access by the groups they are in now, and no longer by those they were in. */
const rolesOf = (
  before: Member | null,
  now: readonly Meant[],
  then: readonly Meant[],
): Partial<Record<AccessFlag, boolean>> => {
  const flags = (rows: readonly Meant[]) => rows.map(({ role }) => role).filter(isAccessFlag)
  const given = flags(now)
  const taken = flags(then).filter((flag) => !given.includes(flag) && before?.[flag])
  return Object.fromEntries([
    ...taken.map((flag) => [flag, false]),
    ...given.filter((flag) => !before?.[flag]).map((flag) => [flag, true]),
  ])
}

/** Values that the provider sent for the first time. They mean a unit of the same name, if there is one. */
export const seenStatement = (
  { db, actor }: StaffContext,
  values: readonly (Pick<Meant, 'kind' | 'valueKey' | 'value'> & { named?: string | null })[],
  now: number,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO provisioning_values (company_id, kind, value_key, value, target_id, first_seen_at, last_seen_at)
     SELECT ?1, value ->> 'kind', value ->> 'valueKey', value ->> 'value', value ->> 'named', ?3, ?3 FROM json_each(?2) WHERE true
     ON CONFLICT DO UPDATE SET first_seen_at = coalesce(first_seen_at, ?3), last_seen_at = ?3`,
    actor.companyId,
    JSON.stringify(values.map(({ kind, valueKey, value, named }) => ({ kind, valueKey, value, named }))),
    now,
  )
