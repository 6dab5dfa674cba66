import type { RuleType } from './definition.ts'

/** Tasks that start by themselves when their level opens and complete when the outside has answered. */
export const AUTOMATIC_RULE_TYPES = [
  'WEBHOOK',
  'CREATE_JIRA_ISSUE',
  'NETSUITE_PURCHASE_ORDER',
  'MIDDESK_BUSINESS_VERIFICATION',
  'START_IRONCLAD_WORKFLOW',
  'SEND_DOCUMENT',
] as const satisfies readonly RuleType[]

const automatic: ReadonlySet<RuleType> = new Set(AUTOMATIC_RULE_TYPES)

export const isAutomatic = (type: RuleType): boolean => automatic.has(type)

/** Everything but APPROVAL is a task: completed, not approved. */
export const isTask = (type: RuleType): boolean => type !== 'APPROVAL'

/**
 * What is done only once its turn has come, also where everything else may be done in any order: nobody sets up what is
 * not approved yet.
 */
export const needsItsTurn = (type: RuleType): boolean => type === 'CREATE_SERVICE'

/** What may be added to a running request by hand (specification 2 §4). */
export const AD_HOC_RULE_TYPES = ['APPROVAL', 'ADDITIONAL_STEP', 'SEND_VENDOR_FORM', 'TASK'] as const
