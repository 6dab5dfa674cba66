import type { MemberOutcome } from '../../../../schema/platform/member-imports/endpoints.ts'
import type { Member, MemberChange } from '../../../../schema/platform/members/member-endpoints.ts'
import type { ImportMapping, ImportProblem } from '../../../../schema/shared/imports.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { guardedGroupsSql, type Loaded, newMember, requireNoStaff } from '../members/index.ts'
import { nameManagers } from './named-managers.ts'
import { type RowValues, rowValues } from './row-values.ts'

/**
 * What each row of a file would do, without writing anything. The rules are those of adding one member: this only looks
 * up what the file calls by name, and says what is wrong beside the row.
 */

export interface PlannedRow {
  number: number
  outcome: Extract<MemberOutcome, 'CREATE' | 'SKIP' | 'BAD'>
  problems: ImportProblem[]
  /** Whom it adds. */
  member: Member | null
}

export interface Plan {
  rows: PlannedRow[]
  /** Names of departments that don't exist, as they are written first. */
  unknownDepartments: string[]
}

interface Known {
  id: string
  name: string
  isEnabled: boolean
}

/** Existing units and locations by their names in lower case. */
type Units = Record<'departments' | 'businessUnits' | 'groups' | 'locations', Map<string, { id: string; name: string }>>

interface ReadRow {
  number: number
  id: string
  values: RowValues
  problems: ImportProblem[]
}

const error = (field: string | null, message: string): ImportProblem => ({ level: 'ERROR', field, message })

/** The fields of a member by those of the file. */
const FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    departmentIds: 'departments',
    businessUnitIds: 'businessUnits',
    groupIds: 'groups',
    locationId: 'location',
    managerId: 'manager',
    approvesRequestsForDepartment: 'approvesForDepartments',
  }),
)
const fieldOf = (field: string): string =>
  FIELDS.get(field) ?? (field.startsWith('has') || field.startsWith('submits') ? 'roles' : field)

const problemsOf = (thrown: unknown): ImportProblem[] => {
  if (!(thrown instanceof AppError)) throw thrown
  const fields = Object.entries(thrown.fields ?? {})
  return fields.length > 0
    ? fields.map(([field, message]) => error(fieldOf(field), message))
    : [error(null, thrown.message)]
}

const TABLES = { departments: 'departments', businessUnits: 'business_units', groups: 'groups', locations: 'locations' }

const lookUp = async (
  { db, actor }: StaffContext,
  rows: readonly ReadRow[],
): Promise<{ people: Map<string, Known>; units: Units; guardedGroupIds: Set<string> }> => {
  const emails = [...new Set(rows.flatMap(({ values }) => [values.email ?? [], values.manager ?? []].flat()))]
  const names: Record<keyof Units, string[]> = {
    departments: rows.flatMap(({ values }) => values.departments ?? []),
    businessUnits: rows.flatMap(({ values }) => values.businessUnits ?? []),
    groups: rows.flatMap(({ values }) => values.groups ?? []),
    locations: rows.flatMap(({ values }) => values.location ?? []),
  }
  const kinds = Object.keys(TABLES) as (keyof Units)[]
  const [guarded, people, ...units] = await db.batch([
    db.sql(guardedGroupsSql(), actor.companyId),
    db.sql(
      `SELECT m.email_key AS email, u.id, trim(u.first_name || ' ' || u.last_name) AS name, m.disabled_at IS NULL AS isEnabled
         FROM json_each(?2) j CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.email_key = j.value
        CROSS JOIN users u ON u.id = m.user_id`,
      actor.companyId,
      JSON.stringify(emails),
    ),
    ...kinds.map((kind) =>
      db.sql(
        `SELECT t.id, t.name FROM json_each(?2) j
          CROSS JOIN ${TABLES[kind]} t ON t.company_id = ?1 AND lower(t.name) = lower(j.value)`,
        actor.companyId,
        JSON.stringify([...new Set(names[kind])]),
      ),
    ),
  ])
  const found = (people?.results ?? []) as unknown as (Omit<Known, 'isEnabled'> & {
    email: string
    isEnabled: number
  })[]
  const byName = (results: unknown[] | undefined) =>
    new Map((results as { id: string; name: string }[]).map((unit) => [unit.name.toLowerCase(), unit]))
  return {
    people: new Map(found.map(({ email, id, name, isEnabled }) => [email, { id, name, isEnabled: isEnabled === 1 }])),
    units: Object.fromEntries(kinds.map((kind, at) => [kind, byName(units[at]?.results)])) as Units,
    guardedGroupIds: new Set((guarded?.results ?? []).map(({ id }) => String(id))),
  }
}

