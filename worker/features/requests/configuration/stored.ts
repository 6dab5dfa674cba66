import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { DashboardColumn, IntakeCategorySettings } from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Stored } from '../../platform/configuration/index.ts'
import { mayConfigure } from '../categories/index.ts'
import { type RawWorkflow, stepKeys } from './workflow-file.ts'

/** Categories as they are configured, with their ids. */

/** Types that people create. Those of services are made by the company's own fields. */
export const CATEGORY_TYPES = ['INTERNAL', 'PUBLIC', 'VENDOR', 'CUSTOM_VENDOR_FORM'] as const
export type CategoryType = (typeof CATEGORY_TYPES)[number]

export interface RawCategory {
  name: string
  type: CategoryType
  description: string
  enableAssignees: boolean
  approvalMode: IntakeCategorySettings['approvalMode']
  requirePersonCheck: boolean
  columns: DashboardColumn[]
  form: FormDefinition
  workflows: RawWorkflow[]
}

interface Row {
  id: string
  name: string
  type: CategoryType
  description: string
  enableAssignees: number
  approvalMode: RawCategory['approvalMode']
  requirePersonCheck: number
  columns: string
  definition: string | null
}

export const readCategories = async ({ db, actor }: StaffContext, id?: string): Promise<Stored<RawCategory>[]> => {
  const one = id === undefined ? '' : 'AND c.id = ?3'
  const params = [actor.companyId, JSON.stringify(CATEGORY_TYPES), ...(id === undefined ? [] : [id])]
  const [categories, workflows] = await db.batch([
    db.sql(
      `SELECT c.id, c.name, c.type, c.description, c.enable_assignees AS enableAssignees,
              c.approval_mode AS approvalMode, c.require_person_check AS requirePersonCheck,
              c.dashboard_columns AS columns, f.definition
         FROM intake_categories c
         LEFT JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND c.is_read_only = 0
          AND c.type IN (SELECT value FROM json_each(?2)) ${one}
        ORDER BY c.ordinal, c.id`,
      ...params,
    ),
    db.sql(
      `SELECT w.id, w.intake_category_id AS categoryId, w.label, w.definition FROM intake_workflows w
        WHERE w.company_id = ?1 AND w.deleted_at IS NULL ${id === undefined ? '' : 'AND w.intake_category_id = ?2'}
        ORDER BY w.ordinal, w.id`,
      ...(id === undefined ? [actor.companyId] : [actor.companyId, id]),
    ),
  ])
  const rows = (categories?.results ?? []) as unknown as Row[]
  const flows = (workflows?.results ?? []) as unknown as {
    id: string
    categoryId: string
    label: string
    definition: string
  }[]
  return rows
    .filter((row) => mayConfigure(actor, row))
    .map((row) => {
      const own = flows
        .filter(({ categoryId }) => categoryId === row.id)
        .map(({ id: workflowId, label, definition }) => ({
          id: workflowId,
          label,
          definition: JSON.parse(definition) as WorkflowDefinition,
        }))
      const form = row.definition ? (JSON.parse(row.definition) as FormDefinition) : { steps: [] }
      return { id: row.id, name: row.name, raw: toRaw(row, form, own) }
    })
}

const toRaw = (row: Row, form: FormDefinition, workflows: RawWorkflow[]): RawCategory => {
  const questions = new Set(form.steps.flatMap((step) => step.questions.map(({ id }) => id)))
  const rules = new Set(stepKeys(workflows).keys())
  return {
    name: row.name,
    type: row.type,
    description: row.description,
    enableAssignees: row.enableAssignees === 1,
    approvalMode: row.approvalMode,
    requirePersonCheck: row.requirePersonCheck === 1,
    // As the settings page shows them: those whose question or task is still there.
    columns: (JSON.parse(row.columns) as DashboardColumn[]).filter(({ questionId, ruleId }) =>
      ruleId ? rules.has(ruleId) : questions.has(questionId ?? ''),
    ),
    form,
    workflows,
  }
}
