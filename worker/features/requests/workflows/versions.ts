import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import { definitionChanges } from '../../../../schema/approvals/workflows/definition-changes.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { toConfigurable, workflowStatement } from './operations.ts'

const PAGE = 10

interface VersionRow {
  version: number
  definition: string
  createdAt: number
  userId: string
  name: string
}

/** A page reads one version more than it shows, to compare the oldest with the one before it. */
export const listWorkflowVersions = query({
  id: 'intake.list-workflow-versions',
  access: 'categories.configure',
  input: inputOf(endpoints.listIntakeWorkflowVersions),
  run: async (context, { id, before }) => {
    const { db, actor } = context
    const [workflow, saved] = await db.batch([
      workflowStatement(context, id),
      db.sql(
        `SELECT v.version, v.definition, v.created_at AS createdAt, u.id AS userId,
                u.first_name || ' ' || u.last_name AS name
           FROM intake_workflow_versions v JOIN users u ON u.id = v.created_by_user_id
          WHERE v.intake_workflow_id = ?1 AND v.company_id = ?2 AND v.version < ?3
          ORDER BY v.version DESC LIMIT ${PAGE + 1}`,
        id,
        actor.companyId,
        before ?? Number.MAX_SAFE_INTEGER,
      ),
    ])
    toConfigurable(workflow?.results[0], actor)
    const rows = (saved?.results ?? []) as unknown as VersionRow[]
    const definitions = rows.map((row) => JSON.parse(row.definition) as WorkflowDefinition)
    return {
      versions: rows.slice(0, PAGE).map((row, index) => ({
        version: row.version,
        savedAt: new Date(row.createdAt).toISOString(),
        savedBy: { id: row.userId, name: row.name },
        changes: definitionChanges(definitions[index + 1] ?? null, definitions[index] as WorkflowDefinition),
      })),
      hasMore: rows.length > PAGE,
    }
  },
})

/** Throws NOT_FOUND for a version that was never saved. */
export const readWorkflowVersion = query({
  id: 'intake.get-workflow-version',
  access: 'categories.configure',
  input: inputOf(endpoints.getIntakeWorkflowVersion),
  run: async (context, { id, version }) => {
    const { db, actor } = context
    const [workflow, saved] = await db.batch([
      workflowStatement(context, id),
      db.sql(
        'SELECT definition FROM intake_workflow_versions WHERE intake_workflow_id = ? AND version = ? AND company_id = ?',
        id,
        version,
        actor.companyId,
      ),
    ])
    const { intakeCategoryId, label } = toConfigurable(workflow?.results[0], actor)
    const row = saved?.results[0]
    if (!row) throw notFound('This version')
    return {
      id,
      intakeCategoryId,
      label,
      version,
      definition: JSON.parse(String(row.definition)) as WorkflowDefinition,
    }
  },
})