/** Rows by the address of their member, for those that can be added. */
type Rows = Map<string, ReadRow>

/** The managers above a row within the file lead back to it. */
const isInLoop = (row: ReadRow, rows: Rows): boolean => {
  const seen = new Set<string>()
  let above = row.values.manager
  while (above !== undefined && !seen.has(above)) {
    if (above === row.values.email) return true
    seen.add(above)
    above = rows.get(above)?.values.manager
  }
  return false
}

/** Rows whose manager can be added or is there. A row that can't be added takes those below it along. */
const withManagers = (rows: readonly ReadRow[], people: ReadonlyMap<string, Known>): Rows => {
  const good: Rows = new Map(
    rows.flatMap((row) => (row.problems.length === 0 && row.values.email ? [[row.values.email, row] as const] : [])),
  )
  for (;;) {
    const bad = [...good.values()].find(({ values: { manager } }) => {
      return manager !== undefined && !people.get(manager)?.isEnabled && !good.has(manager)
    })
    if (!bad) return good
    const isInFile = rows.some(({ values }) => values.email === bad.values.manager)
    bad.problems.push(
      error('manager', isInFile ? 'Their manager’s row has an error' : 'No active member has this email, and no row'),
    )
    good.delete(bad.values.email ?? '')
  }
}

/**
 * @param createsDepartments whether departments that don't exist are created; their members get a placeholder for an id
 */
