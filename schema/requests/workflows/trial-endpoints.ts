import { z } from 'zod'
import { backtestOf, replayedRequest, replayPeriod } from '../../approvals/backtest/replay.ts'
import { approvalsPreview } from '../../approvals/engine/preview.ts'
import { workflowDefinition } from '../../approvals/workflows/definition.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'
import { answersInput } from '../forms/form.ts'
import { workflowRef } from '../submissions/filing-endpoints.ts'
import { intakeWorkflow, workflowParams } from './endpoints.ts'

/** Trying a workflow before it is saved, and what its saved versions changed. Nothing here changes anything. */

export const simulateIntakeWorkflow = endpoint({
  id: 'intake.simulate-workflow',
  method: 'POST',
  path: '/api/intake-workflow/{id}/simulate',
  summary: 'Who would approve these answers under a draft of the workflow, and which workflow would run',
  params: workflowParams,
  body: z.object({
    definition: workflowDefinition,
    requestorUserId: id.optional(),
    answers: answersInput,
    /** Whether it would propose a new vendor, whatever the answers say. */
    isNewVendor: z.boolean().nullable().default(null),
  }),
  response: z.object({
    /** The workflows in the order they are tried, up to the one that runs. */
    considered: z.array(workflowRef.extend({ holds: z.boolean(), reason: z.string() })),
    /** Which of them runs for a request with these answers. Null if it needs no approval. */
    taken: workflowRef.nullable(),
    /** The draft's plan, even if another workflow runs. */
    plan: approvalsPreview,
  }),
})

export const backtestIntakeWorkflow = endpoint({
  id: 'intake.backtest-workflow',
  method: 'POST',
  path: '/api/intake-workflow/{id}/backtest',
  summary: 'Test past requests against a draft of the workflow: who gains or loses an approval, and the hours',
  params: workflowParams,
  body: z.object({ definition: workflowDefinition, period: replayPeriod.optional() }),
  response: backtestOf(
    replayedRequest.extend({
      number: z.number().int(),
      before: workflowRef.nullable(),
      after: workflowRef.nullable(),
    }),
  ),
})
export type Backtest = z.output<typeof backtestIntakeWorkflow.response>

export const listIntakeWorkflowVersions = endpoint({
  id: 'intake.list-workflow-versions',
  method: 'GET',
  path: '/api/intake-workflow/{id}/versions',
  summary: 'The saved versions of a workflow, newest first, with what each changed',
  params: workflowParams,
  query: z.object({ before: z.coerce.number().int().min(1).optional() }),
  response: z.object({
    versions: z.array(
      z.object({
        version: z.number().int(),
        savedAt: instant,
        savedBy: z.object({ id: z.string(), name: z.string() }),
        changes: z.array(z.string()),
      }),
    ),
    hasMore: z.boolean(),
  }),
})

export const getIntakeWorkflowVersion = endpoint({
  id: 'intake.get-workflow-version',
  method: 'GET',
  path: '/api/intake-workflow/{id}/versions/{version}',
  summary: 'A saved version of a workflow',
  params: workflowParams.extend({ version: z.coerce.number().int().min(1) }),
  response: intakeWorkflow,
})
