import type {
  RuleType,
  WorkflowDefinition,
  WorkflowLevel,
  WorkflowRule,
} from '../../../../schema/approvals/workflows/definition.ts'
import { RULE_TYPE_LABELS } from '../../../../schema/requests/workflows/definition-rules.ts'
import { type ConditionSet, NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { insertAt, moveToSlot } from '../../../ui/reorder/moves.ts'

/** Every change of the workflow builder. Levels are numbered 1, 2, 3 … in their order, rules by ordinal. */

export const inOrder = (definition: WorkflowDefinition): WorkflowDefinition => ({
  ...definition,
  levels: [...definition.levels]
    .sort((a, b) => a.number - b.number)
    .map((level) => ({ ...level, rules: [...level.rules].sort((a, b) => a.ordinal - b.ordinal) })),
})

const withLevels = (definition: WorkflowDefinition, levels: WorkflowLevel[]): WorkflowDefinition => ({
  ...definition,
  levels: levels.map((level, i) => ({
    ...level,
    number: i + 1,
    rules: level.rules.map((rule, j) => ({ ...rule, ordinal: j })),
  })),
})

const mapLevels = (definition: WorkflowDefinition, change: (level: WorkflowLevel) => WorkflowLevel) =>
  withLevels(definition, definition.levels.map(change))

export const findRule = (
  definition: WorkflowDefinition,
  id: string,
): { rule: WorkflowRule; level: WorkflowLevel; index: number } | null => {
  for (const level of definition.levels) {
    const index = level.rules.findIndex((rule) => rule.id === id)
    const rule = level.rules[index]
    if (rule) return { rule, level, index }
  }
  return null
}

export const setEntryPoints = (definition: WorkflowDefinition, entryPoints: ConditionSet): WorkflowDefinition => ({
  ...definition,
  entryPoints,
})

/** An approval starts with the requester's manager. A task needs someone to be named. */
export const newRule = (type: RuleType, id: string): WorkflowRule => ({
  id,
  label: type === 'APPROVAL' ? 'Manager approval' : RULE_TYPE_LABELS[type],
  type,
  ordinal: 0,
  approverType: type === 'APPROVAL' ? 'MANAGER_APPROVER' : 'CUSTOM_APPROVERS',
  approverGroupIds: [],
  approverUserIds: [],
  approverMatrixId: null,
  approverMatrixColumnId: null,
  watcherType: 'NO_WATCHERS',
  watcherGroupIds: [],
  watcherUserIds: [],
  quorum: { kind: 'ANY' },
  settings: firstSettings(type),
  ...NO_CONDITIONS,
})

export const addLevel = (definition: WorkflowDefinition, id: string, rule: WorkflowRule): WorkflowDefinition =>
  withLevels(definition, [...definition.levels, { id, number: 0, rules: [rule] }])

export const moveLevel = (definition: WorkflowDefinition, id: string, slot: number): WorkflowDefinition =>
  withLevels(
    definition,
    moveToSlot(
      definition.levels,
      definition.levels.findIndex((level) => level.id === id),
      slot,
    ),
  )

export const removeLevel = (definition: WorkflowDefinition, id: string): WorkflowDefinition =>
  withLevels(
    definition,
    definition.levels.filter((level) => level.id !== id),
  )

export const duplicateLevel = (
  definition: WorkflowDefinition,
  id: string,
  copyId: string,
  newId: () => string,
): WorkflowDefinition => {
  const index = definition.levels.findIndex((level) => level.id === id)
  const level = definition.levels[index]
  if (!level) return definition
  const copy = { ...level, id: copyId, rules: level.rules.map((rule) => ({ ...rule, id: newId() })) }
  return withLevels(definition, insertAt(definition.levels, index + 1, copy))
}

export const addRule = (
  definition: WorkflowDefinition,
  levelId: string,
  rule: WorkflowRule,
  slot?: number,
): WorkflowDefinition =>
  mapLevels(definition, (level) =>
    level.id === levelId ? { ...level, rules: insertAt(level.rules, slot ?? level.rules.length, rule) } : level,
  )

export const updateRule = (
  definition: WorkflowDefinition,
  id: string,
  patch: Partial<WorkflowRule>,
): WorkflowDefinition =>
  mapLevels(definition, (level) => ({
    ...level,
    rules: level.rules.map((rule) => (rule.id === id ? { ...rule, ...patch, id } : rule)),
  }))

export const duplicateRule = (definition: WorkflowDefinition, id: string, copyId: string): WorkflowDefinition => {
  const found = findRule(definition, id)
  if (!found) return definition
  const copy = { ...found.rule, id: copyId, label: `${found.rule.label} (copy)`.slice(0, 200) }
  return addRule(definition, found.level.id, copy, found.index + 1)
}

export const moveRule = (
  definition: WorkflowDefinition,
  id: string,
  toLevelId: string,
  slot: number,
): WorkflowDefinition => {
  const found = findRule(definition, id)
  if (!found || !definition.levels.some((level) => level.id === toLevelId)) return definition
  if (found.level.id === toLevelId) {
    return mapLevels(definition, (level) =>
      level.id === toLevelId ? { ...level, rules: moveToSlot(level.rules, found.index, slot) } : level,
    )
  }
  const without = {
    ...definition,
    levels: definition.levels.map((level) => ({ ...level, rules: level.rules.filter((rule) => rule.id !== id) })),
  }
  return addRule(without, toLevelId, found.rule, slot)
}

export const removeRule = (definition: WorkflowDefinition, id: string): WorkflowDefinition =>
  mapLevels(definition, (level) => ({ ...level, rules: level.rules.filter((rule) => rule.id !== id) }))

const settingsOf = ({ type, settings }: WorkflowRule): WorkflowRule['settings'] => {
  const { description, stepIds, workflowType, webhook, sendDocument, createService } = settings
  switch (type) {
    case 'APPROVAL':
      return {}
    case 'ADDITIONAL_STEP':
      return { description, stepIds, workflowType }
    case 'WEBHOOK':
      return { description, webhook }
    case 'SEND_DOCUMENT':
      return { description, sendDocument }
    case 'CREATE_SERVICE':
      return { description, createService }
    default:
      return { description }
  }
}

/** The initial settings of a task of its type. */
const firstSettings = (type: RuleType): WorkflowRule['settings'] => {
  if (type === 'ADDITIONAL_STEP') return { stepIds: [], workflowType: 'SUB_LEVELS' }
  if (type === 'WEBHOOK') return { webhook: { url: '', fields: [] } }
  if (type === 'SEND_DOCUMENT')
    return { sendDocument: { recipient: { source: 'REQUESTER' }, emailCopy: '', documentIds: [] } }
  if (type === 'CREATE_SERVICE') return { createService: { mappings: {} } }
  return {}
}

/** What the server keeps of a rule: only what its modes use, so that no unused name is stored. */
export const tidyRule = (rule: WorkflowRule): WorkflowRule => ({
  ...rule,
  ...(rule.approverType === 'CUSTOM_APPROVERS'
    ? {}
    : { approverGroupIds: [], approverUserIds: [], approverMatrixId: null, approverMatrixColumnId: null }),
  ...(rule.watcherType === 'CUSTOM_WATCHERS' ? {} : { watcherGroupIds: [], watcherUserIds: [] }),
  settings: settingsOf(rule),
})

export const tidy = (definition: WorkflowDefinition): WorkflowDefinition =>
  mapLevels(definition, (level) => ({ ...level, rules: level.rules.map(tidyRule) }))