export const planRows = async (
  context: StaffContext,
  cells: readonly { number: number; cells: string[] }[],
  { mapping, createsDepartments }: { mapping: ImportMapping; createsDepartments: boolean },
): Promise<Plan> => {
  const rows = cells.map(
    (row): ReadRow => ({ number: row.number, id: context.newId(), ...rowValues(row.cells, mapping) }),
  )
  await nameManagers(context, rows)
  const { people, units, guardedGroupIds } = await lookUp(context, rows)
  const unknown = new Map<string, string>()
  const firstRows = new Map<string, number>()
  const existing = new Set<number>()

  const idsOf = (row: ReadRow, kind: 'departments' | 'businessUnits' | 'groups', noun: string): string[] =>
    (row.values[kind] ?? []).flatMap((name) => {
      const unit = units[kind].get(name.toLowerCase())
      if (unit) return unit.id
      if (kind === 'departments') {
        const key = name.toLowerCase()
        if (!unknown.has(key)) unknown.set(key, name)
        if (createsDepartments) return placeholder(key)
      }
      row.problems.push(error(kind, `No ${noun} is called ${name}`))
      return []
    })

  const changes = new Map<ReadRow, MemberChange>()
  for (const row of rows) {
    const { values, problems } = row
    const known = values.email === undefined ? undefined : people.get(values.email)
    const first = values.email === undefined ? undefined : firstRows.get(values.email)
    if (values.email !== undefined && first === undefined) firstRows.set(values.email, row.number)
    if (known?.isEnabled) {
      existing.add(row.number)
      row.problems = [{ level: 'WARNING', field: 'email', message: 'Already a member' }]
      continue
    }
    if (known) problems.push(error('email', 'A disabled member has this email. Enable them instead.'))
    if (first !== undefined) problems.push(error('email', `Row ${first} has the same email`))
    const location = values.location === undefined ? null : units.locations.get(values.location.toLowerCase())
    if (location === undefined) problems.push(error('location', `No location is called ${values.location}`))
    changes.set(row, {
      title: values.title ?? '',
      ...Object.fromEntries((values.roles ?? []).flat().map((flag) => [flag, true])),
      departmentIds: idsOf(row, 'departments', 'department'),
      businessUnitIds: idsOf(row, 'businessUnits', 'business unit'),
      groupIds: idsOf(row, 'groups', 'group'),
      locationId: location?.id ?? null,
      approvesRequestsForDepartment: values.approvesForDepartments ?? false,
    })
    try {
      if (values.email !== undefined) requireNoStaff(context, values.email)
    } catch (thrown) {
      problems.push(...problemsOf(thrown))
    }
  }

  const fresh = rows.filter(({ number }) => !existing.has(number))
  const all: Rows = new Map(fresh.flatMap((row) => (row.values.email ? [[row.values.email, row] as const] : [])))
  for (const row of fresh) {
    if (isInLoop(row, all)) row.problems.push(error('manager', 'The managers in this file lead back to this person'))
  }
  const namesOf = (kind: 'departments' | 'businessUnits' | 'groups') =>
    [...units[kind].values()].map(({ id, name }) => [id, name] as const)
  const names: Loaded['names'] = {
    departmentIds: new Map([
      ...namesOf('departments'),
      ...[...unknown].map(([key, name]) => [placeholder(key), name] as const),
    ]),
    businessUnitIds: new Map(namesOf('businessUnits')),
    groupIds: new Map(namesOf('groups')),
    entityIds: new Map(),
  }
  const members = new Map<ReadRow, Member>()
  const tryAll = (candidates: Iterable<ReadRow>, good: Rows) => {
    for (const row of candidates) {
      const { email = '', firstName = '', lastName = '', manager, location } = row.values
      const above = manager === undefined ? undefined : good.get(manager)
      const theirs = above
        ? { id: above.id, name: fullName({ email: '', firstName: '', lastName: '', ...above.values }), isEnabled: true }
        : people.get(manager ?? '')
      // Columns of units that the company doesn’t use aren’t read.
      const loaded: Loaded = {
        ...{ members: [], sharedIds: new Set(), activeAdmins: 0, names, unused: {}, guardedGroupIds },
        location: location === undefined ? null : (units.locations.get(location.toLowerCase()) ?? null),
        manager: theirs ?? null,
      }
      try {
        const change = { ...changes.get(row), managerId: theirs?.id ?? null }
        members.set(row, newMember(context, { email, firstName, lastName }, change, loaded, row.id))
      } catch (thrown) {
        row.problems.push(...problemsOf(thrown))
      }
    }
  }
  // Rights first, because someone whose manager may not be added can't be added either.
  tryAll(
    fresh.filter(({ problems }) => problems.length === 0),
    all,
  )
  const good = withManagers(fresh, people)
  return {
    rows: rows.map((row): PlannedRow => {
      const { number, problems } = row
      if (existing.has(number)) return { number, outcome: 'SKIP', problems, member: null }
      const member = good.get(row.values.email ?? '') === row ? (members.get(row) ?? null) : null
      if (!member) return { number, outcome: 'BAD', problems, member: null }
      const created = member.departments.flatMap(({ id, name }) => (id.startsWith(NEW) ? [name] : []))
      const notes = created.map(
        (name): ImportProblem => ({
          level: 'WARNING',
          field: 'departments',
          message: `The department ${name} will be created`,
        }),
      )
      return { number, outcome: 'CREATE', problems: notes, member }
    }),
    unknownDepartments: [...unknown.values()],
  }
}

const NEW = 'new:'
const placeholder = (key: string): string => `${NEW}${key}`

/** Members with the ids of the departments that were created for them. */
export const placedIn = (members: readonly Member[], ids: ReadonlyMap<string, string>): Member[] =>
  members.map((member) => ({
    ...member,
    departments: member.departments.map((unit) =>
      unit.id.startsWith(NEW) ? { ...unit, id: ids.get(unit.name.toLowerCase()) ?? unit.id } : unit,
    ),
  }))

/** Names of the departments that have to be created for members. */
export const newDepartments = (members: readonly Member[]): string[] => [
  ...new Map(
    members.flatMap(({ departments }) =>
      departments.filter(({ id }) => id.startsWith(NEW)).map(({ name }) => [name.toLowerCase(), name]),
    ),
  ).values(),
]
