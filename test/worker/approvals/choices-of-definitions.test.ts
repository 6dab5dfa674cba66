import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../worker/core/clock.ts'
import { approvals } from '../../support/worker/filing-scene.ts'
import * as requests from '../../support/worker/intake.ts'
import { runTicks } from '../../support/worker/jobs/ticks.ts'
import { logicOf, MATRICES } from '../../support/worker/matrix-scene.ts'
import { run } from '../../support/worker/sessions.ts'
import * as spend from '../../support/worker/spend.ts'
import { type Answer, type Client, signIn, type TestPerson } from '../../support/worker/world.ts'

/**
 * Who chose who decides may not decide, whatever they chose by: rows of a matrix, the rules of a rule set, the people of a
 * group or a unit, or letting someone in again. Asked of requests and of spend requests.
 */

let scene: spend.SpendScene
let second: Client
let puppet: TestPerson
let abe: TestPerson
beforeEach(async () => {
  scene = await spend.makeSpendScene()
  abe = scene.people.approver
  second = await signIn(scene.company, await scene.company.addPerson({ name: 'Sam Second', flags: ['hasAdminAccess'] }))
  puppet = await scene.company.addPerson({ name: 'Pia Puppet' })
})

const ok = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  expect(answer.body?.errors).toBeUndefined()
  return answer
}
const aDayLater = (table: string, column: string) =>
  run(`UPDATE ${table} SET ${column} = ${column} - 90000000 WHERE company_id = ?`, scene.company.id)

/** Something to approve: its category or rule set asks by what `rule` says. */
interface Ground {
  set(rule: object): Promise<void>
  /** The names of who is asked when this person files one. */
  asked(client: Client): Promise<string[]>
  /** The names of who is said to be asked, before it is filed. */
  foreseen(client: Client): Promise<string[]>
  file(client: Client): Promise<string>
  approve(client: Client, id: string): Promise<Answer>
  edit(client: Client, id: string): Promise<Answer>
}
interface Shown {
  id: string
  approvers: { name: string }[]
}
const namesIn = (block: Pick<Shown, 'approvers'>): string[] => block.approvers.map(({ name }) => name).sort()

const GROUNDS: Record<string, () => Ground> = {
  requests: () => {
    let categoryId = ''
    const block = async (id: string): Promise<Shown> => (await approvals(second, id)).levels[0].blocks[0]
    const file = (client: Client) => requests.file(client, categoryId, { title: 'A', department: scene.departmentId })
    return {
      file,
      set: async (rule) => {
        categoryId = (await requests.makeCategory(second, { levels: [[requests.rule('one', rule)]] })).id
      },
      asked: async (client) => namesIn(await block(await file(client))),
      foreseen: async (client) => {
        const answers = requests.answersOf({ title: 'A', department: scene.departmentId })
        const preview = await client.post('/api/intake-submissions/preview-approvals', {
          ...{ intakeCategoryId: categoryId, answers },
        })
        return namesIn(ok(preview).body.levels[0].blocks[0])
      },
      approve: async (client, id) =>
        client.post(`/api/intake-submission/${id}/status`, {
          ...{ status: 'APPROVED', levelGroupStatusId: (await block(id)).id },
          seenVersion: (await approvals(second, id)).version,
        }),
      edit: async (client, id) =>
        requests.save(client, categoryId, { title: newId(), department: scene.departmentId }, { id, version: 1 }),
    }
  },
  'spend requests': () => {
    const block = async (id: string): Promise<Shown> => (await spend.blocksOf(second, id))[0]
    return {
      file: (client) => spend.file(scene, {}, client),
      set: async (rule) => {
        const { noConditionRules } = spend.always('One')
        await spend.addRuleSet(scene.company, {
          levels: [{ noConditionRules: noConditionRules.map((one) => ({ ...one, ...rule })) }],
        })
      },
      asked: async (client) => namesIn(await block(await spend.file(scene, {}, client))),
      foreseen: async (client) => {
        const { vendorId, categoryId, departmentId } = scene
        const { body } = ok(
          await client.graphql(
            `query ($input: PreviewLevelApproversInput!) { previewLevelApprovers(input: $input) { approvers { name } } }`,
            { input: { vendorId, lines: [{ amount: 1_000, categoryId, departmentId }] } },
          ),
        )
        return namesIn(body.data.previewLevelApprovers[0])
      },
      approve: async (client, id) =>
        client.post(`/api/spend-requests/${id}/status`, {
          ...{ status: 'APPROVED', levelGroupStatusId: (await block(id)).id },
        }),
      edit: (client, id) =>
        client.call('PUT', `/api/spend-requests/${id}`, {
          body: spend.bodyOf(scene, { lines: [spend.lineOf(scene, 7_000_000)] }),
        }),
    }
  },
}

