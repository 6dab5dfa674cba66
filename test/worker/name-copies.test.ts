import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Kind } from '../../schema/shared/kinds.ts'
import { newId } from '../../worker/core/clock.ts'
import { Database } from '../../worker/core/database.ts'
import { copyNameStatements, nameCopies } from '../../worker/core/kinds/copy-names.ts'
import { allKinds } from '../../worker/core/kinds/registry.ts'
import '../../worker/kinds.ts'
import { rows, run } from '../support/worker/sessions.ts'
import { makeDocument } from '../support/worker/uploads.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../support/worker/world.ts'

/** Names that rows keep of other objects: a command that renames one of these writes all copies, and no other rows. */

const NEW = 'Zeta Renamed'
const KEY = 'zeta renamed'

interface Copy {
  of: Kind
  table: string
  columns: string
  /** Copies of the name of object ?2 of company ?1. */
  sql: string
  shown: string
}

const nameIn = (table: string): Copy => ({
  ...{ of: 'MEMBER', table, columns: 'name_key', shown: KEY },
  sql: `SELECT name_key AS shown FROM ${table} WHERE company_id = ?1 AND user_id = ?2`,
})

const inCard = (of: Kind, path: string, members: string, column: string): Copy => ({
  ...{ of, table: 'company_memberships', columns: 'card', shown: NEW },
  sql: `SELECT card ->> '$.${path}' AS shown FROM company_memberships
         WHERE company_id = ?1 AND user_id IN (SELECT user_id FROM ${members} WHERE company_id = ?1 AND ${column} = ?2)`,
})

/** Every copy, by what people call the object once it is renamed. */
const COPIES: Copy[] = [
  { ...nameIn('company_memberships'), columns: 'name_key, email_key' },
  inCard('MEMBER', 'manager.name', 'company_memberships', 'manager_user_id'),
  nameIn('department_members'),
  nameIn('business_unit_members'),
  nameIn('group_members'),
  inCard('DEPARTMENT', 'departments[0].name', 'department_members', 'department_id'),
  inCard('BUSINESS_UNIT', 'businessUnits[0].name', 'business_unit_members', 'business_unit_id'),
  inCard('GROUP', 'groups[0].name', 'group_members', 'group_id'),
  inCard('ENTITY', 'entities[0].name', 'entity_members', 'entity_id'),
  inCard('LOCATION', 'location.name', 'company_memberships', 'location_id'),
  {
    ...{ of: 'VENDOR', table: 'vendor_links', columns: 'vendor_key', shown: KEY },
    sql: 'SELECT vendor_key AS shown FROM vendor_links WHERE company_id = ?1 AND vendor_id = ?2',
  },
  {
    ...{ of: 'VENDOR', table: 'services', columns: 'vendor_key', shown: KEY },
    sql: 'SELECT vendor_key AS shown FROM services WHERE company_id = ?1 AND vendor_id = ?2',
  },
  ...['service_links', 'service_answer_values'].map(
    (table): Copy => ({
      ...{ of: 'VENDOR', table, columns: 'vendor_key', shown: KEY },
      sql: `SELECT k.vendor_key AS shown FROM ${table} k JOIN services s ON s.id = k.service_id
             WHERE k.company_id = ?1 AND s.vendor_id = ?2`,
    }),
  ),
  {
    ...{ of: 'MEMBER', table: 'vendors', columns: 'owner_key', shown: KEY },
    sql: `SELECT owner_key AS shown FROM vendors WHERE company_id = ?1 AND owner_ids ->> 0 = ?2`,
  },
  {
    ...{ of: 'DEPARTMENT', table: 'vendors', columns: 'department_key', shown: KEY },
    sql: 'SELECT department_key AS shown FROM vendors WHERE company_id = ?1 AND department_ids ->> 0 = ?2',
  },
  {
    ...{ of: 'VENDOR', table: 'documents', columns: 'vendor_key', shown: KEY },
    sql: `SELECT d.vendor_key AS shown FROM document_links l CROSS JOIN documents d ON d.id = l.document_id
           WHERE l.company_id = ?1 AND l.target_type = 'VENDOR' AND l.target_id = ?2`,
  },
]
const KINDS = [...new Set(COPIES.map(({ of }) => of))]
const RENAMED_KINDS = { MEMBER: 1, DEPARTMENT: 1, BUSINESS_UNIT: 1, GROUP: 1, ENTITY: 1, LOCATION: 1, VENDOR: 1 }
type Renamed = keyof typeof RENAMED_KINDS

interface Furnished {
  company: TestCompany
  admin: Client
  ids: Record<Renamed, string>
}

