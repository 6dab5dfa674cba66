import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { principalsOf } from '../../approvals/workflows/index.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy with one id replaced by another. A list that then has it twice keeps it once. */
export const withReplaced = (value: Json, fromId: string, toId: string): Json => {
  if (value === fromId) return toId
  if (Array.isArray(value)) {
    const list = value.map((item) => withReplaced(item, fromId, toId))
    const isIt = (item: Json) => item === toId || (isObject(item) && item.id === toId)
    return list.filter((item, i) => !isIt(item) || list.findIndex(isIt) === i)
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReplaced(item, fromId, toId)]))
}

interface Definition {
  id: string
  name: string
  version: number
  definition: string
}

/** How many drafts are rewritten. In further ones the choice is reported as deleted. */
const DRAFTS = 1000

/**
 * The statements that replace one id by another in workflows, forms and drafts. Workflows and forms get a new version,
 * guarded by the one that was read. Requests in progress keep theirs.
 * @param why ends the sentences of the history
 */
export const replaceReference = async (context: StaffContext, fromId: string, toId: string, why: string) => {
  const { db, actor, clock } = context
  const { companyId } = actor
  const needle = `"${fromId}"`
  const [workflowRows, formRows, draftRows] = await db.batch([
    db.sql(
      `SELECT id, label AS name, version, definition FROM intake_workflows
        WHERE company_id = ? AND deleted_at IS NULL AND instr(definition, ?)`,
      companyId,
      needle,
    ),
    db.sql(
      `SELECT c.id, c.name, f.version, f.definition FROM intake_categories c
         JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE c.company_id = ? AND c.deleted_at IS NULL AND instr(f.definition, ?)`,
      companyId,
      needle,
    ),
    db.sql(
      `SELECT id, draft_answers AS before FROM intake_submissions
        WHERE company_id = ? AND is_draft = 1 AND deleted_at IS NULL AND instr(draft_answers, ?)
        ORDER BY created_at LIMIT ${DRAFTS}`,
      companyId,
      needle,
    ),
  ])
  const replaced = (text: string): Json => withReplaced(JSON.parse(text), fromId, toId)
  const workflows = ((workflowRows?.results ?? []) as unknown as Definition[]).map((row) => {
    const definition = replaced(row.definition)
    const principals = principalsOf(definition as unknown as WorkflowDefinition)
    return { ...row, definition: JSON.stringify(definition), principals: JSON.stringify(principals) }
  })
  const forms = ((formRows?.results ?? []) as unknown as Definition[]).map((row) => ({
    ...row,
    definition: JSON.stringify(replaced(row.definition)),
  }))
  const drafts = ((draftRows?.results ?? []) as unknown as { id: string; before: string }[]).map((row) => ({
    ...row,
    after: JSON.stringify(replaced(row.before)),
  }))
  const versions = (table: string, idColumn: string, rows: Definition[]) =>
    db.sql(
      `INSERT INTO ${table} (${idColumn}, version, company_id, definition, created_by_user_id, created_at)
       SELECT value ->> 'id', value ->> 'version' + 1, ?2, value ->> 'definition', ?3, ?4 FROM json_each(?1)`,
      JSON.stringify(rows),
      companyId,
      actor.userId,
      clock.now(),
    )
  const guard = (rows: unknown[]) =>
    db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> ?', rows.length)
  return {
    changed: { workflows: workflows.map(({ name }) => name), forms: forms.map(({ name }) => name) },
    statements: [
      ...(workflows.length
        ? [
            db.sql(
              `UPDATE intake_workflows SET version = version + 1, updated_at = ?3,
                      definition = (SELECT value ->> 'definition' FROM json_each(?2) WHERE value ->> 'id' = intake_workflows.id),
                      principal_ids = (SELECT value ->> 'principals' FROM json_each(?2) WHERE value ->> 'id' = intake_workflows.id)
                WHERE company_id = ?1 AND deleted_at IS NULL AND EXISTS (SELECT 1 FROM json_each(?2)
                  WHERE value ->> 'id' = intake_workflows.id AND value ->> 'version' = intake_workflows.version)`,
              companyId,
              JSON.stringify(workflows),
              clock.now(),
            ),
            guard(workflows),
            versions('intake_workflow_versions', 'intake_workflow_id', workflows),
          ]
        : []),
      ...(forms.length
        ? [
            db.sql(
              `UPDATE intake_categories SET version = version + 1, form_version = form_version + 1
                WHERE company_id = ?1 AND deleted_at IS NULL AND EXISTS (SELECT 1 FROM json_each(?2)
                  WHERE value ->> 'id' = intake_categories.id AND value ->> 'version' = intake_categories.form_version)`,
              companyId,
              JSON.stringify(forms),
            ),
            guard(forms),
            versions('intake_form_versions', 'intake_category_id', forms),
          ]
        : []),
      // A draft keeps its version, so that its author gets no conflict.
      ...(drafts.length
        ? [
            db.sql(
              `UPDATE intake_submissions SET draft_answers =
                      (SELECT value ->> 'after' FROM json_each(?2) WHERE value ->> 'id' = intake_submissions.id)
                WHERE company_id = ?1 AND is_draft = 1 AND EXISTS (SELECT 1 FROM json_each(?2)
                  WHERE value ->> 'id' = intake_submissions.id AND value ->> 'before' = draft_answers)`,
              companyId,
              JSON.stringify(drafts),
            ),
          ]
        : []),
    ],
    audit: [
      ...workflows.map(({ id, name, version }) => ({
        changeKey: `intake-workflow:${id}:v${version + 1}`,
        action: 'intake-workflow.saved',
        targetType: 'INTAKE_WORKFLOW' as const,
        targetId: id,
        message: `Version ${version + 1} of the workflow ${name}: ${why}`,
        changeData: { before: { names: fromId }, after: { names: toId } },
      })),
      ...forms.map(({ id, version }) => ({
        changeKey: `intake-form:${id}:v${version + 1}`,
        action: 'intake-form.saved',
        targetType: 'INTAKE_CATEGORY' as const,
        targetId: id,
        message: `Version ${version + 1} of the form: ${why}`,
        changeData: { before: { names: fromId }, after: { names: toId } },
      })),
    ],
  }
}
