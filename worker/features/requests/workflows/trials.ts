import { MOST_REPLAYED, periodBounds, type ReplayPeriod } from '../../../../schema/approvals/backtest/replay.ts'
import { replayDifferences } from '../../../../schema/approvals/engine/backtest.ts'
import { namedFacts, type PlanOrganisation } from '../../../../schema/approvals/engine/facts.ts'
import {
  chooseWorkflow,
  type Plan,
  planWorkflow,
  type WorkflowCandidate,
} from '../../../../schema/approvals/engine/plan.ts'
import { previewOf } from '../../../../schema/approvals/engine/preview.ts'
import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { registerMatrixReplays } from '../../approvals/approver-matrix/index.ts'
import { takenTimes, withUsualTimes } from '../../approvals/engine/index.ts'
import {
  answersIn,
  type FilingContext,
  loadFilingContext,
  loadFilingContexts,
  refuseUnknown,
} from '../submissions/index.ts'
import { requireSound, requireWorkflow } from './operations.ts'

/** Trying a draft of a workflow: with sample answers, and with past requests. */

const REQUEST = 'INTAKE_SUBMISSION'

/** The category's workflows, with the draft in place of the saved one. */
const withDraft = (workflows: WorkflowCandidate[], workflowId: string, definition: WorkflowDefinition) =>
  workflows.map((workflow) => (workflow.id === workflowId ? { ...workflow, definition } : workflow))

/** Throws the same as saving the draft would, and NOT_FOUND for a requester of another company. */
export const simulateWorkflow = query({
  id: 'intake.simulate-workflow',
  access: 'categories.configure',
  input: inputOf(endpoints.simulateIntakeWorkflow),
  run: async (context, { id, definition, requestorUserId, answers: list, isNewVendor }) => {
    const row = await requireWorkflow(context, id)
    await requireSound(context, row, definition)
    const answers = answersIn(list)
    const filing = await loadFilingContext(context, {
      categoryId: row.intakeCategoryId,
      requestorUserId: requestorUserId ?? context.actor.userId,
      answers,
      pinned: definition,
    })
    await refuseUnknown(context, filing, answers)
    const found = filing.factsOf(filing.kept(answers))
    // No one can choose a vendor that isn't there, so a trial says whether it is new.
    const facts =
      isNewVendor === null
        ? found
        : { ...found, known: new Map([...found.known, ...namedFacts({ isNewVendor }, { repeats: true })]) }
    const { workflow, considered } = chooseWorkflow(withDraft(filing.workflows, id, definition), facts)
    return {
      considered,
      taken: workflow && { id: workflow.id, label: workflow.label },
      plan: await withUsualTimes(context, previewOf(planWorkflow(definition, facts), facts)),
    }
  },
})

const NO_PLAN: Plan = { levels: [], skipped: [], problems: [] }

const planned = (workflows: WorkflowCandidate[], facts: ReturnType<FilingContext['factsOf']>) => {
  const { workflow } = chooseWorkflow(workflows, facts)
  return {
    workflow: workflow && { id: workflow.id, label: workflow.label },
    plan: workflow ? planWorkflow(workflow.definition, facts) : NO_PLAN,
  }
}

interface PastRequest {
  id: string
  number: number
  title: string
  categoryId: string
  requestorUserId: string
  requestorName: string
  submittedAt: number
  answers: Answers
}

/** The newest ones of these categories, submitted then. */
const pastRequests = async (
  { db, actor }: StaffContext,
  categoryIds: readonly string[],
  period: ReplayPeriod | undefined,
): Promise<PastRequest[]> => {
  const rows = await db.all<Omit<PastRequest, 'answers'> & { answers: string | null }>(
    db.sql(
      `SELECT s.id, s.number, s.title, s.intake_category_id AS categoryId, s.requestor_user_id AS requestorUserId,
              s.requestor_name AS requestorName, COALESCE(s.submitted_at, s.created_at) AS submittedAt,
              (SELECT json_group_object(a.question_id, json(a.value)) FROM intake_answers a
                WHERE a.submission_id = s.id AND a.version = s.version) AS answers
         FROM json_each(?2) c
        CROSS JOIN intake_submissions s ON s.id IN (
          SELECT p.id FROM intake_submissions p
           WHERE p.company_id = ?1 AND p.intake_category_id = c.value AND p.is_draft = 0 AND p.deleted_at IS NULL
             AND p.created_at >= ?3 AND p.created_at < ?4
           ORDER BY p.created_at DESC, p.number DESC LIMIT ${MOST_REPLAYED})
        ORDER BY s.created_at DESC, s.number DESC LIMIT ${MOST_REPLAYED}`,
      actor.companyId,
      JSON.stringify(categoryIds),
      ...periodBounds(period),
    ),
  )
  return rows.map((row) => ({ ...row, answers: JSON.parse(row.answers ?? '{}') as Answers }))
}

