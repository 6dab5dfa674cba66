import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { approvals, decide } from '../../support/worker/filing-scene.ts'
import { file, makeCategory, rule, saveLevels } from '../../support/worker/intake.ts'
import { runTicks } from '../../support/worker/jobs/ticks.ts'
import { rows, run } from '../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../support/worker/world.ts'

/** A person who chose who decides may not decide, in whatever way they chose. */

let company: TestCompany
let people: Record<'admin' | 'second' | 'approver' | 'requester', TestPerson>
let admin: Client
let second: Client
let requester: Client
beforeEach(async () => {
  company = await makeCompany()
  people = {
    admin: await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }),
    second: await company.addPerson({ name: 'Sam Second', flags: ['hasAdminAccess'] }),
    approver: await company.addPerson({ name: 'Abe Approver' }),
    requester: await company.addPerson({ name: 'Rita Requester' }),
  }
  admin = await signIn(company, people.admin)
  second = await signIn(company, people.second)
  requester = await signIn(company, people.requester)
})

const byApprover = () => [[rule('legal', { approverUserIds: [people.approver.userId] })]]
const firstBlock = async (client: Client, id: string) => (await approvals(client, id)).levels[0].blocks[0]
const versionOf = async (client: Client, id: string): Promise<number> => (await approvals(client, id)).version
const approve = async (client: Client, id: string) => decide(client, id, 'APPROVED', await versionOf(client, id))
const delegate = (client: Client, to: TestPerson) =>
  client.post(`/api/members/${people.approver.userId}/delegate-approvers`, { delegateUserId: to.userId, note: '' })
const bypass = async (client: Client, id: string) =>
  client.post(`/api/intake-submission/${id}/bypass`, {
    ...{ levelGroupStatusId: (await firstBlock(client, id)).id, approverNote: 'Only admin' },
  })

describe('delegates', () => {
  it('an admin can’t make themselves a delegate, and such a delegation from before counts for nothing', async () => {
    const category = await makeCategory(admin, { levels: byApprover() })
    const id = await file(requester, category.id, { title: 'A' })
    const answer = await delegate(admin, people.admin)
    expect([answer.status, answer.body.fields.delegateUserId]).toEqual([
      400,
      'You can’t make yourself a delegate. Abe Approver or another admin can',
    ])
    await run(
      `INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, note, created_at, set_by_user_id)
       VALUES (?1, ?2, ?3, '', 1, ?3)`,
      ...[company.id, people.approver.userId, people.admin.userId],
    )
    expect(await approve(admin, id)).toMatchObject({ status: 403 })
  })

  it('a delegate of the requester’s choice can’t decide the request, but can decide others', async () => {
    const category = await makeCategory(second, { levels: byApprover() })
    const puppet = await company.addPerson({ name: 'Pia Puppet' })
    expect((await delegate(admin, puppet)).status).toBe(200)
    const pia = await signIn(company, puppet)
    const own = await file(admin, category.id, { title: 'A' })
    expect((await firstBlock(pia, own)).canDecide).toBe(false)
    expect((await approve(pia, own)).body).toMatchObject({
      message:
        'The person who made you a delegate of Abe Approver submitted or changed this request, so you can’t decide for Abe Approver.',
    })
    const others = await file(requester, category.id, { title: 'A' })
    expect((await firstBlock(pia, others)).canDecide).toBe(true)
    expect((await approve(pia, others)).status).toBe(200)
  })
})

