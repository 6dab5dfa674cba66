import { z } from 'zod'
import { APPROVAL_MODES } from '../../platform/company/approval-modes.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { id, requiredText } from '../../shared/values.ts'
import { categoryParams } from './category-endpoints.ts'

/** Request configuration: the advanced settings of a category, copying it, and what changing it affects. */

const MAX_COLUMNS = 20
const MAX_OWNERS = 50

/** A column of the category's list: the answer to a question, or the state of a task (specification 2 §5). */
export const dashboardColumn = z
  .object({ columnName: requiredText(60), questionId: id.nullable(), ruleId: id.nullable() })
  .refine((column) => (column.questionId === null) !== (column.ruleId === null), {
    error: 'Must provide either a question or a task',
    path: ['source'],
  })
export type DashboardColumn = z.infer<typeof dashboardColumn>

const editable = {
  /** When approvers are asked. Null uses the company's setting. */
  approvalMode: z.enum(APPROVAL_MODES).nullable(),
  enableAssignees: z.boolean(),
  /** For sourcing forms: senders are checked to be people, with Turnstile. */
  requirePersonCheck: z.boolean(),
  dashboardCustomColumns: z.array(dashboardColumn).max(MAX_COLUMNS, `A list has at most ${MAX_COLUMNS} such columns`),
}

export const intakeCategorySettings = z.object({
  ...editable,
  owners: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Only for sourcing forms, if the installation has Turnstile. */
  canRequirePersonCheck: z.boolean(),
  /** The category's version. */
  version: z.number().int(),
})
export type IntakeCategorySettings = z.infer<typeof intakeCategorySettings>

export const getIntakeCategorySettings = endpoint({
  id: 'intake.get-category-settings',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/settings',
  summary: "A category's approval mode, assignees, owners and columns",
  params: categoryParams,
  response: intakeCategorySettings,
})

export const saveIntakeCategorySettings = endpoint({
  id: 'intake.save-category-settings',
  method: 'POST',
  path: '/api/intake-categories/{intakeCategoryId}/settings',
  summary: "Replace a category's settings; only those who manage settings choose its owners",
  params: categoryParams,
  /** Missing fields stay. */
  body: asRead(
    z
      .object({ ...editable, ownerIds: z.array(id).max(MAX_OWNERS, `A category has at most ${MAX_OWNERS} owners`) })
      .partial()
      .extend({
        /** The version that was read. Another one gets a 409. Without it the last write wins. */
        version: z.number().int().optional(),
      }),
    ['canRequirePersonCheck', 'owners'],
  ),
  response: intakeCategorySettings,
})

export const duplicateIntakeCategory = endpoint({
  id: 'intake.duplicate-category',
  method: 'POST',
  path: '/api/intake-categories/{intakeCategoryId}/duplicate',
  summary: 'Copy a category with its form, its workflows and its settings, as chosen',
  params: categoryParams,
  body: z.object({
    name: requiredText(120),
    includeForm: z.boolean(),
    includeWorkflow: z.boolean(),
    includeAdvanced: z.boolean(),
  }),
  response: z.object({ id: z.string() }),
})

export const listIntakeCategoryRules = endpoint({
  id: 'intake.category-rules',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/rules',
  summary: "The rules of a category's workflows, in the order of workflows and levels",
  params: categoryParams,
  response: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      type: z.string(),
      approverType: z.string(),
      level: z.number().int(),
      workflowId: z.string(),
      workflowLabel: z.string(),
    }),
  ),
})

/** What saving a form affects: drafts take the newest form, and requests in progress keep theirs. */
export const getFormEffects = endpoint({
  id: 'intake.form-effects',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/form-effects',
  summary: 'How many drafts and undecided requests a category has',
  params: categoryParams,
  response: z.object({ openRequests: z.number().int(), drafts: z.number().int() }),
})
