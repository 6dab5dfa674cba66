import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { connect, ENTERPRISE, oktaUser, type Provider } from '../../../support/worker/provisioning/provider.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** A call of a provider with several effects: all of them hold, or none does. */

let company: TestCompany
let provider: Provider
let sales: string
beforeAll(async () => {
  company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  provider = await connect(admin)
  sales = await company.add('departments', 'Sales')
})

const fresh = () => `w${newId().slice(-10).toLowerCase()}`

/** Everything that a call could change, as it is stored. */
const everything = async () => {
  const of = (table: string, order: string) =>
    rows(`SELECT * FROM ${table} WHERE company_id = ? ORDER BY ${order}`, company.id)
  return JSON.stringify([
    await of('company_memberships', 'user_id'),
    await of('provisioned_people', 'user_id'),
    await of('provisioned_groups', 'group_id'),
    await of('provisioning_values', 'kind, value_key'),
    await of('groups', 'id'),
    await of('group_members', 'group_id, user_id'),
    await of('department_members', 'department_id, user_id'),
    await rows('SELECT count(*) AS count FROM audit_log WHERE company_id = ?', company.id),
    await rows('SELECT count(*) AS count FROM outbox WHERE company_id = ?', company.id),
    await rows(
      'SELECT u.* FROM company_memberships m JOIN users u ON u.id = m.user_id WHERE m.company_id = ? ORDER BY u.id',
      company.id,
    ),
    await of('sessions', 'token_hash'),
  ])
}

const group = async (members: string[] = []): Promise<string> => {
  const body = { displayName: `Team ${fresh()}`, members: members.map((value) => ({ value })) }
  const answer = await provider.call('POST', '/Groups', body)
  expect(answer.status).toBe(201)
  return answer.body.id
}

describe('a call whose last effect is refused changes nothing', () => {
  const refused: [string, () => Promise<() => Promise<Answer>>, number, RegExp][] = [
    [
      'a user is renamed, moved and disabled, with a userName that someone else has',
      async () => {
        const [one, other] = [await company.addPerson(), fresh()]
        await signIn(company, one)
        await provider.call('POST', '/Users', oktaUser(other))
        return () =>
          provider.patch(
            `/Users/${one.userId}`,
            { op: 'replace', path: 'active', value: false },
            { op: 'replace', path: 'name.givenName', value: 'Renamed' },
            { op: 'add', path: `${ENTERPRISE}:department`, value: 'Sales' },
            { op: 'replace', path: 'userName', value: `${other}@north.example` },
          )
      },
      409,
      /Another member has this userName/,
    ],
    [
      'the last admin is renamed and disabled',
      async () => {
        const [{ id } = { id: '' }] = await rows(
          'SELECT user_id AS id FROM company_memberships WHERE company_id = ? AND has_admin_access = 1',
          company.id,
        )
        return () =>
          provider.patch(`/Users/${id}`, { op: 'Replace', value: { 'name.givenName': 'Gone', active: 'False' } })
      },
      409,
      /A company needs an admin/,
    ],
    [
      'a group is renamed, gains a member and then one who is unknown',
      async () => {
        const [{ userId }, id] = [await company.addPerson(), await group()]
        return () =>
          provider.patch(
            `/Groups/${id}`,
            { op: 'replace', path: 'displayName', value: 'Renamed' },
            { op: 'add', path: 'members', value: [{ value: userId }] },
            { op: 'add', path: 'members', value: [{ value: 'nobody' }] },
          )
      },
      400,
      /There is no user nobody/,
    ],
    [
      'a group is made with someone who is unknown',
      async () => {
        const { userId } = await company.addPerson()
        return () =>
          provider.call('POST', '/Groups', {
            displayName: 'Never made',
            members: [{ value: userId }, { value: 'nobody' }],
          })
      },
      400,
      /There is no user nobody/,
    ],
    [
      'a group gains a member, and takes the name of another',
      async () => {
        const [{ userId }, id] = [await company.addPerson(), await group()]
        await provider.call('POST', '/Groups', { displayName: 'Taken by this one' })
        return () =>
          provider.call('PUT', `/Groups/${id}`, { displayName: 'Taken by THIS one', members: [{ value: userId }] })
      },
      409,
      /Another group has this name/,
    ],
    [
      'the last admin leaves the group that made them one, while others join',
      async () => {
        const id = await group()
        const [{ name } = { name: '' }] = await rows('SELECT name FROM groups WHERE id = ?', id)
        await run(
          `INSERT INTO provisioning_values (company_id, kind, value_key, value, role) VALUES (?1, 'GROUP', lower(?2), ?2, 'hasAdminAccess')
             ON CONFLICT DO UPDATE SET role = excluded.role`,
          company.id,
          name ?? '',
        )
        const [{ id: admin } = { id: '' }] = await rows(
          'SELECT user_id AS id FROM company_memberships WHERE company_id = ? AND has_admin_access = 1',
          company.id,
        )
        await run(
          'INSERT INTO group_members (company_id, group_id, user_id) VALUES (?, ?, ?)',
          company.id,
          id,
          admin ?? '',
        )
        const { userId } = await company.addPerson()
        await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', userId)
        return () =>
          provider.patch(
            `/Groups/${id}`,
            { op: 'Replace', path: 'displayName', value: name },
            { op: 'Add', path: 'members', value: [{ value: userId }] },
            { op: 'Remove', path: 'members', value: [{ value: admin }] },
          )
      },
      409,
      /A company needs an admin/,
    ],
  ]
  it.each(refused)('%s', async (_, prepare, status, words) => {
    const call = await prepare()
    const before = await everything()
    const answer = await call()
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(words)])
    expect(await everything()).toBe(before)
  })
})

