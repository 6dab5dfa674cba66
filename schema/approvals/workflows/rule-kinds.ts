import type { RuleType } from './definition.ts'

/**
 * Tasks that start automatically when their level opens and complete when the external system has answered. A vendor
 * form's answers come back to the task's people.
 */
export const AUTOMATIC_RULE_TYPES = [
  'WEBHOOK',
  'CREATE_JIRA_ISSUE',
  'NETSUITE_PURCHASE_ORDER',
  'MIDDESK_BUSINESS_VERIFICATION',
  'START_IRONCLAD_WORKFLOW',
  'SEND_DOCUMENT',
  'SEND_VENDOR_FORM',
] as const satisfies readonly RuleType[]

const automatic: ReadonlySet<RuleType> = new Set(AUTOMATIC_RULE_TYPES)

export const isAutomatic = (type: RuleType): boolean => automatic.has(type)

/** Everything but APPROVAL is a task: completed, not approved. */
export const isTask = (type: RuleType): boolean => type !== 'APPROVAL'

/**
 * Tasks that always wait for their turn, even if everything else may be done in any order, because nothing should be
 * set up before it is approved.
 */
export const needsItsTurn = (type: RuleType): boolean => type === 'CREATE_SERVICE'

/** What can be added by hand to a request in progress (specification 2 §4). */
export const AD_HOC_RULE_TYPES = ['APPROVAL', 'ADDITIONAL_STEP', 'SEND_VENDOR_FORM', 'TASK'] as const
