import type { ConditionSet } from '../../shared/conditions.ts'
import type { WorkflowDefinition, WorkflowRule } from './definition.ts'

/** What a saved version of a workflow changed compared to the previous one, in sentences for its history. */

const CONDITION_KEYS = ['chainOperator', 'conditionAnyOfs', 'conditionNumerics', 'conditionBooleans'] as const

/** The parts of a rule as people name them, with the fields each is stored in. */
const PARTS: [string, readonly (keyof WorkflowRule)[]][] = [
  ['conditions', CONDITION_KEYS],
  [
    'approvers',
    ['approverType', 'approverGroupIds', 'approverUserIds', 'approverMatrixId', 'approverMatrixColumnId', 'quorum'],
  ],
  ['separation of duties', ['excludesEarlierDeciders']],
  ['watchers', ['watcherType', 'watcherGroupIds', 'watcherUserIds']],
  ['settings', ['settings']],
]

const same = <T extends object>(a: T, b: T, keys: readonly (keyof T)[]): boolean =>
  keys.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]))

interface Placed {
  rule: WorkflowRule
  level: number
  position: number
}

const placed = (definition: WorkflowDefinition): Map<string, Placed> =>
  new Map(
    definition.levels.flatMap((level) =>
      [...level.rules]
        .sort((a, b) => a.ordinal - b.ordinal)
        .map((rule, position): [string, Placed] => [rule.id, { rule, level: level.number, position }]),
    ),
  )

const nameOf = (rule: WorkflowRule): string => `“${rule.label}”`

const ruleChanges = (before: Placed, after: Placed): string[] => {
  const changes: string[] = []
  if (before.rule.label !== after.rule.label) changes.push(`Renamed ${nameOf(before.rule)} to ${nameOf(after.rule)}`)
  if (before.level !== after.level)
    changes.push(`Moved ${nameOf(after.rule)} from level ${before.level} to level ${after.level}`)
  if (before.rule.type !== after.rule.type) changes.push(`Changed the type of ${nameOf(after.rule)}`)
  const parts = PARTS.filter(([, keys]) => !same(before.rule, after.rule, keys)).map(([part]) => part)
  if (parts.length > 0)
    changes.push(`Changed the ${parts.join(', ').replace(/, ([^,]*)$/, ' and $1')} of ${nameOf(after.rule)}`)
  return changes
}

/** Whether the rules that stayed in their level are in a different order. */
const isReordered = (before: Map<string, Placed>, after: Map<string, Placed>): boolean => {
  const stayed = (of: Map<string, Placed>, other: Map<string, Placed>) =>
    [...of].filter(([id, { level }]) => other.get(id)?.level === level).map(([id]) => id)
  return stayed(before, after).join() !== stayed(after, before).join()
}

/**
 * @param before the previous version, or null for the first one
 * @returns one sentence for each change, in the order of the levels; empty if nothing differs
 */
export const definitionChanges = (before: WorkflowDefinition | null, after: WorkflowDefinition): string[] => {
  if (!before) return ['Created the workflow']
  const [was, is] = [placed(before), placed(after)]
  const changes: string[] = []
  if (!same<ConditionSet>(before.entryPoints, after.entryPoints, CONDITION_KEYS))
    changes.push('Changed the conditions of the workflow')
  for (const [id, place] of is) {
    const old = was.get(id)
    if (old) changes.push(...ruleChanges(old, place))
    else changes.push(`Added ${nameOf(place.rule)} to level ${place.level}`)
  }
  for (const [id, place] of was)
    if (!is.has(id)) changes.push(`Removed ${nameOf(place.rule)} from level ${place.level}`)
  if (isReordered(was, is)) changes.push('Changed the order of the rules')
  return changes
}