describe('a call that breaks off half way leaves nothing', () => {
  /** What the history says last of the call is never written. */
  const broken = async (action: string, call: () => Promise<Answer>): Promise<Answer> => {
    await run(
      `CREATE TRIGGER breaks_off BEFORE INSERT ON audit_entries WHEN NEW.action = '${action}'
       BEGIN SELECT RAISE(ABORT, 'broken off'); END`,
    )
    try {
      return await call()
    } finally {
      await run('DROP TRIGGER breaks_off')
    }
  }

  it('a user stays as they were, and the next try does all of it', async () => {
    const person = await company.addPerson({ flags: ['hasAdminAccess'] })
    await signIn(company, person)
    const call = () =>
      provider.patch(
        `/Users/${person.userId}`,
        { op: 'replace', path: 'name.givenName', value: 'Renamed' },
        { op: 'add', path: `${ENTERPRISE}:department`, value: 'Sales' },
        { op: 'Replace', path: 'active', value: 'False' },
      )
    const before = await everything()
    expect((await broken('member.changed', call)).status).toBe(500)
    expect(await everything()).toBe(before)
    expect((await call()).status).toBe(200)
    expect(
      await rows(
        `SELECT m.disabled_at IS NOT NULL AS isOut, m.card ->> 'firstName' AS name,
                (SELECT department_id FROM department_members d WHERE d.user_id = m.user_id) AS department,
                (SELECT count(*) FROM sessions s WHERE s.user_id = m.user_id) AS sessions
           FROM company_memberships m WHERE m.user_id = ?`,
        person.userId,
      ),
    ).toEqual([{ isOut: 1, name: 'Renamed', department: sales, sessions: 0 }])
  })

  it('a group isn’t made or changed, and the next try does all of it', async () => {
    const [a, b] = [await company.addPerson(), await company.addPerson()]
    const id = await group([a.userId])
    const before = await everything()
    const changed = () =>
      provider.patch(
        `/Groups/${id}`,
        { op: 'replace', value: { displayName: 'Moved', externalId: 'x-1' } },
        { op: 'add', path: 'members', value: [{ value: b.userId }] },
        { op: 'remove', path: `members[value eq "${a.userId}"]` },
      )
    const made = () =>
      provider.call('POST', '/Groups', { displayName: 'Whole', externalId: 'x-2', members: [{ value: a.userId }] })
    expect((await broken('group.member-removed', changed)).status).toBe(500)
    expect((await broken('group.members-added', made)).status).toBe(500)
    expect(await everything()).toBe(before)
    expect((await changed()).body).toMatchObject({
      displayName: 'Moved',
      externalId: 'x-1',
      members: [{ value: b.userId }],
    })
    expect((await made()).body).toMatchObject({
      displayName: 'Whole',
      externalId: 'x-2',
      members: [{ value: a.userId }],
    })
  })
})

it('a user who is created disabled was never active, and one who is deleted is out in the same write', async () => {
  const name = fresh()
  const { status, body } = await provider.call('POST', '/Users', { ...oktaUser(name), active: false })
  expect([status, body.active]).toEqual([201, false])
  const history = await rows('SELECT DISTINCT occurred_at AS at FROM audit_log WHERE target_id = ?', body.id)
  expect(history).toHaveLength(1)
  expect((await provider.call('DELETE', `/Users/${body.id}`)).status).toBe(204)
})
