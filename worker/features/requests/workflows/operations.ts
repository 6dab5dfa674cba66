import {
  type WorkflowDefinition,
  workflowDefinition,
  workflowName,
} from '../../../../schema/approvals/workflows/definition.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { checkWorkflow } from '../../../../schema/requests/workflows/definition-rules.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { id } from '../../../../schema/shared/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { handsBy, handsStatement } from '../../../core/hands.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { principalsOf, unknownReferences } from '../../approvals/workflows/index.ts'
import {
  categoryStatement,
  requireCategory,
  requireConfigurableCategory,
  requireConfigurator,
} from '../categories/index.ts'
import { unknownValues } from '../forms/index.ts'

export interface WorkflowRow {
  id: string
  intakeCategoryId: string
  label: string
  ordinal: number
  version: number
  definition: string
  updatedAt: number
}

const WORKFLOW_COLUMNS = `w.id, w.intake_category_id AS intakeCategoryId, w.label, w.ordinal, w.version, w.definition,
  w.updated_at AS updatedAt`

export const toWorkflow = (row: WorkflowRow): endpoints.IntakeWorkflow => ({
  id: row.id,
  intakeCategoryId: row.intakeCategoryId,
  label: row.label,
  version: row.version,
  definition: JSON.parse(row.definition) as WorkflowDefinition,
})

const hasConditions = (definition: WorkflowDefinition): boolean => {
  const { conditionAnyOfs, conditionNumerics, conditionBooleans } = definition.entryPoints
  return conditionAnyOfs.length + conditionNumerics.length + conditionBooleans.length > 0
}

/** The category's workflows in the order in which they are tried. */
export const workflowsStatement = ({ db, actor }: StaffContext, categoryId: string): D1PreparedStatement =>
  db.sql(
    `SELECT ${WORKFLOW_COLUMNS} FROM intake_workflows w
      WHERE w.company_id = ? AND w.intake_category_id = ? AND w.deleted_at IS NULL ORDER BY w.ordinal, w.id`,
    actor.companyId,
    categoryId,
  )

