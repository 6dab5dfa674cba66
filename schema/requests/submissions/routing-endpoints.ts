import { z } from 'zod'
import { chosenApprovers, isChosen, NO_ONE_CHOSEN, requestOutcome } from '../../approvals/engine/outcome.ts'
import { additionalStepWorkflowType, sendVendorFormSettings } from '../../approvals/workflows/definition.ts'
import { AD_HOC_RULE_TYPES } from '../../approvals/workflows/rule-kinds.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, person, requiredText } from '../../shared/values.ts'
import { formStep, stepInput } from '../forms/form.ts'
import { answerView, submissionParams } from './request-endpoints.ts'

/** Actions on a request in progress besides deciding: assignees, watchers, additions. */

export const bypassIntakeSubmission = endpoint({
  id: 'intake.bypass',
  method: 'POST',
  path: '/api/intake-submission/{id}/bypass',
  summary: 'Bypass a block, with a reason',
  params: submissionParams,
  body: z.object({ levelGroupStatusId: id, approverNote: requiredText(5000) }),
  response: requestOutcome,
})

export const setIntakeArchived = endpoint({
  id: 'intake.set-archived',
  method: 'PUT',
  path: '/api/intake-submission/{id}/archived',
  summary: 'Archive or unarchive a request',
  params: submissionParams,
  body: z.object({ archived: z.boolean(), message: z.string().trim().max(5000).optional() }),
  response: requestOutcome,
})

const assignee = z.object({ assignee: person.nullable() })

export const getIntakeAssignee = endpoint({
  id: 'intake.get-assignee',
  method: 'GET',
  path: '/api/intake-submission/{id}/assignee',
  summary: 'Who’s assigned to a request',
  params: submissionParams,
  response: assignee,
})

export const setIntakeAssignee = endpoint({
  id: 'intake.set-assignee',
  method: 'POST',
  path: '/api/intake-submission/{id}/assignee',
  summary: 'Assign a request; null for no one',
  params: submissionParams,
  body: z.object({ userId: id.nullable() }),
  response: requestOutcome,
})

export const VIEWER_ROLES = [
  'REQUESTOR',
  'SUBMITTER',
  'ASSIGNEE',
  'APPROVER',
  'WATCHER',
  /** Watches one step because of the workflow. */
  'STEP_WATCHER',
  'CATEGORY_OWNER',
] as const
export const requestViewer = person.extend({ roles: z.array(z.enum(VIEWER_ROLES)).min(1) })
export type RequestViewer = z.infer<typeof requestViewer>

export const getIntakeViewers = endpoint({
  id: 'intake.get-viewers',
  method: 'GET',
  path: '/api/intake-submission/{id}/viewers',
  summary: 'Who can see a request because they’re involved; admins and super viewers see all',
  params: submissionParams,
  response: z.array(requestViewer),
})

export const setIntakeWatchers = endpoint({
  id: 'intake.add-watchers',
  method: 'POST',
  path: '/api/intake-submission/{id}/watchers',
  summary: 'Add watchers to a request; with the previous list, people no longer on it are removed',
  params: submissionParams,
  body: z.object({
    watcherIds: z.array(id).max(100),
    /** Those that were shown. Watchers whom others have added or removed since stay that way. */
    seenWatcherIds: z.array(id).max(500).optional(),
  }),
  response: requestOutcome,
})

export const getMyApproverGroups = endpoint({
  id: 'intake.get-my-approver-groups',
  method: 'GET',
  path: '/api/intake-submission/{id}/my-approver-groups',
  summary: 'The groups through which the person approves a request, with the level',
  params: submissionParams,
  response: z.array(z.object({ groupId: z.string(), groupName: z.string(), level: z.number().int() })),
})

/** The form's steps that the request's tasks ask for, with their answers. */
export const getAdditionalSteps = endpoint({
  id: 'intake.get-additional-steps',
  method: 'GET',
  path: '/api/intake-submission/{id}/additional-steps',
  summary: 'Additional steps of a request, with their answers',
  params: submissionParams,
  response: z.array(
    z.object({ step: formStep, levelGroupStatusIds: z.array(z.string()), answers: z.array(answerView) }),
  ),
})

