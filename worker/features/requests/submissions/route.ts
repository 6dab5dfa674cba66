import type { RuleSettings, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { RULE_TYPE_LABELS, settingsProblem } from '../../../../schema/requests/workflows/definition-rules.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { checkChosen, requireMembers } from '../../approvals/blocks/index.ts'
import { checkedElsewhere } from '../../approvals/workflows/index.ts'
import { type Instruction, tellRequest } from './request-object.ts'
import { planRunning } from './running.ts'
import { isStillDraft, requireReadableSubmission, type SubmissionAccess } from './visibility.ts'

/** Gives a command to the object of a request, or of a block's request, and returns its new state. */
export const tell = async (
  context: StaffContext,
  request: SubmissionAccess,
  { command: said, planning }: Pick<Instruction, 'command' | 'planning'>,
) => {
  if (request.isDraft) throw isStillDraft()
  const { status, sequence } = await tellRequest(context, {
    submissionId: request.id,
    categoryId: request.intakeCategoryId,
    command: said,
    ...(planning && { planning }),
  })
  return { status, sequence }
}

/** Continues without a block. Throws FORBIDDEN without approval-bypass access, or on one's own request. */
export const bypass = command({
  id: 'intake.bypass',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.bypassIntakeSubmission),
  run: async (context, { id, levelGroupStatusId, approverNote }) => {
    const request = await requireReadableSubmission(context, id)
    return tell(context, request, { command: { type: 'bypass', blockId: levelGroupStatusId, note: approverNote } })
  },
})

/** For the requester, author and admins. Archiving an archived request changes nothing. */
export const setArchived = command({
  id: 'intake.set-archived',
  access: 'requests.use',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.setIntakeArchived),
  run: async (context, { id, archived, message = '' }) => {
    const request = await requireReadableSubmission(context, id)
    return tell(context, request, { command: { type: archived ? 'archive' : 'unarchive', message } })
  },
})

/** Throws RULE_BROKEN if the category has no assignees, INVALID for someone who isn't an active member. */
export const setAssignee = command({
  id: 'intake.set-assignee',
  access: 'requests.use',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.setIntakeAssignee),
  run: async (context, { id, userId }) => {
    const request = await requireReadableSubmission(context, id)
    const { db, actor } = context
    const category = await db.first<{ enabled: number }>(
      db.sql(
        'SELECT enable_assignees AS enabled FROM intake_categories WHERE id = ? AND company_id = ?',
        request.intakeCategoryId,
        actor.companyId,
      ),
    )
    if (userId && category?.enabled !== 1)
      throw new AppError('RULE_BROKEN', 'Requests of this category have no assignee.', { reason: 'NO_ASSIGNEES' })
    const [assignee = null] = await requireMembers(context, userId ? [userId] : [], 'userId')
    return tell(context, request, { command: { type: 'assign', blockId: null, assignee } })
  },
})

/**
 * Adds watchers. With the list that the person saw, removed ones are taken off. New watchers can see the request from
 * now on.
 */
export const setWatchers = command({
  id: 'intake.add-watchers',
  access: 'requests.use',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.setIntakeWatchers),
  run: async (context, { id, watcherIds, seenWatcherIds: seenUserIds = [] }) => {
    const request = await requireReadableSubmission(context, id)
    const watchers = await requireMembers(context, [...new Set(watcherIds)], 'watcherIds')
    return tell(context, request, { command: { type: 'setWatchers', watchers, seenUserIds } })
  },
})

/** Throws INVALID for forms, a vendor or a recipient that a workflow couldn't have either. */
const requireSendable = async (
  context: StaffContext,
  sendVendorForm: NonNullable<RuleSettings['sendVendorForm']>,
  form: FormDefinition,
): Promise<void> => {
  const rule: WorkflowRule = {
    ...NO_CONDITIONS,
    ...{ id: 'task', label: 'Task', type: 'SEND_VENDOR_FORM', ordinal: 0, settings: { sendVendorForm } },
    ...{ approverType: 'NO_APPROVERS', approverGroupIds: [], approverUserIds: [] },
    ...{ approverMatrixId: null, approverMatrixColumnId: null, quorum: { kind: 'ANY' } },
    ...{ watcherType: 'NO_WATCHERS', watcherGroupIds: [], watcherUserIds: [] },
  }
  const [problem] = await checkedElsewhere(context, [rule])
  const message = settingsProblem(rule, form) ?? problem?.message
  if (message) throw invalidField('sendVendorForm', message)
}

/** Adds an approval or a task by hand. Throws INVALID for the field, or RULE_BROKEN for a completed level. */
export const addTask = command({
  id: 'intake.add-task',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.addIntakeTask),
  run: async (context, { details, ...plain }) => {
    const chosen = <K extends keyof typeof plain & keyof NonNullable<typeof details>>(key: K) =>
      (details?.[key] ?? plain[key]) as (typeof plain)[K]
    const input = {
      ...plain,
      label: chosen('label'),
      description: chosen('description'),
      stepIds: chosen('stepIds'),
      workflowType: chosen('workflowType'),
      sendVendorForm: chosen('sendVendorForm'),
      approverType: chosen('approverType'),
      approverGroupIds: chosen('approverGroupIds'),
      approverUserIds: chosen('approverUserIds'),
      quorum: chosen('quorum'),
    }
    const { id, ruleType, level, description, workflowType, quorum, stepIds = [] } = input
    const label = input.label ?? RULE_TYPE_LABELS[ruleType]
    const { approverType, approverGroupIds, approverUserIds } = input
    const request = await requireReadableSubmission(context, id)
    const { base, planning } = await planRunning(context, request, {
      principalIds: [...approverGroupIds, ...approverUserIds],
    })
    checkChosen(planning, input)
    if (ruleType === 'ADDITIONAL_STEP') {
      const additional = new Set(base.form.steps.filter((step) => step.isAdditionalStep).map((step) => step.id))
      if (stepIds.some((stepId) => !additional.has(stepId)))
        throw invalidField('stepIds', 'One of the steps is not an additional step of this form')
    }
    const { sendVendorForm } = ruleType === 'SEND_VENDOR_FORM' ? input : {}
    if (sendVendorForm) await requireSendable(context, sendVendorForm, base.form)
    return tell(context, request, {
      planning,
      command: {
        type: 'addTask',
        ruleType,
        label,
        ...(level !== undefined && { level }),
        settings: {
          ...(description && { description }),
          ...(ruleType === 'ADDITIONAL_STEP' && { stepIds, workflowType: workflowType ?? 'SUB_LEVELS' }),
          ...(sendVendorForm && { sendVendorForm }),
        },
        approverType,
        approverGroupIds,
        approverUserIds,
        approverMatrixId: null,
        approverMatrixColumnId: null,
        quorum,
      },
    })
  },
})
