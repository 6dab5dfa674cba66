import { z } from 'zod'

/** What a workflow rule asks for. Kept apart from the definitions, for code that needs only the type's name. */
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
