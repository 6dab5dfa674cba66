import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import type { Involved } from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import type { RequestStatus } from '../../../../schema/approvals/engine/statuses.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { unusedTypes } from '../../../../schema/requests/forms/unused-questions.ts'
import type { RequestContent, RequestSource } from '../../../../schema/requests/submissions/content.ts'
import type { BatchResults } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { type Filing, type FilingContext, filingContexts, filingStatements, loadFilingContext } from './planning.ts'
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
    form: { ...form, ...(exchange && { exchange }), unused: unusedTypes(actor.policy.company) },
    workflow: definitions[0] ?? null,
  }
}

type Started = Pick<SubmissionAccess, 'id' | 'intakeCategoryId' | 'formVersion' | 'createdAt'>
interface More {
  answers?: Answers
  principalIds?: string[]
}

/** Its own form, workflow and answers. */
const filingOf = (
  { intakeCategoryId, formVersion, createdAt }: Started,
  base: RunningRequest,
  more: More = {},
): Filing => ({
  categoryId: intakeCategoryId,
  requestorUserId: base.requestor.userId,
  answers: { ...base.answers, ...more.answers },
  formVersion,
  filedAt: createdAt,
  pinned: base.workflow?.definition ?? null,
  exchange: base.form.exchange,
  principalIds: more.principalIds ?? [],
})

/** What planning needs for a request in progress: its own form, workflow and answers. */
export const planRunning = async (
  context: StaffContext,
  request: Started,
  more: More = {},
): Promise<{ base: RunningRequest; filing: FilingContext; answers: Answers; planning: PlanningContext }> => {
  const base = await readRunning(context, request.id)
  if (!base) throw notFound('The request')
  const asked = filingOf(request, base, more)
  const filing = await loadFilingContext(context, asked)
  const answers = filing.kept(asked.answers)
  return { base, filing, answers, planning: filing.planningOf(answers) }
}

/** The same for several, with the statements of one round trip. Those whose object knows nothing are missing. */
export const planSeveralRunning = async (
  context: StaffContext,
  requests: readonly Started[],
): Promise<{
  statements: D1PreparedStatement[]
  read(results: BatchResults): Map<string, () => { filing: FilingContext; answers: Answers }>
}> => {
  const bases = await Promise.all(
    requests.map(async (request) => ({ request, base: await readRunning(context, request.id) })),
  )
  const asked = bases.flatMap(({ request, base }) =>
    base ? [{ id: request.id, filing: { ...filingOf(request, base), form: base.form } }] : [],
  )
  const filings = asked.map(({ filing }) => filing)
  return {
    statements: filings.length > 0 ? filingStatements(context, filings) : [],
    read: (results) => {
      const contexts = filings.length > 0 ? filingContexts(context, filings, results) : []
      return new Map(
        asked.flatMap(({ id, filing: { answers } }, at) => {
          const contextOf = contexts[at]
          if (!contextOf) return []
          const planned = () => {
            const filing = contextOf()
            return { filing, answers: filing.kept(answers) }
          }
          return [[id, planned]]
        }),
      )
    },
  }
}