const taskWords = {
  /** Defaults to the kind of task. */
  label: requiredText(200).optional(),
  description: z.string().trim().max(5000).optional(),
  /** ADDITIONAL_STEP. */
  stepIds: z.array(id).max(20).optional(),
  workflowType: additionalStepWorkflowType.optional(),
  /** SEND_VENDOR_FORM: which forms, to whom, and the text of the email. */
  sendVendorForm: sendVendorFormSettings.optional(),
}
const { approverType: ofType, approverGroupIds, approverUserIds, quorum: ofQuorum } = chosenApprovers
const taskDetails = z.object({
  ...taskWords,
  approverType: ofType.removeDefault().optional(),
  approverGroupIds: approverGroupIds.removeDefault().optional(),
  approverUserIds: approverUserIds.removeDefault().optional(),
  quorum: ofQuorum.removeDefault().optional(),
})

export const addIntakeTask = endpoint({
  id: 'intake.add-task',
  method: 'POST',
  path: '/api/intake-submission/{id}/task',
  summary: 'Add an approval or a task to a running request',
  params: submissionParams,
  body: z
    .object({
      ruleType: z.enum(AD_HOC_RULE_TYPES),
      /** Defaults to the open level. */
      level: z.number().int().min(1).max(1000).optional(),
      ...taskWords,
      ...chosenApprovers,
      /** The same, in an object. */
      details: taskDetails.optional(),
    })
    .refine(({ details, ...plain }) => isChosen({ ...plain, ...details }), NO_ONE_CHOSEN)
    .refine(
      ({ ruleType, stepIds, details }) =>
        ruleType !== 'ADDITIONAL_STEP' || (details?.stepIds ?? stepIds ?? []).length > 0,
      { path: ['stepIds'], message: 'Choose at least one step' },
    )
    .refine(
      ({ ruleType, sendVendorForm, details }) =>
        ruleType !== 'SEND_VENDOR_FORM' || (details?.sendVendorForm ?? sendVendorForm)?.intakeCategoryIds.length,
      { path: ['sendVendorForm'], message: 'Choose at least one vendor form to send' },
    ),
  response: requestOutcome,
})

export const addIntakeVendors = endpoint({
  id: 'intake.add-vendors',
  method: 'POST',
  path: '/api/intake-submission/{id}/vendors',
  summary: 'Link vendors to a request, in addition to those in its answers',
  params: submissionParams,
  body: z.object({ vendorIds: z.array(id).min(1, 'Choose at least one vendor').max(100) }),
  response: z.object({ id: z.string() }),
})

export const removeIntakeVendor = endpoint({
  id: 'intake.unlink-vendor',
  method: 'DELETE',
  path: '/api/intake-submission/{id}/vendors/{vendorId}',
  summary: 'Remove a linked vendor from a request',
  params: submissionParams.extend({ vendorId: id }),
  response: z.null(),
})

/** Where a document of a request comes from. */
export const requestDocument = z.object({
  id: z.string(),
  source: z.enum(['ANSWER', 'BLOCK', 'REQUEST']),
  /** The question's or the block's label. */
  label: z.string().nullable(),
  canRemove: z.boolean(),
})
export type RequestDocument = z.infer<typeof requestDocument>

export const listIntakeDocuments = endpoint({
  id: 'intake.list-documents',
  method: 'GET',
  path: '/api/intake-submission/{id}/documents',
  summary: 'The documents of a request, by where they come from',
  params: submissionParams,
  response: z.array(requestDocument),
})

export const addIntakeDocuments = endpoint({
  id: 'intake.add-documents',
  method: 'POST',
  path: '/api/intake-submission/{id}/documents',
  summary: 'Attach documents to a request',
  params: submissionParams,
  body: z.object({ documentIds: z.array(id).min(1).max(100) }),
  response: z.object({ id: z.string() }),
})

export const removeIntakeDocument = endpoint({
  id: 'intake.unlink-document',
  method: 'DELETE',
  path: '/api/intake-submission/{id}/documents/{documentId}',
  summary: 'Detach a document from a request and its blocks',
  params: submissionParams.extend({ documentId: id }),
  response: z.null(),
})

export const completeAdditionalStep = endpoint({
  id: 'workflow-tasks.additional-step-complete',
  method: 'POST',
  path: '/api/additional-step-tasks/{id}/complete',
  summary: 'Fill in the steps that a task asks for',
  params: z.object({ id }),
  body: z.object({
    /** The version of the answers that the person saw. Defaults to the current one. */
    seenVersion: z.number().int().optional(),
    comment: z.string().trim().max(5000).optional(),
    steps: z.array(stepInput).max(20),
  }),
  response: requestOutcome,
})
