import type { z } from 'zod'
import { unsettled } from '../../../../schema/approvals/engine/facts.ts'
import { amountProblem, chooseWorkflow, planWorkflow } from '../../../../schema/approvals/engine/plan.ts'
import { previewOf } from '../../../../schema/approvals/engine/preview.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { AnswerChange } from '../../../../schema/requests/forms/answer-changes.ts'
import type { AnswerEntry } from '../../../../schema/requests/forms/form.ts'
import { laterAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { allowedNotes, givenNotes, keptNotes, notesIn } from '../../../../schema/requests/forms/notes.ts'
import { answersOf } from '../../../../schema/requests/submissions/filing-endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { approvalActor } from '../../approvals/blocks/index.ts'
import { withUsualTimes } from '../../approvals/engine/index.ts'
import { answersIn, draftAnswersOf, firstFault, refuseUnknown } from './checks/check-answers.ts'
import { contentOf } from './facts.ts'
import { loadFilingContext } from './planning.ts'
import { readRunning } from './running.ts'
import { mayEdit, requireReadableSubmission, type SubmissionAccess } from './visibility.ts'

type Preview = z.output<(typeof endpoints.previewApprovals)['response']>

/**
 * What the edit of a pending request would do, planned with its own form and workflow and rehearsed by its own object.
 */
const previewEdit = async (
  context: StaffContext,
  existing: SubmissionAccess,
  list: AnswerEntry[],
  keepAllDecisions: boolean,
): Promise<Preview> => {
  const { env, actor } = context
  const base = await readRunning(context, existing.id)
  if (!base) throw notFound('The request')
  const given = answersIn(list)
  const filing = await loadFilingContext(context, {
    categoryId: existing.intakeCategoryId,
    requestorUserId: existing.requestorUserId,
    answers: { ...base.answers, ...given },
    formVersion: existing.formVersion,
    filedAt: existing.createdAt,
    pinned: base.workflow?.definition ?? null,
    exchange: base.form.exchange,
  })
  const { form, category } = filing
  await refuseUnknown(context, filing, given, base.answers)
  const answers = { ...laterAnswers(form, base.answers), ...filing.filed(given) }
  const { createdBy, requestor } = base
  const facts = {
    ...filing.factsOf(answers),
    ...unsettled(existing.createdAt, 'INTAKE_SUBMISSION'),
    onBehalfSubmitter: createdBy.userId === requestor.userId ? null : createdBy,
    barredUserIds: [...base.involved.map(({ userId }) => userId), actor.userId],
  }
  const { company } = actor.policy
  const rehearsal = await approvalFor(env, 'intake', existing.id).rehearse({
    actor: approvalActor(actor, existing.intakeCategoryId),
    planning: {
      ...filing.planningOf(answers),
      editing: {
        restrictedToAdmins: company.restrictSubmissionEditToAdmins,
        withApprovalBypass: company.enableEditWithApprovalBypass,
      },
    },
    command: {
      type: 'edit',
      seenVersion: base.version,
      keepAllDecisions,
      content: {
        ...contentOf(form, answers, category, requestor.name),
        ...givenNotes(keptNotes(form, answers, allowedNotes(form, notesIn(list)))),
      },
    },
  })
  const { workflow } = base
  const plan = workflow
    ? previewOf(planWorkflow(workflow.definition, facts), facts)
    : { levels: [], skipped: [], problem: amountProblem(facts) }
  const isStuck = !rehearsal.ok && rehearsal.refusal.reason === 'NOBODY_CAN_APPROVE'
  return {
    workflow: workflow && { id: workflow.id, label: workflow.label },
    ...plan,
    problem: firstFault(filing, answers, base.answers) ?? (isStuck ? rehearsal.refusal.message : plan.problem),
    // Incomplete answers can't be rehearsed.
    restarts: rehearsal.ok ? rehearsal.restarts : null,
  }
}

/** Who would approve, and why, planned exactly like a submission. Incomplete answers are used as they are. */
export const previewApprovals = query({
  id: 'intake.preview-approvals',
  access: 'requests.use',
  input: inputOf(endpoints.previewApprovals),
  run: async (context, { intakeCategoryId, requestorUserId, submissionId, skipApprovals = false, ...said }) => {
    const list = answersOf(said)
    const existing = submissionId ? await requireReadableSubmission(context, submissionId) : null
    if (existing?.status === 'PENDING' && !existing.isDraft && mayEdit(existing, context.actor))
      return withUsualTimes(context, await previewEdit(context, existing, list, skipApprovals))
    const given = answersIn(list)
    const filing = await loadFilingContext(context, {
      categoryId: intakeCategoryId,
      requestorUserId: requestorUserId ?? context.actor.userId,
      answers: given,
    })
    await refuseUnknown(context, filing, given, existing ? () => draftAnswersOf(context, existing.id) : {})
    const answers = filing.filed(given)
    const facts = { ...filing.factsOf(answers), ...unsettled(context.clock.now(), 'INTAKE_SUBMISSION') }
    const fault = firstFault(filing, answers)
    const { workflow } = chooseWorkflow(filing.workflows, facts)
    if (!workflow)
      return { workflow: null, levels: [], skipped: [], problem: fault ?? amountProblem(facts), restarts: null }
    const plan = previewOf(planWorkflow(workflow.definition, facts), facts)
    return withUsualTimes(context, {
      workflow: { id: workflow.id, label: workflow.label },
      ...plan,
      problem: fault ?? plan.problem,
      restarts: null,
    })
  },
})

/** What changed since someone decided. */
export const readChanges = query({
  id: 'intake.get-changes',
  access: 'requests.use',
  input: inputOf(endpoints.getIntakeChanges),
  run: async (context, { id, since }) => {
    const { env, actor } = context
    const submission = await requireReadableSubmission(context, id)
    const changed = submission.isDraft
      ? null
      : await approvalFor(env, 'intake', id).changesSince(actor.companyId, since)
    if (!changed) throw notFound('The request')
    return { ...changed, changes: changed.changes as AnswerChange[] }
  },
})