export const toSummary = (row: WorkflowRow) => {
  const definition = JSON.parse(row.definition) as WorkflowDefinition
  return {
    id: row.id,
    label: row.label,
    ordinal: row.ordinal,
    version: row.version,
    levelCount: definition.levels.length,
    ruleCount: definition.levels.reduce((sum, level) => sum + level.rules.length, 0),
    hasEntryPoints: hasConditions(definition),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

export const readWorkflows = query({
  id: 'intake.list-workflows',
  access: 'categories.configure',
  input: inputOf(endpoints.listIntakeWorkflows),
  run: async (context, { intakeCategoryId }) => {
    const { db, actor } = context
    const [categories, workflows] = await db.batch([
      categoryStatement(context, intakeCategoryId),
      workflowsStatement(context, intakeCategoryId),
    ])
    requireConfigurator(actor, categories?.results[0])
    return ((workflows?.results ?? []) as unknown as WorkflowRow[]).map(toSummary)
  },
})

export const workflowStatement = ({ db, actor }: StaffContext, workflowId: string): D1PreparedStatement =>
  db.sql(
    `SELECT ${WORKFLOW_COLUMNS}, c.type AS categoryType
       FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
      WHERE w.id = ? AND w.company_id = ? AND w.deleted_at IS NULL AND c.deleted_at IS NULL`,
    workflowId,
    actor.companyId,
  )

/** Throws NOT_FOUND for another company's workflow, or one of a category that the person can't configure. */
export const toConfigurable = (row: Record<string, unknown> | null | undefined, actor: StaffActor): WorkflowRow => {
  if (!row) throw notFound('The workflow')
  const workflow = row as unknown as WorkflowRow
  requireConfigurator(actor, { id: workflow.intakeCategoryId, type: row.categoryType }, 'The workflow')
  return workflow
}

/** Throws the same as {@link toConfigurable}. */
export const requireWorkflow = async (context: StaffContext, workflowId: string): Promise<WorkflowRow> =>
  toConfigurable(await context.db.first<Record<string, unknown>>(workflowStatement(context, workflowId)), context.actor)

export const readWorkflow = query({
  id: 'intake.get-workflow',
  access: 'categories.configure',
  input: inputOf(endpoints.getIntakeWorkflow),
  run: async (context, { id: workflowId }) => {
    return toWorkflow(await requireWorkflow(context, workflowId))
  },
})

export const createWorkflow = command({
  id: 'intake.create-workflow',
  access: 'categories.configure',
  input: workflowName.extend({ intakeCategoryId: id }),
  run: async (context, { intakeCategoryId, label }) => {
    await requireConfigurableCategory(context, intakeCategoryId)
    const { db, actor } = context
    const workflowId = context.newId()
    const now = context.clock.now()
    const empty: WorkflowDefinition = { entryPoints: NO_CONDITIONS, levels: [] }
    return commit(context, {
      subject: 'The workflow',
      statements: [
        db.sql(
          `INSERT INTO intake_workflows (id, company_id, intake_category_id, label, ordinal, definition, created_at,
                                         updated_at)
           SELECT ?1, ?2, ?3, ?4, COALESCE(MAX(ordinal) + 1, 0), ?5, ?6, ?6 FROM intake_workflows
            WHERE company_id = ?2 AND intake_category_id = ?3 AND deleted_at IS NULL`,
          workflowId,
          actor.companyId,
          intakeCategoryId,
          label,
          JSON.stringify(empty),
          now,
        ),
        versionStatement(context, workflowId, 1, empty),
      ],
      audit: [
        {
          changeKey: `intake-workflow:${workflowId}:v1`,
          action: 'intake-workflow.created',
          targetType: 'INTAKE_WORKFLOW',
          targetId: workflowId,
          message: `Created the workflow ${label}`,
          changeData: { after: { label } },
        },
      ],
      result: { id: workflowId },
    })
  },
})

const versionStatement = (
  { db, actor, clock }: StaffContext,
  workflowId: string,
  version: number,
  definition: WorkflowDefinition,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO intake_workflow_versions (intake_workflow_id, version, company_id, definition, created_by_user_id,
                                           created_at) VALUES (?, ?, ?, ?, ?, ?)`,
    workflowId,
    version,
    actor.companyId,
    JSON.stringify(definition),
    actor.userId,
    clock.now(),
  )

export const renameWorkflow = command({
  id: 'intake.update-workflow',
  access: 'categories.configure',
  input: workflowName.extend({ id }),
  run: async (context, { id: workflowId, label }) => {
    const row = await requireWorkflow(context, workflowId)
    return commit(context, {
      subject: 'The workflow',
      statements: [
        context.db.sql(
          'UPDATE intake_workflows SET label = ?, updated_at = ? WHERE id = ? AND company_id = ? AND deleted_at IS NULL',
          label,
          context.clock.now(),
          workflowId,
          context.actor.companyId,
        ),
        guardOneRow(context.db),
      ],
      audit: [
        {
          changeKey: `intake-workflow:${workflowId}:name:${context.newId()}`,
          action: 'intake-workflow.renamed',
          targetType: 'INTAKE_WORKFLOW',
          targetId: workflowId,
          message: `Renamed the workflow ${row.label} to ${label}`,
          changeData: { before: { label: row.label }, after: { label } },
        },
      ],
      result: { id: workflowId },
    })
  },
})

/** Validates a workflow. Throws INVALID with messages by level or rule id ('entry' for entry conditions). */
export const requireSound = async (
  context: StaffContext,
  row: Pick<WorkflowRow, 'intakeCategoryId' | 'definition'>,
  definition: WorkflowDefinition,
): Promise<void> => {
  const { form } = await requireCategory(context, row.intakeCategoryId)
  const saved = JSON.parse(row.definition) as WorkflowDefinition
  const conditions = [
    { id: 'entry', set: definition.entryPoints },
    ...definition.levels.flatMap(({ rules }) => rules.map((rule) => ({ id: rule.id, set: rule }))),
  ]
  const problems = [
    ...checkWorkflow(definition, form),
    ...(await unknownValues(context, form, conditions)),
    ...(await unknownReferences(context, definition, saved)),
  ]
  if (problems.length === 0) return
  throw new AppError('INVALID', problems[0]?.message ?? 'Some rules need attention.', {
    fields: Object.fromEntries(problems.map((problem) => [problem.id, problem.message])),
  })
}

/**
 * Saves the whole workflow as a new version. Requests in progress keep the one they started with. Throws INVALID with
 * messages by level or rule id ('entry' for entry conditions), or CONFLICT for a stale version.
 */
export const saveWorkflow = command({
  id: 'intake.save-workflow-levels',
  access: 'categories.configure',
  input: inputOf(endpoints.saveIntakeWorkflowLevels),
  run: lastWriteWins(async (context, { id: workflowId, version: read, ...body }) => {
    const row = await requireWorkflow(context, workflowId)
    const version = read ?? row.version
    const { entryPoints } = JSON.parse(row.definition) as WorkflowDefinition
    const definition = workflowDefinition.parse({ ...body, entryPoints: body.entryPoints ?? entryPoints })
    await requireSound(context, row, definition)
    const { db, actor } = context
    const next = version + 1
    return commit(context, {
      subject: 'The workflow',
      statements: [
        db.sql(
          `UPDATE intake_workflows SET definition = ?, principal_ids = ?, version = ?, updated_at = ?
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          JSON.stringify(definition),
          JSON.stringify(principalsOf(definition)),
          next,
          context.clock.now(),
          workflowId,
          actor.companyId,
          version,
        ),
        guardOneRow(db),
        versionStatement(context, workflowId, next, definition),
        handsStatement(db, actor.companyId, handsBy(actor, 'DEFINITION', workflowId, 'CHANGED'), context.clock.now()),
      ],
      audit: [
        {
          changeKey: `intake-workflow:${workflowId}:v${next}`,
          action: 'intake-workflow.saved',
          targetType: 'INTAKE_WORKFLOW',
          targetId: workflowId,
          message: `Saved version ${next} of the workflow ${row.label}`,
          changeData: { before: outline(JSON.parse(row.definition)), after: outline(definition) },
        },
      ],
      result: { id: workflowId, intakeCategoryId: row.intakeCategoryId, label: row.label, version: next, definition },
    })
  }),
})

