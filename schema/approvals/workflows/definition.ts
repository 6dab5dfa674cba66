import { z } from 'zod'
import { conditionSet, conditionSetShape } from '../../shared/conditions.ts'
import { id, requiredText } from '../../shared/values.ts'
import { ruleType } from './rule-types.ts'

/** Workflow definitions, as admins configure them. The approval engine plans and runs them. */
export { RULE_TYPES, type RuleType, ruleType } from './rule-types.ts'

export const APPROVER_TYPES = [
  'NO_APPROVERS',
  'DEPARTMENT_APPROVERS',
  'BUSINESS_UNIT_APPROVERS',
  'CUSTOM_APPROVERS',
  'MANAGER_APPROVER',
  'REQUESTOR',
] as const
export const approverType = z.enum(APPROVER_TYPES)
export type ApproverType = (typeof APPROVER_TYPES)[number]

export const WATCHER_TYPES = [
  'NO_WATCHERS',
  'DEPARTMENT_APPROVERS',
  'BUSINESS_UNIT_APPROVERS',
  'CUSTOM_WATCHERS',
] as const
export const watcherType = z.enum(WATCHER_TYPES)
export type WatcherType = (typeof WATCHER_TYPES)[number]

/**
 * How many of a block's approvers must approve: one, all, or at least `count`. If fewer can, all who can must, or the
 * admins are asked as well.
 */
export const quorum = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ANY') }),
  z.object({ kind: z.literal('ALL') }),
  z.object({
    kind: z.literal('AT_LEAST'),
    count: z.number().int().min(1).max(100),
    adminsFillUp: z.boolean().optional(),
  }),
])
export type Quorum = z.infer<typeof quorum>

export const additionalStepWorkflowType = z.enum(['SUB_LEVELS', 'APPEND_LEVELS_TO_END'])

/** A field of a webhook: fixed text, or the answer to a question. */
export const webhookField = z.object({
  key: z.string().trim().min(1, 'Required').max(100),
  value: z.string().max(2000),
  questionId: id.nullable(),
})
export type WebhookField = z.infer<typeof webhookField>

/** Who a document is sent to: the requester, or the address in an answer. */
export const documentRecipient = z.discriminatedUnion('source', [
  z.object({ source: z.literal('REQUESTER') }),
  z.object({ source: z.literal('QUESTION'), questionId: id.nullable() }),
])

/** The service fields that a CREATE_SERVICE task fills in from answers (specification 2 §3). */
export const SERVICE_FIELDS = [
  'name',
  'description',
  'vendor',
  'spendCategory',
  'businessUnit',
  'owners',
  'departments',
  'locations',
  'documents',
  'startDate',
  'endDate',
  'reminderDate',
  'totalCost',
  'savings',
] as const
export type ServiceField = (typeof SERVICE_FIELDS)[number]

export const createServiceSettings = z.object({
  /** Question ids. A field without a question is filled in by hand. */
  mappings: z.partialRecord(z.enum(SERVICE_FIELDS), id),
  /** Question ids, by the ids of custom fields of services and of their periods. */
  customMappings: z
    .record(id, id)
    .refine((mappings) => Object.keys(mappings).length <= 200, 'At most 200 fields')
    .optional(),
})
export type CreateServiceSettings = z.infer<typeof createServiceSettings>

/** The fields of a purchase order that a NETSUITE_PURCHASE_ORDER task fills in from answers (specification 2 §3). */
export const ORDER_FIELDS = [
  'vendor',
  'amount',
  'description',
  'memo',
  'transactionDate',
  'account',
  'entity',
  'department',
  'classification',
  'location',
] as const
export type OrderField = (typeof ORDER_FIELDS)[number]

export const purchaseOrderSettings = z.object({
  /** Question ids. Without one, the request's own vendor, amount and units fill the field in, if it has any. */
  mappings: z.partialRecord(z.enum(ORDER_FIELDS), id),
})
export type PurchaseOrderSettings = z.infer<typeof purchaseOrderSettings>

/** The vendor that fills in forms: the request's own, an answer, or a chosen one. */
export const formVendor = z.discriminatedUnion('source', [
  z.object({ source: z.literal('REQUEST') }),
  z.object({ source: z.literal('QUESTION'), questionId: id.nullable() }),
  z.object({ source: z.literal('VENDOR'), vendorId: id }),
])

/** Who gets them: the vendor's people with an account or else its contact, its contact, or an address. */
export const formRecipient = z.discriminatedUnion('source', [
  z.object({ source: z.literal('VENDOR') }),
  z.object({ source: z.literal('CONTACT') }),
  z.object({ source: z.literal('QUESTION'), questionId: id.nullable() }),
  z.object({ source: z.literal('EMAIL'), email: z.string().trim().max(320) }),
])

export const sendVendorFormSettings = z.object({
  /** Categories of type VENDOR or CUSTOM_VENDOR_FORM. */
  intakeCategoryIds: z.array(id).max(10),
  vendor: formVendor,
  recipient: formRecipient,
  emailCopy: z.string().max(5000),
})
export type SendVendorFormSettings = z.infer<typeof sendVendorFormSettings>

/** A rule's settings, depending on its type. Types whose integration doesn't exist yet have none. */
export const ruleSettings = z.object({
  description: z.string().max(5000).optional(),
  /** ADDITIONAL_STEP: ids of form steps with isAdditionalStep, and where the added levels go. */
  stepIds: z.array(id).max(20).optional(),
  workflowType: additionalStepWorkflowType.optional(),
  webhook: z.object({ url: z.string().trim().max(2000), fields: z.array(webhookField).max(50) }).optional(),
  sendDocument: z
    .object({
      recipient: documentRecipient,
      emailCopy: z.string().max(5000),
      documentIds: z.array(id).max(20),
    })
    .optional(),
  createService: createServiceSettings.optional(),
  sendVendorForm: sendVendorFormSettings.optional(),
  purchaseOrder: purchaseOrderSettings.optional(),
})
export type RuleSettings = z.infer<typeof ruleSettings>

export const workflowRule = z.object({
  id,
  label: requiredText(200),
  type: ruleType,
  ordinal: z.number().int().min(0),
  approverType,
  approverGroupIds: z.array(id).max(100),
  approverUserIds: z.array(id).max(100),
  approverMatrixId: id.nullable(),
  approverMatrixColumnId: id.nullable(),
  watcherType,
  watcherGroupIds: z.array(id).max(100),
  watcherUserIds: z.array(id).max(100),
  quorum,
  /** Who decided an earlier step doesn't decide this one. */
  excludesEarlierDeciders: z.boolean().optional(),
  settings: ruleSettings,
  ...conditionSetShape,
})
export type WorkflowRule = z.infer<typeof workflowRule>

export const workflowLevel = z.object({
  id,
  /** Levels open in this order. */
  number: z.number().int().min(1),
  rules: z.array(workflowRule).max(50),
})
export type WorkflowLevel = z.infer<typeof workflowLevel>

export const workflowDefinition = z.object({
  /** A workflow without entry conditions always matches. */
  entryPoints: conditionSet,
  levels: z.array(workflowLevel).max(50),
})
export type WorkflowDefinition = z.infer<typeof workflowDefinition>

/** How people call a workflow. */
export const workflowName = z.object({ label: requiredText(120) })
