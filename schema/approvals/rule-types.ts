import { z } from 'zod'

/** What a rule of a workflow asks for. Apart from the definitions, for what only names a rule's type. */
export const RULE_TYPES = [
  'APPROVAL',
  'TASK',
  'SEND_VENDOR_FORM',
  'SEND_DOCUMENT',
  'START_IRONCLAD_WORKFLOW',
  'NETSUITE_PURCHASE_ORDER',
  'ADDITIONAL_STEP',
  'CREATE_JIRA_ISSUE',
  'MIDDESK_BUSINESS_VERIFICATION',
  'WEBHOOK',
  'CREATE_SERVICE',
] as const
export const ruleType = z.enum(RULE_TYPES)
export type RuleType = (typeof RULE_TYPES)[number]
