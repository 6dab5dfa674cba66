import { z } from 'zod'
import { workflowDefinition } from '../../approvals/workflows/definition.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'
import { categoryParams } from '../categories/category-endpoints.ts'

/** Request configuration: the workflows of a category. */
export const intakeWorkflowSummary = z.object({
  id: z.string(),
  label: z.string(),
  ordinal: z.number().int(),
  levelCount: z.number().int(),
  ruleCount: z.number().int(),
  hasEntryPoints: z.boolean(),
  version: z.number().int(),
  updatedAt: instant,
})

export const listIntakeWorkflows = endpoint({
  id: 'intake.list-workflows',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/workflows',
  summary: "The category's workflows, in the order they are tried",
  params: categoryParams,
  response: z.array(intakeWorkflowSummary),
})

/** Workflows are tried in this order, and the first whose entry conditions match runs. */
export const reorderIntakeWorkflows = endpoint({
  id: 'intake.reorder-workflows',
  method: 'PUT',
  path: '/api/intake-categories/{intakeCategoryId}/workflows',
  summary: "Set the order in which the category's workflows are tried",
  params: categoryParams,
  body: z.array(id).min(1).max(200),
  response: z.array(intakeWorkflowSummary),
})

export const intakeWorkflow = z.object({
  id: z.string(),
  intakeCategoryId: z.string(),
  label: z.string(),
  version: z.number().int(),
  definition: workflowDefinition,
})
export type IntakeWorkflow = z.infer<typeof intakeWorkflow>

export const workflowParams = z.object({ id })

export const getIntakeWorkflow = endpoint({
  id: 'intake.get-workflow',
  method: 'GET',
  path: '/api/intake-workflow/{id}',
  summary: 'A workflow with its conditions, levels and rules',
  params: workflowParams,
  response: intakeWorkflow,
})

export const saveIntakeWorkflowLevels = endpoint({
  id: 'intake.save-workflow-levels',
  method: 'POST',
  path: '/api/intake-workflow/{id}/levels',
  summary: 'Save the whole workflow as a new version; running requests keep theirs',
  params: workflowParams,
  /** Missing entry conditions stay. Without a version the last write wins. */
  body: workflowDefinition.partial({ entryPoints: true }).extend({ version: z.number().int().optional() }),
  response: intakeWorkflow,
})

export const deleteIntakeWorkflow = endpoint({
  id: 'intake.delete-workflow',
  method: 'DELETE',
  path: '/api/intake-categories/{intakeCategoryId}/workflows/{intakeWorkflowId}',
  summary: 'Delete a workflow; running requests keep theirs',
  params: z.object({ intakeCategoryId: id, intakeWorkflowId: id }),
  response: z.null(),
})
