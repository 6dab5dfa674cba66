import { z } from 'zod'
import { workflowDefinition } from '../../approvals/workflows/definition.ts'
import { requestApprovalMode } from '../../platform/company/approval-modes.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { categoryParams } from '../categories/category-endpoints.ts'

/** How requests of a category are approved, for the people who file them. */
export const explainIntakeApprovals = endpoint({
  id: 'intake.explain-approvals',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/approvals',
  summary: 'How requests in this category are approved: its workflows in the order they are tried',
  params: categoryParams,
  response: z.object({
    /** The category's own mode, otherwise the company's. */
    approvalMode: requestApprovalMode,
    /** The first whose conditions match runs. Without what only admins read: settings of tasks, and watchers. */
    workflows: z.array(z.object({ id: z.string(), label: z.string(), definition: workflowDefinition })),
    /** The names of people, groups and matrices that approve, and of what conditions choose. Removed ones are missing. */
    names: z.array(z.object({ id: z.string(), name: z.string() })),
    /** How long steps usually take, in milliseconds. Those that were rarely decided are missing. */
    usualTimes: z.array(z.object({ ruleId: z.string(), ms: z.number() })),
  }),
})