describe('disabling who would decide', () => {
  const disable = (client: Client, body = {}) =>
    client.post(`/api/members/${people.approver.userId}/enabled`, { enabled: false, ...body })

  it('the step falls to other admins than the one who did it, who can’t choose themselves either', async () => {
    const category = await makeCategory(admin, { levels: byApprover() })
    const before = await file(requester, category.id, { title: 'A' })
    const refused = await disable(admin, { reassignToUserId: people.admin.userId })
    expect(refused.body.fields.reassignToUserId).toContain('Choose someone else')
    expect((await disable(admin)).status).toBe(200)
    await runTicks(env)
    const after = await file(requester, category.id, { title: 'A' })
    for (const id of [before, after]) {
      const names = (await firstBlock(second, id)).approvers.map(({ name }: { name: string }) => name)
      expect(names).toEqual(['Sam Second'])
      expect((await approve(admin, id)).status).toBe(403)
    }
    expect((await approve(second, before)).status).toBe(200)
  })

  it('the only admin is told that it takes a second one, or a bypass, which is marked', async () => {
    await run('UPDATE company_memberships SET has_admin_access = 0 WHERE user_id = ?', people.second.userId)
    const category = await makeCategory(admin, { levels: byApprover() })
    const before = await file(requester, category.id, { title: 'A' })
    expect((await disable(admin)).status).toBe(200)
    await runTicks(env)
    const after = await file(requester, category.id, { title: 'A' })
    for (const id of [before, after]) {
      const block = await firstBlock(admin, id)
      expect([block.approvers[0].name, block.canDecide]).toEqual(['Ada Admin', false])
      expect((await approve(admin, id)).body.message).toContain('Make someone else an admin, or bypass the step')
      expect((await bypass(admin, id)).status).toBe(200)
      expect((await firstBlock(admin, id)).bypassedBy).toMatchObject({ name: 'Ada Admin' })
    }
  })
})

describe('workflows', () => {
  const editAndRestart = async (editor: Client, restarter: Client) => {
    const category = await makeCategory(admin, { levels: byApprover() })
    const id = await file(requester, category.id, { title: 'A' })
    const [workflow] = await rows<{ id: string; version: number }>(
      'SELECT id, version FROM intake_workflows WHERE intake_category_id = ?',
      category.id,
    )
    const both = [people.admin.userId, people.second.userId]
    await saveLevels(editor, workflow?.id ?? '', [[rule('legal', { approverUserIds: both })]], workflow?.version)
    const { status, body } = await restarter.post(`/api/intake-submission/${id}/restart`)
    expect([status, body?.message]).toEqual([200, undefined])
    return id
  }

  it('a person who changed the workflow after filing can’t decide once it is restarted, by anyone', async () => {
    const id = await editAndRestart(admin, second)
    const names = (await firstBlock(second, id)).approvers.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Sam Second'])
    expect((await approve(admin, id)).status).toBe(403)
    expect((await approve(second, id)).status).toBe(200)
  })

  it('a workflow that was changed before filing leaves its author free to decide', async () => {
    const category = await makeCategory(admin, {
      levels: [[rule('legal', { approverUserIds: [people.admin.userId] })]],
    })
    const id = await file(requester, category.id, { title: 'A' })
    expect((await approve(admin, id)).status).toBe(200)
  })
})

describe('groups', () => {
  it('people who just joined a group on their own, or through the requester, aren’t asked', async () => {
    const groupId = await company.add('groups', 'Finance')
    await company.addToGroup(groupId, people.approver.userId)
    const puppet = await company.addPerson({ name: 'Pia Puppet' })
    const add = (client: Client, ...userIds: string[]) => client.post(`/api/groups/${groupId}/members`, { userIds })
    expect((await add(admin, puppet.userId, people.admin.userId)).status).toBe(200)
    const category = await makeCategory(second, { levels: [[rule('fin', { approverGroupIds: [groupId] })]] })
    const asked = async (client: Client) =>
      (await firstBlock(second, await file(client, category.id, { title: 'A' }))).approvers.map(
        ({ name }: { name: string }) => name,
      )
    expect(await asked(admin)).toEqual(['Abe Approver'])
    expect((await asked(requester)).sort()).toEqual(['Abe Approver', 'Pia Puppet'])
    // A day later, everyone has had the time to see it.
    await run('UPDATE group_members SET added_at = added_at - 90000000 WHERE company_id = ?', company.id)
    expect((await asked(requester)).sort()).toEqual(['Abe Approver', 'Ada Admin', 'Pia Puppet'])
  })
})

/** Names of who is asked on a new request. */
const asked = async (client: Client, categoryId: string): Promise<string[]> =>
  (await firstBlock(second, await file(client, categoryId, { title: 'A' }))).approvers
    .map(({ name }: { name: string }) => name)
    .sort()
const aDayLater = (table: string) =>
  run(`UPDATE ${table} SET added_at = added_at - 90000000 WHERE company_id = ?`, company.id)