/** A company with one of each, and two of everything that keeps its name. */
const furnish = async (): Promise<Furnished> => {
  const company = await makeCompany(['enableIntakeRequests', 'enableBusinessUnits', 'enableEntities'])
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const manager = await company.addPerson({ name: 'Old Manager' })
  const [DEPARTMENT, BUSINESS_UNIT, GROUP] = await Promise.all([
    company.add('departments'),
    company.add('business_units'),
    company.add('groups'),
  ])
  const [ENTITY, LOCATION] = await Promise.all([company.add('entities'), company.add('locations')])
  const reports = await Promise.all([1, 2].map(() => company.addPerson({ managerUserId: manager.userId })))
  for (const { userId } of [manager, ...reports]) {
    await company.addToDepartment(DEPARTMENT, userId)
    await company.addToBusinessUnit(BUSINESS_UNIT, userId)
    await company.addToGroup(GROUP, userId)
    await run(
      'INSERT INTO entity_members (company_id, entity_id, user_id) VALUES (?, ?, ?)',
      company.id,
      ENTITY,
      userId,
    )
    await run('UPDATE company_memberships SET location_id = ? WHERE user_id = ?', LOCATION, userId)
  }
  const vendor = await admin.post('/api/vendors', {
    ...{ name: `Old ${newId()}`, paymentMethod: 'ACH' },
    owners: reports.map(({ userId }) => userId),
  })
  for (const name of ['One', 'Two']) {
    const service = { name, vendorId: vendor.body.id, ownerIds: reports.map(({ userId }) => userId) }
    const made = await admin.post('/api/services', service)
    await run(
      "INSERT INTO service_answer_values (company_id, question_id, value, service_id) VALUES (?, 'region', 'eu', ?)",
      ...[company.id, made.body.id],
    )
  }
  // One more vendor, of the person and the department that are renamed.
  const led = await admin.post('/api/vendors', {
    ...{ name: `Led ${newId()}`, paymentMethod: 'ACH', owners: [manager.userId] },
  })
  await admin.post('/api/services', { name: 'Three', vendorId: led.body.id, departmentIds: [DEPARTMENT] })
  const documentId = await makeDocument(admin, 'Contract')
  await run(
    "INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at) VALUES (?, ?, 'VENDOR', ?, 0)",
    ...[company.id, documentId, vendor.body.id],
  )
  const ids = { MEMBER: manager.userId, DEPARTMENT, BUSINESS_UNIT, GROUP, ENTITY, LOCATION, VENDOR: vendor.body.id }
  return { company, admin, ids }
}

const RENAME: Record<Renamed, (admin: Client, id: string) => Promise<Answer>> = {
  MEMBER: (admin, id) => admin.post(`/api/member/${id}/update`, { firstName: 'Zeta', lastName: 'Renamed' }),
  DEPARTMENT: (admin, id) => admin.call('PUT', `/api/departments/${id}`, { body: { name: NEW, version: 1 } }),
  BUSINESS_UNIT: (admin, id) =>
    admin.call('PUT', '/api/business-units', { body: { businessUnits: [{ id, name: NEW }] } }),
  GROUP: (admin, id) => admin.call('PUT', `/api/groups/${id}`, { body: { name: NEW, version: 1 } }),
  ENTITY: (admin, id) => admin.post('/api/entities', [{ id, name: NEW }]),
  LOCATION: (admin, id) => admin.call('PUT', `/api/locations/${id}`, { body: { name: NEW } }),
  VENDOR: (admin, id) => admin.call('PUT', `/api/vendors/${id}`, { body: { name: NEW } }),
}

const TABLES = [...new Set(COPIES.map(({ table }) => table))]
const everything = (companyId: string) =>
  Promise.all(TABLES.map((table) => rows(`SELECT * FROM ${table} WHERE company_id = ?`, companyId)))

let here: Furnished
let there: Furnished

beforeAll(async () => {
  here = await furnish()
  there = await furnish()
})