describe.each(Object.entries(GROUNDS))('%s', (_, make) => {
  let ground: Ground
  beforeEach(() => {
    ground = make()
  })

  describe('by a matrix', () => {
    let matrixId: string
    const save = async (client: Client, ...lines: Parameters<typeof logicOf>[0]) =>
      ok(await client.post(`${MATRICES}/${matrixId}/logic`, logicOf(lines)))
    beforeEach(async () => {
      matrixId = ok(await second.post(MATRICES, { name: `Matrix ${newId()}` })).body.id
      await save(second, { id: 'row-1', people: [abe.userId] })
      await aDayLater('hands', 'at')
      await run(`UPDATE approver_matrices SET named_by = '{}' WHERE id = ?`, matrixId)
      await ground.set({ approverMatrixId: matrixId, approverMatrixColumnId: 'finance' })
    })

    it('people who the requester just named in a row aren’t asked by them, and are by others', async () => {
      await save(scene.admin, { id: 'row-1', people: [abe.userId, puppet.userId] })
      expect(await ground.foreseen(scene.admin)).toEqual(['Paul Approver'])
      expect(await ground.asked(scene.admin)).toEqual(['Paul Approver'])
      expect(await ground.foreseen(scene.requester)).toEqual(['Paul Approver', 'Pia Puppet'])
      expect(await ground.asked(scene.requester)).toEqual(['Paul Approver', 'Pia Puppet'])
    })

    it('people in a row that the requester just turned to what they file aren’t asked either', async () => {
      const other = await scene.company.add('departments', 'Sales')
      const rows = (department: string) => [
        { id: 'row-1', people: [abe.userId] },
        { id: 'row-2', departments: [department], people: [puppet.userId] },
      ]
      await save(second, ...rows(other))
      await save(scene.admin, ...rows(scene.departmentId))
      expect(await ground.asked(scene.admin)).toEqual(['Paul Approver'])
    })

    it('a person who names themselves, once it is filed, can’t decide after an edit', async () => {
      const id = await ground.file(scene.requester)
      await save(scene.admin, { id: 'row-1', people: [scene.people.admin.userId, puppet.userId] })
      ok(await ground.edit(scene.requester, id))
      expect((await ground.approve(scene.admin, id)).status).toBe(403)
      expect((await ground.approve(await signIn(scene.company, puppet), id)).status).toBe(200)
    })

    it('what falls to admins because someone emptied it isn’t theirs', async () => {
      await save(scene.admin, { id: 'row-1', people: [] })
      expect(await ground.asked(scene.requester)).toEqual(['Sam Second'])
    })
  })

  describe('by a group', () => {
    let groupId: string
    beforeEach(async () => {
      groupId = await scene.company.add('groups', 'Finance')
      await scene.company.addToGroup(groupId, abe.userId)
      await ground.set({ approverGroupIds: [groupId] })
    })
    const TAKES_OUT: Record<string, () => Promise<Answer>> = {
      'on its page': () => scene.admin.call('DELETE', `/api/groups/${groupId}/members/${abe.userId}`),
      'on their page': () => scene.admin.post(`/api/member/${abe.userId}/update`, { groupIds: [] }),
    }

    it.each(Object.entries(TAKES_OUT))(
      'an admin who takes its last person out %s isn’t asked instead',
      async (__, act) => {
        ok(await act())
        expect(await ground.asked(scene.requester)).toEqual(['Sam Second'])
        await aDayLater('hands', 'at')
        expect(await ground.asked(scene.requester)).toEqual(['Ada Admin', 'Sam Second'])
      },
    )
  })

  it('an admin who takes the approver of a department out isn’t asked instead', async () => {
    await scene.company.addToDepartment(scene.departmentId, abe.userId, true)
    await ground.set({ approverType: 'DEPARTMENT_APPROVERS' })
    expect(await ground.asked(scene.requester)).toEqual(['Paul Approver'])
    ok(
      await scene.admin.post(`/api/departments/${scene.departmentId}/members`, {
        ...{ userIds: [abe.userId], approvesRequests: false },
      }),
    )
    expect(await ground.asked(scene.requester)).toEqual(['Sam Second'])
  })

  it('people who the requester just let in again aren’t asked by them, and are by others', async () => {
    await ground.set({ approverUserIds: [abe.userId, puppet.userId] })
    const enable = (client: Client, enabled: boolean) =>
      client.post(`/api/members/${puppet.userId}/enabled`, { enabled })
    ok(await enable(second, false))
    await runTicks(env)
    ok(await enable(scene.admin, true))
    expect(await ground.asked(scene.admin)).toEqual(['Paul Approver'])
    expect(await ground.asked(scene.requester)).toEqual(['Paul Approver', 'Pia Puppet'])
    await aDayLater('company_memberships', 'enabled_at')
    expect(await ground.asked(scene.admin)).toEqual(['Paul Approver', 'Pia Puppet'])
  })
})