type Planned = ReturnType<typeof planned>

interface ReplayAsked {
  categoryIds: readonly string[]
  period: ReplayPeriod | undefined
  /** What the draft names. */
  pinned?: WorkflowDefinition
  principalIds?: readonly string[]
  /** What the draft changes. */
  workflowsAfter?: (workflows: WorkflowCandidate[]) => WorkflowCandidate[]
  organisationAfter?: (organisation: PlanOrganisation) => PlanOrganisation
}

/** Past requests as they are planned today, without the draft and with it. */
const replayed = async (
  context: StaffContext,
  { categoryIds, period, pinned, principalIds = [], ...draft }: ReplayAsked,
): Promise<{ request: PastRequest; before: Planned; after: Planned }[]> => {
  const { workflowsAfter = (workflows) => workflows, organisationAfter = (organisation) => organisation } = draft
  const past = await pastRequests(context, categoryIds, period)
  const filings = categoryIds.map((categoryId) => {
    const own = past.filter((request) => request.categoryId === categoryId)
    return {
      categoryId,
      requestorUserId: context.actor.userId,
      answers: {},
      others: {
        requestorUserIds: own.map((request) => request.requestorUserId),
        answers: own.map((request) => request.answers),
      },
      pinned: pinned ?? null,
      principalIds: [...principalIds],
    }
  })
  if (past.length === 0) return []
  const contexts = await loadFilingContexts(context, filings)
  const byCategory = new Map(categoryIds.map((categoryId, at) => [categoryId, contexts[at]?.()]))
  return past.flatMap((request) => {
    const filing = byCategory.get(request.categoryId)
    if (!filing) return []
    const facts = filing.factsOf(request.answers, request.requestorUserId, request.submittedAt)
    const changed = { ...facts, organisation: organisationAfter(facts.organisation) }
    const after = planned(workflowsAfter(filing.workflows), changed)
    return [{ request, before: planned(filing.workflows, facts), after }]
  })
}

/**
 * Both plans use today's people and the current form, so that only the draft makes a difference. Throws the same as
 * saving the draft would.
 */
export const backtestWorkflow = query({
  id: 'intake.backtest-workflow',
  access: 'categories.configure',
  input: inputOf(endpoints.backtestIntakeWorkflow),
  run: async (context, { id, definition, period }) => {
    const row = await requireWorkflow(context, id)
    await requireSound(context, row, definition)
    const past = await replayed(context, {
      categoryIds: [row.intakeCategoryId],
      period,
      pinned: definition,
      workflowsAfter: (workflows) => withDraft(workflows, id, definition),
    })
    const taken = await takenTimes(
      context,
      REQUEST,
      past.map(({ request }) => request.id),
    )
    const plans = past.map(({ request, before, after }) => {
      const { answers: _, requestorUserId: __, categoryId: ___, submittedAt, ...about } = request
      return {
        row: {
          ...about,
          submittedAt: new Date(submittedAt).toISOString(),
          before: before.workflow,
          after: after.workflow,
        },
        before: before.plan,
        after: after.plan,
      }
    })
    const { requests, ...totals } = replayDifferences(plans, taken)
    return { ...totals, requests: requests.map(({ row: about, ...difference }) => ({ ...about, ...difference })) }
  },
})

/** In the categories whose workflows use the matrix. */
registerMatrixReplays({
  targetType: REQUEST,
  replay: async (context, { matrixId, userIds, period, withDraft: organisationAfter }) => {
    const { db, actor } = context
    const categories = await db.all<{ id: string }>(
      db.sql(
        `SELECT DISTINCT w.intake_category_id AS id FROM intake_workflows w, json_each(w.principal_ids) j
          WHERE w.company_id = ?1 AND w.deleted_at IS NULL AND j.value = ?2`,
        actor.companyId,
        matrixId,
      ),
    )
    if (categories.length === 0) return []
    const categoryIds = categories.map(({ id }) => id)
    const past = await replayed(context, { categoryIds, period, principalIds: userIds, organisationAfter })
    return past.map(({ request, before, after }) => ({
      row: {
        id: request.id,
        title: `#${request.number} ${request.title}`,
        href: hrefOf('INTAKE_SUBMISSION', request.id),
        requestorName: request.requestorName,
        submittedAt: new Date(request.submittedAt).toISOString(),
      },
      before: before.plan,
      after: after.plan,
    }))
  },
})