describe.each([
  ['departments', 'department_members', 'DEPARTMENT_APPROVERS', 'addToDepartment', 'departments'],
  ['business units', 'business_unit_members', 'BUSINESS_UNIT_APPROVERS', 'addToBusinessUnit', 'business-units'],
] as const)('%s', (_, table, approverType, addTo, path) => {
  const units = table === 'department_members' ? 'departments' : 'business_units'
  const unitWith = async () => {
    const unitId = await company.add(units, 'Research')
    await company[addTo](unitId, people.approver.userId, true)
    // Requests without an answer are those of the requester's unit.
    await company[addTo](unitId, people.admin.userId)
    await company[addTo](unitId, people.requester.userId)
    return unitId
  }
  it('people who the requester made approvers just now aren’t asked by them, and are by others', async () => {
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.enableBusinessUnits', json('true')) WHERE id = ?`,
      company.id,
    )
    const unitId = await unitWith()
    const puppet = await company.addPerson({ name: 'Pia Puppet' })
    const placed = await admin.post(`/api/${path}/${unitId}/members`, {
      ...{ userIds: [puppet.userId], approvesRequests: true },
    })
    expect([placed.status, placed.body.message]).toEqual([200, undefined])
    const category = await makeCategory(second, { levels: [[rule('unit', { approverType })]] })
    expect(await asked(admin, category.id)).toEqual(['Abe Approver'])
    expect(await asked(requester, category.id)).toEqual(['Abe Approver', 'Pia Puppet'])
    await aDayLater(table)
    expect(await asked(admin, category.id)).toEqual(['Abe Approver', 'Pia Puppet'])
  })
})

describe('managers', () => {
  const give = (client: Client, of: TestPerson, manager: TestPerson) =>
    client.post(`/api/member/${of.userId}/update`, { managerId: manager.userId })

  it('a manager who the requester chose for themselves just now isn’t asked', async () => {
    const category = await makeCategory(second, { levels: [[rule('lead', { approverType: 'MANAGER_APPROVER' })]] })
    const puppet = await company.addPerson({ name: 'Pia Puppet' })
    expect((await give(admin, people.admin, puppet)).status).toBe(200)
    expect(await asked(admin, category.id)).toEqual(['Sam Second'])
    expect((await give(second, people.requester, puppet)).status).toBe(200)
    expect(await asked(requester, category.id)).toEqual(['Pia Puppet'])
    await run(
      'UPDATE company_memberships SET manager_set_at = manager_set_at - 90000000 WHERE company_id = ?',
      company.id,
    )
    expect(await asked(admin, category.id)).toEqual(['Pia Puppet'])
  })

  it('a person who just made themselves the requester’s manager isn’t asked', async () => {
    const category = await makeCategory(second, { levels: [[rule('lead', { approverType: 'MANAGER_APPROVER' })]] })
    expect((await give(admin, people.requester, people.admin)).status).toBe(200)
    expect(await asked(requester, category.id)).toEqual(['Sam Second'])
    const note = (await firstBlock(second, await file(requester, category.id, { title: 'A' }))).approversNote
    expect(note).toContain('no manager who can approve')
  })
})

describe('merging groups', () => {
  it('people who came into a group with another one, merged by the requester, aren’t asked at once', async () => {
    const [finance, others] = [await company.add('groups', 'Finance'), await company.add('groups', 'Others')]
    await company.addToGroup(finance, people.approver.userId)
    const puppet = await company.addPerson({ name: 'Pia Puppet' })
    await company.addToGroup(others, puppet.userId)
    const merged = await admin.post(`/api/groups/${others}/merge`, { intoId: finance })
    expect([merged.status, merged.body.message]).toEqual([200, undefined])
    const category = await makeCategory(second, { levels: [[rule('fin', { approverGroupIds: [finance] })]] })
    expect(await asked(admin, category.id)).toEqual(['Abe Approver'])
    expect(await asked(requester, category.id)).toEqual(['Abe Approver', 'Pia Puppet'])
    await aDayLater('group_members')
    expect(await asked(admin, category.id)).toEqual(['Abe Approver', 'Pia Puppet'])
  })
})
