import { describe, expect, it } from 'vitest'
import type { Plan } from '../../../../schema/approvals/engine/plan.ts'
import { planDifference } from '../../../../schema/approvals/engine/plan-differences.ts'
import type { WorkflowDefinition, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { definitionChanges } from '../../../../schema/approvals/workflows/definition-changes.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'

const rule = (id: string, more: Partial<WorkflowRule> = {}): WorkflowRule => ({
  ...NO_CONDITIONS,
  ...{ id, label: id, type: 'APPROVAL', ordinal: 0, approverType: 'CUSTOM_APPROVERS', quorum: { kind: 'ANY' } },
  ...{ approverGroupIds: [], approverUserIds: ['ada'], approverMatrixId: null, approverMatrixColumnId: null },
  ...{ watcherType: 'NO_WATCHERS', watcherGroupIds: [], watcherUserIds: [], settings: {} },
  ...more,
})
const definition = (...levels: WorkflowRule[][]): WorkflowDefinition => ({
  entryPoints: NO_CONDITIONS,
  levels: levels.map((rules, i) => ({
    id: `l${i}`,
    number: i + 1,
    rules: rules.map((each, ordinal) => ({ ...each, ordinal })),
  })),
})

describe('the history of a workflow', () => {
  it('equal versions have no changes, and the first version is reported as created', () => {
    const same = definition([rule('legal')], [rule('finance')])
    expect(definitionChanges(same, structuredClone(same))).toEqual([])
    expect(definitionChanges(null, same)).toEqual(['Created the workflow'])
  })

  it('changes name what was added, removed, moved, renamed and changed', () => {
    const before = definition([rule('legal'), rule('old')], [rule('finance')])
    const after = definition(
      [rule('legal', { label: 'Legal review', approverUserIds: ['bob'], watcherType: 'CUSTOM_WATCHERS' })],
      [rule('new')],
      [rule('finance')],
    )
    expect(definitionChanges(before, after)).toEqual([
      'Renamed “legal” to “Legal review”',
      'Changed the approvers and watchers of “Legal review”',
      'Added “new” to level 2',
      'Moved “finance” from level 2 to level 3',
      'Removed “old” from level 1',
    ])
  })

  it('conditions and rule order are reported separately from the rules', () => {
    const before = definition([rule('a'), rule('b')])
    const after = {
      ...definition([rule('b'), rule('a')]),
      entryPoints: { ...NO_CONDITIONS, conditionBooleans: [{ valuesQuestionId: 'q', value: true }] },
    }
    expect(definitionChanges(before, after)).toEqual([
      'Changed the conditions of the workflow',
      'Changed the order of the rules',
    ])
  })

  it('removing a rule doesn’t count as reordering', () => {
    const before = definition([rule('a'), rule('b'), rule('c')])
    expect(definitionChanges(before, definition([rule('a'), rule('c')]))).toEqual(['Removed “b” from level 1'])
  })
})

describe('the difference between two plans', () => {
  const plan = (...blocks: [string, string[]][]): Plan => ({
    levels: [
      {
        number: 1,
        blocks: blocks.map(([label, users], ordinal) => ({
          ...{ ruleId: `${label}-${ordinal}-${users}`, ruleType: 'APPROVAL', label, ordinal, reason: 'Always' },
          ...{
            approverType: 'CUSTOM_APPROVERS',
            approversNote: null,
            watchers: [],
            quorum: { kind: 'ANY' },
            settings: {},
          },
          approvers: users.map((userId) => ({ userId, name: userId, via: 'named' })),
        })),
      },
    ],
    skipped: [],
    problems: [],
  })

  it('the difference lists approvers that only one plan asks, regardless of rule ids', () => {
    expect(planDifference(plan(['legal', ['ada', 'bob']]), plan(['legal', ['bob', 'cleo']]))).toEqual({
      gains: [{ userId: 'cleo', name: 'cleo', label: 'legal' }],
      loses: [{ userId: 'ada', name: 'ada', label: 'legal' }],
    })
    expect(planDifference(plan(['legal', ['ada']]), plan(['legal', ['ada']]))).toEqual({ gains: [], loses: [] })
  })
})