const outline = (definition: WorkflowDefinition) =>
  definition.levels.map((level) => ({
    level: level.number,
    rules: level.rules.map((rule) => `${rule.label} (${rule.type}, ${rule.approverType})`),
  }))

export const deleteWorkflow = command({
  id: 'intake.delete-workflow',
  access: 'categories.configure',
  input: inputOf(endpoints.deleteIntakeWorkflow),
  run: async (context, { intakeCategoryId, intakeWorkflowId }) => {
    const row = await requireWorkflow(context, intakeWorkflowId)
    if (row.intakeCategoryId !== intakeCategoryId) throw notFound('The workflow')
    const { db, actor } = context
    await commit(context, {
      subject: 'The workflow',
      statements: [
        db.sql(
          'UPDATE intake_workflows SET deleted_at = ? WHERE id = ? AND company_id = ? AND deleted_at IS NULL',
          context.clock.now(),
          intakeWorkflowId,
          actor.companyId,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `intake-workflow:${intakeWorkflowId}:deleted`,
          action: 'intake-workflow.deleted',
          targetType: 'INTAKE_WORKFLOW',
          targetId: intakeWorkflowId,
          message: `Deleted the workflow ${row.label}`,
          changeData: { before: { label: row.label } },
        },
      ],
      result: null,
    })
    return null
  },
})