describe('rule sets', () => {
  const create = async (): Promise<{ id: string }> =>
    ok(await second.graphql('mutation { createSpendRuleSet(name: "Rules") { id } }')).body.data.createSpendRuleSet
  const save = async (client: Client, id: string, rule: object) =>
    ok(
      await client.call('PUT', `/api/spend-rule-sets/${id}`, {
        body: { levels: [{ number: 1, noConditionRules: [{ approverType: 'CUSTOM_APPROVERS', ...rule }] }] },
      }),
    )
  const asked = async (client: Client) =>
    namesIn((await spend.blocksOf(second, await spend.file(scene, {}, client)))[0])

  it('people and groups that the requester just named in one aren’t asked by them, and are by others', async () => {
    const { id } = await create()
    await save(second, id, { approverUserIds: [abe.userId] })
    await save(scene.admin, id, { approverUserIds: [abe.userId, puppet.userId] })
    expect(await asked(scene.admin)).toEqual(['Paul Approver'])
    expect(await asked(scene.requester)).toEqual(['Paul Approver', 'Pia Puppet'])
    const groupId = await scene.company.add('groups', 'Puppets')
    await scene.company.addToGroup(groupId, puppet.userId)
    await save(scene.admin, id, { approverUserIds: [abe.userId], approverGroupIds: [groupId] })
    expect(await asked(scene.admin)).toEqual(['Paul Approver'])
    await run(`UPDATE rule_sets SET named_by = '{}' WHERE id = ?`, id)
    expect(await asked(scene.admin)).toEqual(['Paul Approver', 'Pia Puppet'])
  })

  it('in a company with one admin they are asked, and everyone sees why', async () => {
    const { id } = await create()
    await run(
      `UPDATE company_memberships SET has_admin_access = 0 WHERE company_id = ?1 AND user_id <> ?2`,
      ...[scene.company.id, scene.people.admin.userId],
    )
    await save(scene.admin, id, { approverUserIds: [puppet.userId] })
    const [block] = await spend.blocksOf(scene.admin, await spend.file(scene, {}, scene.admin))
    expect(namesIn(block)).toEqual(['Pia Puppet'])
    expect(block.approversNote).toContain('less than a day ago')
  })
})
