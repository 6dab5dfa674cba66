import { describe, expect, it } from 'vitest'
import type { ApproverMatrix } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import { personLines } from '../../../../schema/approvals/engine/block-people.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { chooseWorkflow, planWorkflow } from '../../../../schema/approvals/engine/plan.ts'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { ANSWERS, atLeast, departmentIs, facts, person, rule, workflow } from './fixtures.ts'

const plan = (levels: WorkflowRule[][], more: Partial<PlanFacts> = {}) =>
  planWorkflow(workflow(...levels).definition, facts(ANSWERS, more))
const only = (one: WorkflowRule, more: Partial<PlanFacts> = {}) => {
  const block = plan([[one]], more).levels[0]?.blocks[0]
  if (!block) throw new Error('The rule does not apply')
  return block
}
const organisation = facts().organisation

describe('planning approvals', () => {
  it('the plan says why each rule applies or doesn’t, and drops empty levels', () => {
    const { levels, skipped } = plan([
      [rule('big', { ...atLeast(1_000_000), approverGroupIds: ['legal'] })],
      [rule('huge', { ...atLeast(5_000_000), approverGroupIds: ['legal'] })],
      [rule('department', { ...departmentIs('engineering'), approverType: 'DEPARTMENT_APPROVERS' })],
      [rule('always', { approverType: 'MANAGER_APPROVER' })],
    ])
    expect(levels.map((l) => [l.number, l.blocks.map((b) => b.reason)])).toEqual([
      [1, ['Amount is $10,000 or more ($12,000.00)']],
      [3, ['Department is Engineering']],
      [4, ['Always']],
    ])
    expect(skipped.map((s) => s.reason)).toEqual(['Amount is less than $50,000 ($12,000.00)'])
  })

  it('people of a step from before are shown with the words of today', () => {
    const approvers = [{ ...person('ada'), via: 'requestor and group Requestors' }]
    expect(personLines({ approvers, decisions: [] })).toMatchObject([{ via: 'requester and Requestors group' }])
  })

  it('a group is named as people say it, whatever is in its name', () => {
    const shown = (via: string) => personLines({ approvers: [{ ...person('ada'), via }], decisions: [] })[0]?.via
    expect(shown('group Finance')).toBe('Finance group')
    expect(shown('group Research and Development and manager of Bo Li')).toBe(
      'Research and Development group and manager of Bo Li',
    )
    expect(shown('group Works group')).toBe('Works group')
    expect(shown('manager of Ada and department Legal')).toBe('manager of Ada and department Legal')
  })

  it('the plan says how each approver was chosen', () => {
    const via = (one: WorkflowRule, more: Partial<PlanFacts> = {}) =>
      only(one, more).approvers.map((a) => `${a.userId}: ${a.via}`)
    expect(via(rule('r', { approverType: 'MANAGER_APPROVER' }))).toEqual(['grace: manager of Ada Lovelace'])
    expect(via(rule('r', { approverType: 'DEPARTMENT_APPROVERS' }))).toEqual(['alan: department Engineering'])
    expect(via(rule('r', { approverType: 'REQUESTOR' }))).toEqual(['ada: requester'])
    expect(via(rule('r', { approverGroupIds: ['legal'], approverUserIds: ['linus'] }))).toEqual([
      'linus: group Legal and named in the workflow',
      'margaret: group Legal',
    ])
    const both = { engineering: { name: 'Engineering', userIds: ['alan', 'grace'] } }
    const organisation = { ...facts().organisation, departmentApprovers: both }
    const assigned = (userId: string) =>
      via(rule('r', { approverType: 'DEPARTMENT_APPROVERS' }), {
        organisation,
        departmentApproverAssignees: { engineering: userId },
      })
    expect(assigned('grace')).toEqual(['grace: chosen for department Engineering'])
    // If the chosen person no longer approves for the department, its other approvers do.
    expect(assigned('linus')).toEqual(['alan: department Engineering', 'grace: department Engineering'])
  })

  it('a matrix adds the approvers of every matching row', () => {
    const matrix: ApproverMatrix = {
      name: 'Finance',
      conditionColumns: [
        { id: 'c1', conditionType: 'DEPARTMENT' },
        { id: 'c2', conditionType: 'CATEGORY' },
      ],
      approverColumns: [{ id: 'a1', name: 'Approver' }],
      rows: [
        { conditions: { c1: ['engineering'], c2: [] }, approvers: { a1: ['linus'] } },
        { conditions: { c1: ['sales'] }, approvers: { a1: ['margaret'] } },
        { conditions: {}, approvers: { a1: ['alan', 'linus'] } },
        { conditions: { c1: ['engineering'], c2: ['software'] }, approvers: { a1: ['grace'] } },
      ],
    }
    const block = only(rule('r', { approverMatrixId: 'm', approverMatrixColumnId: 'a1' }), {
      organisation: { ...organisation, matrices: { m: matrix } },
    })
    expect(block.approvers.map((a) => [a.userId, a.via])).toEqual([
      ['linus', 'matrix Finance, row 1 and matrix Finance, row 3'],
      ['alan', 'matrix Finance, row 3'],
    ])
  })

  it('disabled members are skipped, and a block left without approvers goes to admins and says so', () => {
    const people = { ...organisation.people, grace: { name: 'Grace', disabled: true } }
    const block = only(rule('r', { approverType: 'MANAGER_APPROVER' }), {
      organisation: { ...organisation, people },
    })
    expect(block.approvers.map((a) => [a.userId, a.via])).toEqual([
      ['edsger', 'admin'],
      ['barbara', 'admin'],
    ])
    expect(block.approversNote).toBe('Goes to admins: the requester has no manager who can approve')
  })

  it('requesters and people who file for them never approve, unless the rule names the requester', () => {
    const self = rule('r', { approverUserIds: ['ada', 'grace'] })
    expect(only(self).approvers.map((a) => a.userId)).toEqual(['grace'])
    expect(only(self, { onBehalfSubmitter: person('grace') }).approvers.map((a) => a.userId)).toEqual([
      'edsger',
      'barbara',
    ])
    expect(only(rule('r', { approverType: 'REQUESTOR' })).approvers.map((a) => a.userId)).toEqual(['ada'])
    const byAdmin = { requestor: { ...person('edsger'), managerUserId: null } }
    expect(only(rule('r', { approverGroupIds: ['empty'] }), byAdmin).approvers.map((a) => a.userId)).toEqual([
      'barbara',
    ])
  })

  it('a plan that only the requester could approve has a readable problem', () => {
    const { problems } = plan([[rule('Sign-off', { approverGroupIds: ['empty'] })]], {
      requestor: { ...person('edsger'), managerUserId: null },
      organisation: { ...organisation, admins: ['edsger'] },
    })
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toContain('No one can approve “Sign-off”')
    expect(problems[0]?.message).toContain('Ask an admin to change who approves.')
  })

  it('NO_APPROVERS asks no one, but admins handle automatic tasks', () => {
    expect(only(rule('r', { approverType: 'NO_APPROVERS' })).approvers).toEqual([])
    expect(only(rule('r', { approverType: 'NO_APPROVERS', type: 'WEBHOOK' })).approvers).toHaveLength(2)
  })

  it('a quorum is never more than the number of approvers', () => {
    const three = { approverGroupIds: ['legal'], quorum: { kind: 'AT_LEAST' as const, count: 3 } }
    expect(only(rule('r', three)).quorum).toEqual({ kind: 'ALL' })
    expect(only(rule('r', { ...three, quorum: { kind: 'AT_LEAST', count: 2 } })).quorum.kind).toBe('AT_LEAST')
  })

  it('a step that fewer people can approve than it wants says so', () => {
    const two = { approverUserIds: ['ada', 'linus'], quorum: { kind: 'AT_LEAST' as const, count: 2 } }
    expect(only(rule('r', two))).toMatchObject({
      quorum: { kind: 'ALL' },
      approvers: [{ userId: 'linus' }],
      approversNote:
        'Requesters can’t approve their own requests. At least 2 should approve, but only 1 person can approve',
    })
  })

  it('admins fill up a step where its rule says so, and their requests aren’t theirs to approve', () => {
    const quorum = { kind: 'AT_LEAST' as const, count: 2, adminsFillUp: true }
    const filled = only(rule('r', { approverUserIds: ['ada', 'linus'], quorum }))
    expect(filled.approvers.map(({ userId, via }) => `${userId}: ${via}`)).toEqual([
      'linus: named in the workflow',
      'edsger: admin',
      'barbara: admin',
    ])
    expect(filled.quorum).toEqual(quorum)
    expect(filled.approversNote).toMatch(/Admins fill up: at least 2 must approve, and otherwise only 1 person can/)
    const enough = only(rule('r', { approverUserIds: ['margaret', 'linus'], quorum }))
    expect([enough.approvers.length, enough.approversNote]).toEqual([2, null])
    const barred = only(rule('r', { approverUserIds: ['linus'], quorum }), { barredUserIds: ['edsger', 'barbara'] })
    expect(barred).toMatchObject({ quorum: { kind: 'ALL' }, approvers: [{ userId: 'linus' }] })
    expect(barred.approversNote).toBe('At least 2 should approve, but only 1 person can approve')
  })

  it('watchers are resolved by their mode', () => {
    const block = only(
      rule('r', { watcherType: 'CUSTOM_WATCHERS', watcherGroupIds: ['legal'], watcherUserIds: ['alan'] }),
    )
    expect(block.watchers.map((w) => w.userId)).toEqual(['linus', 'margaret', 'alan'])
  })

  it('the request amount is compared in the company’s currency', () => {
    const { definition } = workflow([rule('big', { ...atLeast(1_000_000), approverGroupIds: ['legal'] })])
    const plan = (yen: number, rate?: string) => {
      const known = facts({ ...ANSWERS, amount: { value: yen, currency: 'JPY' } })
      const source = { base: 'JPY', quote: 'USD', date: '2026-11-20', source: 'PROVIDER' } as const
      const rates = rate ? [{ ...source, rate }] : []
      return planWorkflow(definition, {
        ...known,
        exchange: { currency: 'USD', allowsOthers: true, rates },
      })
    }
    // A program that compares bare numbers would find ¥1,500,000 to be more than 1,000,000 cents.
    expect(plan(1_500_000, '0.0066').skipped[0]?.reason).toBe(
      'Amount is less than $10,000 ($9,900.00: ¥1,500,000 at 0.0066 on Nov 20, 2026, European Central Bank)',
    )
    expect(plan(1_500_000, '0.00667').levels[0]?.blocks[0]?.reason).toBe(
      'Amount is $10,000 or more ($10,005.00: ¥1,500,000 at 0.00667 on Nov 20, 2026, European Central Bank)',
    )
    const unknown = plan(1_500_000)
    expect(unknown.levels).toEqual([])
    expect(unknown.problems[0]?.message).toMatch('no exchange rate for JPY')
  })
})

describe('choosing a workflow', () => {
  const candidate = (id: string, ordinal: number, minimum: number | null) => ({
    ...workflow([]),
    id,
    label: id,
    ordinal,
    definition: { levels: [], entryPoints: { ...NO_CONDITIONS, ...(minimum === null ? {} : atLeast(minimum)) } },
  })

  it('the first workflow by ordinal whose conditions match runs, and one without conditions always matches', () => {
    const choice = chooseWorkflow([candidate('rest', 2, null), candidate('big', 1, 5_000_000)], facts())
    expect(choice.workflow?.id).toBe('rest')
    expect(choice.considered.map((c) => [c.id, c.holds])).toEqual([
      ['big', false],
      ['rest', true],
    ])
  })

  it('no workflow runs when no conditions match, and the request needs no approval', () => {
    expect(chooseWorkflow([candidate('big', 1, 5_000_000)], facts()).workflow).toBeNull()
    expect(chooseWorkflow([], facts()).workflow).toBeNull()
  })
})
