import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import type { Involved, RequestStatus } from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { RequestContent, RequestSource } from '../../../../schema/requests/submissions/content.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { type FilingContext, loadFilingContext } from './planning.ts'
import type { SubmissionAccess } from './visibility.ts'

/** A request in progress as its object plans for it. */
export interface RunningRequest extends RequestContent {
  version: number
  status: RequestStatus
  requestor: PersonRef
  createdBy: PersonRef
  involved: Involved[]
  watchers: PersonRef[]
  /** The form it was filed with, with the rates of that day. */
  form: FormDefinition
  /** The workflow it started with. Null if it needs no approval. */
  workflow: WorkflowSnapshot | null
}

/** Null if nothing was submitted. */
export const readRunning = async (
  { env, actor }: Pick<StaffContext, 'env' | 'actor'>,
  id: string,
): Promise<RunningRequest | null> => {
  const base = await approvalFor(env, 'intake', id).planningBase(actor.companyId)
  if (!base) return null
  const { version, status, requestor, createdBy, involved, watchers, definitions, exchange } = base
  const { form } = base.source as RequestSource
  return {
    ...(base.content as RequestContent),
    ...{ version, status, requestor, createdBy, involved, watchers },
    form: exchange ? { ...form, exchange } : form,
    workflow: definitions[0] ?? null,
  }
}

/** What planning needs for a request in progress: its own form, workflow and answers. */
export const planRunning = async (
  context: StaffContext,
  request: SubmissionAccess,
  more: { answers?: Answers; principalIds?: string[] } = {},
): Promise<{ base: RunningRequest; filing: FilingContext; answers: Answers; planning: PlanningContext }> => {
  const base = await readRunning(context, request.id)
  if (!base) throw notFound('The request')
  const given = { ...base.answers, ...more.answers }
  const filing = await loadFilingContext(context, {
    categoryId: request.intakeCategoryId,
    requestorUserId: base.requestor.userId,
    answers: given,
    formVersion: request.formVersion,
    pinned: base.workflow?.definition ?? null,
    exchange: base.form.exchange,
    principalIds: more.principalIds ?? [],
  })
  const answers = filing.kept(given)
  return { base, filing, answers, planning: filing.planningOf(answers) }
}
