import type { WorkflowRule } from './definition.ts'

/** Who approves and who watches, of a rule. */
export type RulePeople = Pick<
  WorkflowRule,
  | 'approverType'
  | 'approverGroupIds'
  | 'approverUserIds'
  | 'approverMatrixId'
  | 'approverMatrixColumnId'
  | 'watcherType'
  | 'watcherGroupIds'
  | 'watcherUserIds'
>

/** What is missing where a rule says who approves and who watches. */
export const peopleProblem = (rule: RulePeople): string | null => {
  const names = rule.approverGroupIds.length + rule.approverUserIds.length
  if (rule.approverType === 'CUSTOM_APPROVERS') {
    if (rule.approverMatrixId && !rule.approverMatrixColumnId) return 'Choose the approver column of the matrix'
    if (names === 0 && !rule.approverMatrixId) return 'Choose at least one group or person, or an approver matrix'
  }
  const watchers = rule.watcherGroupIds.length + rule.watcherUserIds.length
  if (rule.watcherType === 'CUSTOM_WATCHERS' && watchers === 0) return 'Choose at least one watcher'
  return null
}
