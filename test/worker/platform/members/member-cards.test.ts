import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** A membership's copy of its member matches the tables, no matter what changed them. */

let company: TestCompany
let admin: Client
let person: TestPerson
let manager: TestPerson
const ids: Record<string, string> = {}

const stale = async () => {
  const { results } = await env.DB.prepare(
    `SELECT m.user_id, m.card, v.card AS wanted FROM company_memberships m
       JOIN member_cards v ON v.company_id = m.company_id AND v.user_id = m.user_id
      WHERE m.company_id = ?1 AND m.card IS NOT v.card
     UNION ALL SELECT x.user_id, x.name_key, m.name_key FROM (
       SELECT company_id, user_id, name_key FROM department_members
       UNION ALL SELECT company_id, user_id, name_key FROM business_unit_members
       UNION ALL SELECT company_id, user_id, name_key FROM group_members) x
       JOIN company_memberships m ON m.company_id = x.company_id AND m.user_id = x.user_id
      WHERE m.company_id = ?1 AND x.name_key <> m.name_key`,
  )
    .bind(company.id)
    .all()
  return results
}

const cardOf = async (userId: string) => {
  const row = await env.DB.prepare('SELECT card FROM company_memberships WHERE company_id = ? AND user_id = ?')
    .bind(company.id, userId)
    .first<{ card: string }>()
  return JSON.parse(row?.card ?? '{}')
}

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableBusinessUnits', 'enableEntities'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  manager = await company.addPerson({ name: 'Mia Manager' })
  person = await company.addPerson({ name: 'Pia Person' })
  for (const table of ['departments', 'business_units', 'groups', 'entities', 'locations']) {
    ids[table] = await company.add(table as 'groups', `Old ${table}`)
  }
})

const rename = async (units: string, id: string, name: string): Promise<void> => {
  const answer =
    units === 'entities'
      ? await admin.post('/api/entities', [{ id, name }])
      : await admin.call('PUT', `/api/${units.replace('_', '-')}/${id}`, { body: { name, version: 1 } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const links = [
  ['department_members', 'department_id', 'departments', 'departments'],
  ['business_unit_members', 'business_unit_id', 'business_units', 'businessUnits'],
  ['group_members', 'group_id', 'groups', 'groups'],
  ['entity_members', 'entity_id', 'entities', 'entities'],
] as const

describe('the stored card of a member', () => {
  it.each(links)('the card follows %s: joined, renamed, left', async (table, column, units, field) => {
    const id = ids[units] ?? ''
    const [key, value] =
      table === 'entity_members'
        ? ['', '']
        : [', name_key', ', (SELECT name_key FROM company_memberships WHERE user_id = ?3)']
    const join = () =>
      run(
        `INSERT INTO ${table} (company_id, ${column}, user_id${key}) VALUES (?1, ?2, ?3${value})`,
        company.id,
        id,
        person.userId,
      )
    await join()
    expect((await cardOf(person.userId))[field]).toMatchObject([{ id, name: `Old ${units}` }])
    await rename(units, id, `New ${units}`)
    expect((await cardOf(person.userId))[field]).toMatchObject([{ id, name: `New ${units}` }])
    expect(await stale()).toEqual([])
    await run(`DELETE FROM ${table} WHERE company_id = ? AND user_id = ?`, company.id, person.userId)
    expect((await cardOf(person.userId))[field]).toEqual([])
    await join()
    expect(await stale()).toEqual([])
  })

  it('the card shows who approves for a department', async () => {
    await run('UPDATE department_members SET approves_requests = 1 WHERE user_id = ?', person.userId)
    expect((await cardOf(person.userId)).departments).toMatchObject([{ approvesRequests: true }])
  })

  it('the card shows manager, location and names, also for people the person manages', async () => {
    const of = 'WHERE company_id = ? AND user_id = ?'
    const [location = ''] = [ids.locations]
    await run(`UPDATE company_memberships SET manager_user_id = ? ${of}`, manager.userId, company.id, person.userId)
    await run(`UPDATE company_memberships SET location_id = ? ${of}`, location, company.id, person.userId)
    for (const [{ userId }, firstName] of [
      [manager, 'Mona'],
      [person, 'Zoe'],
    ] as const) {
      const renamed = await admin.post(`/api/member/${userId}/update`, { firstName })
      expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
    }
    await rename('locations', location, 'Elsewhere')
    expect(await cardOf(person.userId)).toMatchObject({
      firstName: 'Zoe',
      manager: { id: manager.userId, name: 'Mona Manager' },
      location: { id: location, name: 'Elsewhere' },
    })
    expect(await stale()).toEqual([])
  })

  it('the card has the person’s notification settings', async () => {
    expect(await cardOf(person.userId)).toMatchObject({ receiveEmail: true, receiveSlack: false })
    const put = (receiveEmail: boolean) =>
      run(
        `INSERT INTO notification_preferences (company_id, user_id, receive_email, updated_at) VALUES (?1, ?2, ?3, 0)
             ON CONFLICT DO UPDATE SET receive_email = ?3`,
        company.id,
        person.userId,
        receiveEmail ? 1 : 0,
      )
    await put(false)
    expect(await cardOf(person.userId)).toMatchObject({ receiveEmail: false })
    await put(true)
    expect(await stale()).toEqual([])
  })

  it('the card has the categories the person owns, and the right to configure them ends with them', async () => {
    const { id } = (await admin.post('/api/intake-categories', { name: `Owned ${newId()}` })).body
    const settings = (ownerIds: string[], version: number) =>
      admin.post(`/api/intake-categories/${id}/settings`, {
        ...{ approvalMode: null, enableAssignees: false, dashboardCustomColumns: [], ownerIds, version },
      })
    expect((await settings([person.userId], 1)).status).toBe(200)
    expect((await cardOf(person.userId)).ownedCategories).toEqual([{ id, type: 'INTERNAL', deleted: false }])
    const owner = await signIn(company, person)
    expect((await owner.get('/api/intake-categories/for-settings')).status).toBe(200)
    expect((await admin.call('DELETE', `/api/intake-categories/${id}`)).status).toBe(204)
    expect((await cardOf(person.userId)).ownedCategories).toEqual([{ id, type: 'INTERNAL', deleted: true }])
    expect((await owner.get('/api/intake-categories/for-settings')).status).toBe(403)
    expect(await stale()).toEqual([])
  })

  it('the card is right for every member in this file', async () => {
    expect(await stale()).toEqual([])
  })
})
