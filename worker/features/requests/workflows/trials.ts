import {
  chooseWorkflow,
  type Plan,
  planWorkflow,
  type WorkflowCandidate,
} from '../../../../schema/approvals/engine/plan.ts'
import { planDifference } from '../../../../schema/approvals/engine/plan-differences.ts'
import { previewOf } from '../../../../schema/approvals/engine/preview.ts'
import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { type FilingContext, loadFilingContext } from '../submissions/index.ts'
import { requireSound, requireWorkflow } from './operations.ts'

/** Trying a draft of a workflow: with sample answers, and with past requests. */

/** The category's workflows, with the draft in place of the saved one. */
const withDraft = (workflows: WorkflowCandidate[], workflowId: string, definition: WorkflowDefinition) =>
  workflows.map((workflow) => (workflow.id === workflowId ? { ...workflow, definition } : workflow))

/** Throws the same as saving the draft would, and NOT_FOUND for a requester of another company. */
export const simulateWorkflow = query({
  id: 'intake.simulate-workflow',
  access: 'categories.configure',
  input: inputOf(endpoints.simulateIntakeWorkflow),
  run: async (context, { id, definition, requestorUserId, answers: list }) => {
    const row = await requireWorkflow(context, id)
    await requireSound(context, row, definition)
    const answers: Answers = Object.fromEntries(list.map((answer) => [answer.questionId, answer.value]))
    const filing = await loadFilingContext(context, {
      categoryId: row.intakeCategoryId,
      requestorUserId: requestorUserId ?? context.actor.userId,
      answers,
      pinned: definition,
    })
    const facts = filing.factsOf(filing.kept(answers))
    const { workflow, considered } = chooseWorkflow(withDraft(filing.workflows, id, definition), facts)
    return {
      considered,
      taken: workflow && { id: workflow.id, label: workflow.label },
      plan: previewOf(planWorkflow(definition, facts), facts),
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
  requestorUserId: string
  requestorName: string
  submittedAt: number
  answers: string | null
}

/**
 * Both plans use today's people and the current form, so that only the draft makes a difference. Throws the same as
 * saving the draft would.
 */
export const backtestWorkflow = query({
  id: 'intake.backtest-workflow',
  access: 'categories.configure',
  input: inputOf(endpoints.backtestIntakeWorkflow),
  run: async (context, { id, definition }) => {
    const { db, actor } = context
    const row = await requireWorkflow(context, id)
    await requireSound(context, row, definition)
    const past = (
      await db.all<PastRequest>(
        db.sql(
          `SELECT s.id, s.number, s.title, s.requestor_user_id AS requestorUserId, s.requestor_name AS requestorName,
                  COALESCE(s.submitted_at, s.created_at) AS submittedAt,
                  (SELECT json_group_object(a.question_id, json(a.value)) FROM intake_answers a
                    WHERE a.submission_id = s.id AND a.version = s.version) AS answers
             FROM intake_submissions s
            WHERE s.company_id = ? AND s.intake_category_id = ? AND s.is_draft = 0 AND s.deleted_at IS NULL
            ORDER BY s.created_at DESC, s.id DESC LIMIT ${endpoints.BACKTEST_REQUESTS}`,
          actor.companyId,
          row.intakeCategoryId,
        ),
      )
    ).map((request) => ({ ...request, answers: JSON.parse(request.answers ?? '{}') as Answers }))
    const filing = await loadFilingContext(context, {
      categoryId: row.intakeCategoryId,
      requestorUserId: actor.userId,
      answers: {},
      others: {
        requestorUserIds: past.map((request) => request.requestorUserId),
        answers: past.map((request) => request.answers),
      },
      pinned: definition,
    })
    const drafted = withDraft(filing.workflows, id, definition)
    const totals = new Map<string, { userId: string; name: string; gains: number; loses: number }>()
    const count = (kind: 'gains' | 'loses', approvals: { userId: string; name: string }[]): void => {
      for (const { userId, name } of new Map(approvals.map((approval) => [approval.userId, approval])).values()) {
        const total = totals.get(userId) ?? { userId, name, gains: 0, loses: 0 }
        total[kind] += 1
        totals.set(userId, total)
      }
    }
    const requests = past.flatMap(({ answers, requestorUserId, submittedAt, ...request }) => {
      const facts = filing.factsOf(answers, requestorUserId)
      const [before, after] = [planned(filing.workflows, facts), planned(drafted, facts)]
      const { gains, loses } = planDifference(before.plan, after.plan)
      const problem = after.plan.problems[0]?.message ?? null
      const isNewProblem = problem !== null && before.plan.problems.length === 0
      if (gains.length === 0 && loses.length === 0 && !isNewProblem) return []
      count('gains', gains)
      count('loses', loses)
      return [
        {
          ...request,
          submittedAt: new Date(submittedAt).toISOString(),
          before: before.workflow,
          after: after.workflow,
          gains,
          loses,
          problem,
        },
      ]
    })
    const people = [...totals.values()].sort(
      (a, b) => b.gains + b.loses - (a.gains + a.loses) || a.name.localeCompare(b.name),
    )
    return { looked: past.length, people, requests }
  },
})
