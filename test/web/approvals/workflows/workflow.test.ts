import { describe, expect, it } from 'vitest'
import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import { workflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import { checkWorkflow } from '../../../../schema/requests/workflows/definition-rules.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import * as leveled from '../../../../web/features/approvals/workflows/leveled.ts'
import { layOut, PER_ROW } from '../../../../web/features/approvals/workflows/picture-layout.ts'
import * as workflowEdits from '../../../../web/features/approvals/workflows/workflow-edits.ts'
import { withServerFields, workflowProblems } from '../../../../web/features/approvals/workflows/workflow-problems.ts'
import { whoText } from '../../../../web/features/approvals/workflows/workflow-words.ts'

const edits = { ...workflowEdits, ...leveled }
const empty: WorkflowDefinition = { entryPoints: NO_CONDITIONS, levels: [] }
const noForm = { steps: [] }
const two = (): WorkflowDefinition => {
  const first = edits.addLevel(empty, 'l1', edits.newRule('APPROVAL', 'a'))
  return edits.addLevel(
    edits.addRule(first, 'l1', edits.newRule('APPROVAL', 'b')),
    'l2',
    edits.newRule('APPROVAL', 'c'),
  )
}
const shape = (value: WorkflowDefinition) =>
  value.levels.map((level) => `${level.number}:${level.rules.map((rule) => `${rule.id}${rule.ordinal}`).join(',')}`)

describe('editing a workflow', () => {
  it('a new workflow can be saved', () => {
    expect(checkWorkflow(two(), noForm)).toEqual([])
    expect(workflowDefinition.safeParse(two()).success).toBe(true)
  })

  it('levels and rules are renumbered after every move', () => {
    expect(shape(two())).toEqual(['1:a0,b1', '2:c0'])
    expect(shape(edits.moveLevel(two(), 'l2', 0))).toEqual(['1:c0', '2:a0,b1'])
    expect(shape(edits.moveRule(two(), 'a', 'l2', 1))).toEqual(['1:b0', '2:c0,a1'])
    expect(shape(edits.moveRule(two(), 'a', 'l1', 2))).toEqual(['1:b0,a1', '2:c0'])
    expect(shape(edits.removeLevel(two(), 'l1'))).toEqual(['1:c0'])
    expect(shape(edits.duplicateRule(two(), 'a', 'a2'))).toEqual(['1:a0,a21,b2', '2:c0'])
  })

  it('a copied level has new rules', () => {
    let n = 0
    const copied = edits.duplicateLevel(two(), 'l1', 'l9', () => `r${++n}`)
    expect(shape(copied)).toEqual(['1:a0,b1', '2:r10,r21', '3:c0'])
    expect(checkWorkflow(copied, noForm)).toEqual([])
  })

  it('changing the mode drops people that the new mode doesn’t ask', () => {
    const value = edits.updateRule(two(), 'a', { approverUserIds: ['u1'], watcherGroupIds: ['g1'] })
    const rule = edits.findRule(edits.tidy(value), 'a')?.rule
    expect([rule?.approverUserIds, rule?.watcherGroupIds]).toEqual([[], []])
  })
})

describe('problems of a workflow', () => {
  it('problems are shown at the rule, the level or the conditions', () => {
    const task = edits.addRule(two(), 'l2', { ...edits.newRule('TASK', 't'), label: '' })
    const value = edits.setEntryPoints(edits.removeRule(edits.removeRule(task, 'a'), 'b'), {
      ...NO_CONDITIONS,
      conditionBooleans: [{ valuesQuestionId: 'gone', value: true }],
    })
    expect(workflowProblems(value, noForm)).toEqual([
      { id: 't', message: 'Required', part: 'label' },
      { id: 'l1', message: 'Add an approval or a task to this level, or remove it', part: null },
      { id: 't', message: 'Choose at least one group or person, or an approver matrix', part: 'approvers' },
      { id: 'entry', message: 'A condition uses a question that isn’t in the form', part: 'conditions' },
    ])
  })

  it('problems that only the server knows are included once', () => {
    const known = [{ id: 'a', message: 'Required', part: 'label' as const }]
    expect(
      withServerFields(known, { a: 'Required', b: 'One of the chosen groups or people no longer exists' }),
    ).toEqual([
      ...known,
      { id: 'b', message: 'One of the chosen groups or people no longer exists', part: 'approvers' },
    ])
  })
})

describe('the approvers of a rule', () => {
  it('a rule names its mode, or its groups and people with their number', () => {
    const names = new Map([
      ['g', 'Finance'],
      ['u', 'Dana Reyes'],
    ])
    const rule = edits.newRule('APPROVAL', 'a')
    expect(whoText(rule, names)).toBe('Requester’s manager')
    const custom = {
      ...rule,
      approverType: 'CUSTOM_APPROVERS' as const,
      approverGroupIds: ['g'],
      approverUserIds: ['u'],
    }
    expect(whoText(custom, names)).toBe('Finance and Dana Reyes')
    expect(whoText({ ...custom, quorum: { kind: 'AT_LEAST', count: 2 } }, names)).toBe(
      'At least 2 of Finance and Dana Reyes',
    )
    expect(whoText({ ...custom, approverGroupIds: [], approverUserIds: [] }, names)).toBe('No one chosen yet')
  })
})

describe('the picture of a workflow', () => {
  it('levels are stacked without overlap, and blocks stay inside their level', () => {
    const many = Array.from({ length: PER_ROW + 2 }, (_, i) => edits.newRule('APPROVAL', `m${i}`)).reduce(
      (value, rule) => edits.addRule(value, 'l1', rule),
      two(),
    )
    const layout = layOut(many)
    const column = [layout.start, ...layout.levels, layout.end]
    column.slice(1).forEach((box, i) => {
      const above = column[i]
      expect(above && above.y + above.height).toBeLessThan(box.y)
    })
    const level = layout.levels[0]
    for (const block of layout.blocks.slice(0, PER_ROW + 4)) {
      if (!level) throw new Error('no level')
      expect(block.x).toBeGreaterThanOrEqual(level.x)
      expect(block.x + block.width).toBeLessThanOrEqual(level.x + level.width)
      expect(block.y + block.height).toBeLessThanOrEqual(level.y + level.height)
    }
    expect(layout.edges.map((edge) => [edge.source, edge.target])).toEqual([
      ['start', 'l1'],
      ['l1', 'l2'],
      ['l2', 'end'],
    ])
  })

  it('a workflow without levels leads from submitted to approved', () => {
    expect(layOut(empty).edges).toEqual([{ id: 'start-end', source: 'start', target: 'end' }])
  })
})
