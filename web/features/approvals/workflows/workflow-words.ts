import type {
  ApproverType,
  Quorum,
  WatcherType,
  WorkflowRule,
} from '../../../../schema/approvals/workflows/definition.ts'
import type { TriedPath } from './trial/tried-path.ts'

export const APPROVER_LABELS: Record<ApproverType, string> = {
  MANAGER_APPROVER: 'Requester’s manager',
  DEPARTMENT_APPROVERS: 'Department approvers',
  BUSINESS_UNIT_APPROVERS: 'Business-unit approvers',
  CUSTOM_APPROVERS: 'Groups, people or a matrix',
  REQUESTOR: 'Requester',
  NO_APPROVERS: 'No one',
}

/** @param noun what is approved: "bill" */
const helpFor = (noun: string): Record<ApproverType, string> => ({
  MANAGER_APPROVER: `The requester’s manager when the ${noun} is submitted. If there’s no manager, it goes to admins.`,
  DEPARTMENT_APPROVERS: `Approvers for the ${noun}’s departments, or the requester’s if it has none. If there are no approvers, it goes to admins.`,
  BUSINESS_UNIT_APPROVERS: `Approvers for the ${noun}’s business units, or the requester’s if it has none. If there are no approvers, it goes to admins.`,
  CUSTOM_APPROVERS:
    'The groups, people or matrix approvers you choose. Requesters can’t approve their own requests here.',
  REQUESTOR: 'The requester.',
  NO_APPROVERS: 'Completes automatically. Useful to notify watchers.',
})

export const approverHelp = (type: ApproverType, noun = 'request'): string => helpFor(noun)[type]

export const WATCHER_LABELS: Record<WatcherType, string> = {
  NO_WATCHERS: 'No one',
  DEPARTMENT_APPROVERS: 'Department approvers',
  BUSINESS_UNIT_APPROVERS: 'Business-unit approvers',
  CUSTOM_WATCHERS: 'Groups or people',
}

const list = (names: string[]): string =>
  names.length <= 2 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`

/** What rules of any kind say about who is asked. */
type Asked = Pick<WorkflowRule, 'approverType' | 'approverGroupIds' | 'approverUserIds' | 'approverMatrixId' | 'quorum'>

/** Who a rule asks: "Finance, Legal and 2 more". Names that aren't loaded yet show as "…". */
export const approverText = (rule: Asked, names: ReadonlyMap<string, string>): string => {
  if (rule.approverType !== 'CUSTOM_APPROVERS') return APPROVER_LABELS[rule.approverType]
  const matrix = rule.approverMatrixId ? [rule.approverMatrixId] : []
  const ids = [...rule.approverGroupIds, ...rule.approverUserIds, ...matrix]
  return ids.length ? list(ids.map((id) => names.get(id) ?? '…')) : 'No one chosen yet'
}

/** A quorum makes sense only if there can be several people. */
export const asksQuorum = (type: ApproverType): boolean =>
  type === 'DEPARTMENT_APPROVERS' || type === 'BUSINESS_UNIT_APPROVERS' || type === 'CUSTOM_APPROVERS'

export const quorumText = (quorum: Quorum): string => {
  if (quorum.kind === 'ALL') return 'Everyone'
  return quorum.kind === 'ANY' ? 'Any one' : `At least ${quorum.count}`
}

/** "Any one of Finance and Legal", or only who, if a quorum makes no sense. */
export const whoText = (rule: Asked, names: ReadonlyMap<string, string>): string => {
  const who = approverText(rule, names)
  if (!asksQuorum(rule.approverType) || rule.quorum.kind === 'ANY') return who
  return `${quorumText(rule.quorum)} of ${who}`
}

export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Where the levels go that an additional step's answers require. */
export const ADDED_LEVELS = [
  { value: 'SUB_LEVELS', label: 'Right after this task' },
  { value: 'APPEND_LEVELS_TO_END', label: 'After all other levels' },
]

/** When a rule applies ("" for always), or the result for sample answers. */
export const ruleReason = (rule: WorkflowRule, condition: string, path: TriedPath | null): string => {
  const tried = path?.get(rule.id)
  if (tried) return tried.reason
  return condition && `When ${condition}`
}

/** Undefined without sample answers. */
export const outcomeOf = (rule: WorkflowRule, path: TriedPath | null): 'asked' | 'skipped' | undefined => {
  const tried = path?.get(rule.id)
  return tried && (tried.isAsked ? 'asked' : 'skipped')
}
