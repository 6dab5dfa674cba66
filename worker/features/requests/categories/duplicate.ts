import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import { type DashboardColumn, duplicateIntakeCategory } from '../../../../schema/requests/endpoints.ts'
import { needsForm } from '../../../../schema/requests/workflows/definition-questions.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { checkType, NAME_TAKEN } from './change.ts'
import { copyForm, copyWorkflow, type Ids, idMap, workflowStatements } from './copied-parts.ts'
import { formVersionStatements } from './form-versions.ts'
import { requireConfigurableCategory } from './read.ts'
import { requireSettings } from './settings.ts'
import { workflowsStatement } from './workflow-rules.ts'

/**
 * Copies a category with the chosen parts, each with new ids. Owners come with the settings. Throws INVALID for `name`
 * if it is taken, and for `includeForm` if workflows without it wouldn't work.
 */
export const duplicateCategory = command({
  id: 'intake.duplicate-category',
  access: 'categories.create',
  input: inputOf(duplicateIntakeCategory),
  run: async (context, { intakeCategoryId, name, includeForm, includeWorkflow, includeAdvanced }) => {
    const { category, form } = await requireConfigurableCategory(context, intakeCategoryId)
    checkType(context.actor, category.type)
    const { settings } = await requireSettings(context, intakeCategoryId)
    const { db, actor, clock } = context
    const rows = includeWorkflow
      ? await db.all<{ label: string; ordinal: number; definition: string; principalIds: string }>(
          workflowsStatement(context, intakeCategoryId),
        )
      : []
    const workflows = rows.map((row) => ({ ...row, definition: JSON.parse(row.definition) as WorkflowDefinition }))
    const reader = includeForm ? undefined : workflows.find(({ definition }) => needsForm(definition))
    if (reader) throw invalidField('includeForm', readsForm(reader.label))
    const withForm = category.formVersion > 0 && includeForm
    const ids = idMap(context.newId)
    const categoryId = context.newId()
    const copiedForm = withForm ? copyForm(form, ids) : null
    const copiedWorkflows = workflows.map((row) => ({
      ...row,
      id: context.newId(),
      definition: copyWorkflow(row.definition, ids),
    }))
    const columns = includeAdvanced
      ? copyColumns(settings.dashboardCustomColumns, ids, { includeForm: withForm, includeWorkflow })
      : []
    return commit(context, {
      subject: 'The category',
      statements: [
        db.sql(
          `INSERT INTO intake_categories (id, company_id, name, description, ordinal, type, enable_assignees,
                                          approval_mode, dashboard_columns, form_version, created_at, require_person_check)
           SELECT ?1, ?2, ?3, ?4, COALESCE(MAX(ordinal) + 1, 0), ?5, ?6, ?7, ?8, ?9, ?10, ?11 FROM intake_categories
            WHERE company_id = ?2 AND deleted_at IS NULL`,
          categoryId,
          actor.companyId,
          name,
          category.description,
          category.type,
          includeAdvanced && settings.enableAssignees ? 1 : 0,
          includeAdvanced ? settings.approvalMode : null,
          JSON.stringify(columns),
          copiedForm ? 1 : 0,
          clock.now(),
          includeAdvanced && settings.requirePersonCheck ? 1 : 0,
        ),
        ...(copiedForm ? formVersionStatements(context, { categoryId, version: 1, form: copiedForm }) : []),
        ...copiedWorkflows.flatMap((workflow) => workflowStatements(context, categoryId, workflow)),
        ...(includeAdvanced
          ? [
              db.sql(
                `INSERT INTO intake_category_owners (company_id, intake_category_id, user_id)
                 SELECT ?1, ?2, user_id FROM intake_category_owners WHERE company_id = ?1 AND intake_category_id = ?3`,
                actor.companyId,
                categoryId,
                intakeCategoryId,
              ),
            ]
          : []),
      ],
      audit: [
        {
          changeKey: `intake-category:${categoryId}:v1`,
          action: 'intake-category.duplicated',
          targetType: 'INTAKE_CATEGORY',
          targetId: categoryId,
          message: `Created the category ${name} as a copy of ${category.name}`,
          changeData: {
            after: {
              name,
              form: Boolean(copiedForm),
              workflows: copiedWorkflows.map((w) => w.label),
              settings: includeAdvanced,
            },
          },
        },
        ...copiedWorkflows.map((workflow) => ({
          changeKey: `intake-workflow:${workflow.id}:v1`,
          action: 'intake-workflow.created',
          targetType: 'INTAKE_WORKFLOW' as const,
          targetId: workflow.id,
          message: `Created the workflow ${workflow.label} as a copy`,
          changeData: { after: { label: workflow.label } },
        })),
      ],
      result: { id: categoryId },
      onDuplicate: NAME_TAKEN,
    })
  },
})

const readsForm = (workflow: string): string =>
  `The workflow “${workflow}” reads questions of the form. Copy the form too, or leave out the workflows.`

/** Including columns of the copied parts. */
const copyColumns = (
  columns: DashboardColumn[],
  ids: Ids,
  { includeForm, includeWorkflow }: { includeForm: boolean; includeWorkflow: boolean },
): DashboardColumn[] =>
  columns
    .filter((column) => (column.ruleId ? includeWorkflow : includeForm))
    .map((column) => ({
      ...column,
      questionId: column.questionId && ids.of(column.questionId),
      ruleId: column.ruleId && ids.of(column.ruleId),
    }))
