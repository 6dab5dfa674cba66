import type { RuleSettings, WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import { type DashboardColumn, duplicateIntakeCategory } from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { needsForm } from '../../../../schema/requests/workflows/definition-questions.ts'
import { commit } from '../../../core/commit.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { checkType, NAME_TAKEN } from './change.ts'
import { formVersionStatements } from './form-versions.ts'
import { requireConfigurableCategory } from './read.ts'
import { requireSettings } from './settings.ts'
import { workflowsStatement } from './workflow-rules.ts'

/** A new id for each original id, the same one everywhere. */
const idMap = (newId: () => string) => {
  const ids = new Map<string, string>()
  const renew = (id: string): string => {
    ids.set(id, newId())
    return ids.get(id) ?? id
  }
  return { renew, of: (id: string): string => ids.get(id) ?? id }
}
type Ids = ReturnType<typeof idMap>

interface Conditions {
  conditionAnyOfs: { valuesQuestionId: string; values: string[] }[]
  conditionNumerics: { valuesQuestionId: string }[]
  conditionBooleans: { valuesQuestionId: string }[]
}

/** Any-of values are option ids if the question has its own options, and are otherwise kept. */
const conditionsWith = <T extends Conditions>(set: T, ids: Ids): T => ({
  ...set,
  conditionAnyOfs: set.conditionAnyOfs.map((c) => ({
    valuesQuestionId: ids.of(c.valuesQuestionId),
    values: c.values.map(ids.of),
  })),
  conditionNumerics: set.conditionNumerics.map((c) => ({ ...c, valuesQuestionId: ids.of(c.valuesQuestionId) })),
  conditionBooleans: set.conditionBooleans.map((c) => ({ ...c, valuesQuestionId: ids.of(c.valuesQuestionId) })),
})

const copyForm = (form: FormDefinition, ids: Ids): FormDefinition => {
  for (const step of form.steps) {
    ids.renew(step.id)
    for (const question of step.questions) {
      ids.renew(question.id)
      // Options of lookups are the company's objects themselves.
      if (question.type === 'CUSTOM_SELECT') for (const option of question.options) ids.renew(option.id)
    }
  }
  return {
    steps: form.steps.map((step) => ({
      ...step,
      id: ids.of(step.id),
      questions: step.questions.map((question) => ({
        ...conditionsWith(question, ids),
        id: ids.of(question.id),
        options: question.options.map((option) => ({
          ...option,
          id: ids.of(option.id),
          parentId: option.parentId === null ? null : ids.of(option.parentId),
        })),
      })),
    })),
  }
}

const valuesWith = <T extends Record<string, string | undefined>>(mappings: T, ids: Ids): T =>
  Object.fromEntries(Object.entries(mappings).map(([field, id]) => [field, id && ids.of(id)])) as T

/** Everything in a rule's settings that refers to a question or step now refers to the copy's. */
const copySettings = (settings: RuleSettings, ids: Ids): RuleSettings => {
  const { stepIds, webhook, sendDocument, createService, sendVendorForm } = settings
  const asked = <S extends { source: string }>(from: S): S =>
    'questionId' in from && typeof from.questionId === 'string'
      ? { ...from, questionId: ids.of(from.questionId) }
      : from
  return {
    ...settings,
    ...(stepIds && { stepIds: stepIds.map(ids.of) }),
    ...(webhook && {
      webhook: {
        ...webhook,
        fields: webhook.fields.map((field) => ({ ...field, questionId: field.questionId && ids.of(field.questionId) })),
      },
    }),
    ...(sendDocument?.recipient.source === 'QUESTION' && {
      sendDocument: {
        ...sendDocument,
        recipient: {
          ...sendDocument.recipient,
          questionId: sendDocument.recipient.questionId && ids.of(sendDocument.recipient.questionId),
        },
      },
    }),
    ...(sendVendorForm && {
      sendVendorForm: {
        ...sendVendorForm,
        vendor: asked(sendVendorForm.vendor),
        recipient: asked(sendVendorForm.recipient),
      },
    }),
    ...(createService && {
      createService: {
        ...createService,
        mappings: valuesWith(createService.mappings, ids),
        // The keys are the company's custom fields for services, which copies share.
        ...(createService.customMappings && { customMappings: valuesWith(createService.customMappings, ids) }),
      },
    }),
  }
}

const copyWorkflow = (definition: WorkflowDefinition, ids: Ids): WorkflowDefinition => ({
  entryPoints: conditionsWith(definition.entryPoints, ids),
  levels: definition.levels.map((level) => ({
    ...level,
    id: ids.renew(level.id),
    rules: level.rules.map((rule) => ({
      ...conditionsWith(rule, ids),
      id: ids.renew(rule.id),
      settings: copySettings(rule.settings, ids),
    })),
  })),
})

/**
 * Copies a category with the chosen parts, each with new ids. Owners come with the settings. Throws INVALID for `name`
 * if it is taken.
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
    // Workflows that use the form include it, because they wouldn't work without it.
    const withForm =
      category.formVersion > 0 && (includeForm || workflows.some(({ definition }) => needsForm(definition)))
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

const workflowStatements = (
  { db, actor, clock }: StaffContext,
  categoryId: string,
  workflow: { id: string; label: string; ordinal: number; principalIds: string; definition: WorkflowDefinition },
): D1PreparedStatement[] => {
  const definition = JSON.stringify(workflow.definition)
  return [
    db.sql(
      `INSERT INTO intake_workflows (id, company_id, intake_category_id, label, ordinal, definition, principal_ids,
                                     created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)`,
      workflow.id,
      actor.companyId,
      categoryId,
      workflow.label,
      workflow.ordinal,
      definition,
      workflow.principalIds,
      clock.now(),
    ),
    db.sql(
      `INSERT INTO intake_workflow_versions (intake_workflow_id, version, company_id, definition, created_by_user_id,
                                             created_at) VALUES (?, 1, ?, ?, ?, ?)`,
      workflow.id,
      actor.companyId,
      definition,
      actor.userId,
      clock.now(),
    ),
  ]
}