describe('copies of names', () => {
  it('the registered copies are those that are listed here', () => {
    const keyOf = ({ of, table, columns }: { of: string; table: string; columns: string }) =>
      `${of} ${table} ${columns}`
    const registered = allKinds().flatMap(({ copies }) =>
      copies.map(({ of, table, columns }) => keyOf({ of, table, columns: columns.join(', ') })),
    )
    expect(registered.sort()).toEqual(COPIES.map(keyOf).sort())
  })

  it.each(KINDS as Renamed[])('a renamed %s has its new name in every copy, and in no other company', async (kind) => {
    const before = await everything(there.company.id)
    const answer = await RENAME[kind](here.admin, here.ids[kind])
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    for (const { sql, shown, table } of COPIES.filter(({ of }) => of === kind)) {
      const found = await rows<{ shown: string }>(sql, here.company.id, here.ids[kind])
      expect({ table, found: found.map((row) => row.shown) }).toEqual({ table, found: found.map(() => shown) })
      expect(found.length, table).toBeGreaterThan(0)
    }
    expect(await everything(there.company.id)).toEqual(before)
  })

  it.each([
    ['departments', 'department_members', 'department_id'],
    ['business_units', 'business_unit_members', 'business_unit_id'],
    ['groups', 'group_members', 'group_id'],
  ] as const)(
    'a person who is added to %s is listed there by name, and still is after a merge',
    async (table, members, id) => {
      const { company, admin } = here
      const path = `/api/${table.replace('_', '-')}`
      const [from, into] = [await company.add(table), await company.add(table)]
      const [one, other] = [
        await company.addPerson({ name: 'One Added' }),
        await company.addPerson({ name: 'Two Added' }),
      ]
      const added = await admin.post(`${path}/${from}/members`, { userIds: [one.userId] })
      expect(added.status, JSON.stringify(added.body)).toBe(200)
      const field = { departments: 'departmentIds', business_units: 'businessUnitIds', groups: 'groupIds' }[table]
      const changed = await admin.post(`/api/member/${other.userId}/update`, { [field]: [from] })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      const listed = (unit: string) =>
        rows(`SELECT user_id AS id, name_key AS name FROM ${members} WHERE ${id} = ? ORDER BY name_key`, unit)
      const people = [
        { id: one.userId, name: 'one added' },
        { id: other.userId, name: 'two added' },
      ]
      expect(await listed(from)).toEqual(people)
      const merged = await admin.post(`${path}/${from}/merge`, { intoId: into })
      expect(merged.status, JSON.stringify(merged.body)).toBe(200)
      expect(await listed(into)).toEqual(people)
    },
  )

  it('two units that swap their names are both shown by the new one', async () => {
    const { company, admin } = here
    const [first, second] = [await company.add('entities', 'Left'), await company.add('entities', 'Right')]
    const people = [await company.addPerson(), await company.addPerson()]
    for (const [place, { userId }] of people.entries()) {
      const id = place === 0 ? first : second
      await run('INSERT INTO entity_members (company_id, entity_id, user_id) VALUES (?, ?, ?)', company.id, id, userId)
    }
    const swapped = await admin.post('/api/entities', [
      { id: first, name: 'Right' },
      { id: second, name: 'Left' },
    ])
    expect(swapped.status, JSON.stringify(swapped.body)).toBe(200)
    const shown = await Promise.all(
      people.map(({ userId }) =>
        rows("SELECT card ->> '$.entities[0].name' AS name FROM company_memberships WHERE user_id = ?", userId),
      ),
    )
    expect(shown).toEqual([[{ name: 'Right' }], [{ name: 'Left' }]])
  })

  it('a person with a new name has it in every company of theirs', async () => {
    const { userId } = await here.company.addPerson({ name: 'Shared Person' })
    const group = await there.company.add('groups')
    await run(
      'INSERT INTO company_memberships (company_id, user_id, created_at) VALUES (?, ?, 0)',
      there.company.id,
      userId,
    )
    await there.company.addToGroup(group, userId)
    await run("UPDATE users SET first_name = 'Zeta', last_name = 'Renamed' WHERE id = ?", userId)
    await env.DB.batch(copyNameStatements(new Database(env.DB), here.company.id, 'MEMBER', [userId]))
    expect(await rows('SELECT DISTINCT name_key AS name FROM company_memberships WHERE user_id = ?', userId)).toEqual([
      { name: KEY },
    ])
    expect(await rows('SELECT name_key AS name FROM group_members WHERE user_id = ?', userId)).toEqual([{ name: KEY }])
  })

  it('a rename takes as many statements for many copies as for none', async () => {
    const { company, admin } = here
    const [empty, full] = [await company.add('departments'), await company.add('departments')]
    const people = await Promise.all(Array.from({ length: 30 }, () => company.addPerson()))
    for (const { userId } of people) await company.addToDepartment(full, userId)
    const queriesOf = async (id: string, name: string) => {
      const answer = await admin.call('PUT', `/api/departments/${id}`, { body: { name, version: 1 } })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return /queries=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '')?.[1]
    }
    expect(await queriesOf(full, 'Crowded')).toBe(await queriesOf(empty, 'Deserted'))
    const crowded = await rows(
      "SELECT 1 FROM company_memberships WHERE company_id = ? AND card ->> '$.departments[0].name' = 'Crowded'",
      company.id,
    )
    expect(crowded).toHaveLength(30)
  })

  it.each(KINDS)('copies of the name of a %s are found by an index', async (kind) => {
    for (const { table, columns, value, rows: which } of nameCopies(kind)) {
      const sql = `EXPLAIN QUERY PLAN UPDATE ${table} SET (${columns.join(', ')}) = ${value} WHERE ${which}`
      const given = ['["nothing"]', 'nowhere'].slice(0, sql.includes('?2') ? 2 : 1)
      const plan = (await rows<{ detail: string }>(sql, ...given)).map(({ detail }) => detail)
      expect(
        plan.filter((line) => /^SCAN (?!json_each|j\b)/.test(line)),
        sql,
      ).toEqual([])
      expect(
        plan.some((line) => line.startsWith(`SEARCH ${table} USING`)),
        plan.join('\n'),
      ).toBe(true)
    }
  })
})
