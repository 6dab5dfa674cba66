import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { InUseReason } from '../../../../schema/platform/organisation/endpoints.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'

const SHOWN = 20

/** SQL that finds active workflows whose definition uses one of the ids in `named`, which has a column `id`. */
const namingWorkflows = (named: string, companyId: string): string =>
  `FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
    WHERE w.company_id = ${companyId} AND w.deleted_at IS NULL AND c.deleted_at IS NULL
      AND EXISTS (SELECT 1 FROM (${named}) named WHERE instr(w.definition, '"' || named.id || '"'))`

/** The same for rule sets. */
const namingRuleSets = (named: string, companyId: string): string =>
  `FROM rule_sets rs
    WHERE rs.company_id = ${companyId} AND rs.deleted_at IS NULL
      AND EXISTS (SELECT 1 FROM (${named}) named WHERE instr(rs.content, '"' || named.id || '"'))`

/** The condition of a statement that removes the ids in the list `ids`: nothing saved since uses one of them. */
export const unused = (ids: string, companyId: string): string => {
  const named = `SELECT value AS id FROM json_each(${ids})`
  return `NOT EXISTS (SELECT 1 ${namingWorkflows(named, companyId)})
    AND NOT EXISTS (SELECT 1 ${namingRuleSets(named, companyId)})`
}

interface WorkflowUse {
  id: string
  label: string
  definition: string
  categoryId: string
  category: string
}

/** The rules of workflows and rule sets that use the matrix, or one of its columns. */
const usesOf = async ({ db, actor }: StaffContext, ids: readonly string[]): Promise<InUseReason[]> => {
  const [workflows, sets] = await db.batch([
    db.sql(
      `SELECT w.id, w.label, w.definition, c.id AS categoryId, c.name AS category
       ${namingWorkflows('SELECT value AS id FROM json_each(?2)', '?1')}
        ORDER BY c.ordinal, w.ordinal LIMIT ?3`,
      actor.companyId,
      JSON.stringify(ids),
      SHOWN,
    ),
    db.sql(
      `SELECT rs.id, rs.name, rs.subject ${namingRuleSets('SELECT value AS id FROM json_each(?2)', '?1')} ORDER BY rs.ordinal LIMIT ?3`,
      actor.companyId,
      JSON.stringify(ids),
      SHOWN,
    ),
  ])
  const rows = (workflows?.results ?? []) as unknown as WorkflowUse[]
  const ruleSets = (sets?.results ?? []).map(
    ({ id, name, subject }): InUseReason => ({
      kind: 'RULE_SET',
      text: `A rule of the rule set ${name} uses its approvers`,
      href: hrefOf(subject === 'BILL' ? 'BILL_RULE_SET' : 'SPEND_RULE_SET', String(id)),
    }),
  )
  const ofWorkflows = rows.flatMap((row) =>
    (JSON.parse(row.definition) as WorkflowDefinition).levels
      .flatMap((level) => level.rules)
      .filter((rule) => [rule.approverMatrixId, rule.approverMatrixColumnId].some((id) => id && ids.includes(id)))
      .map(
        (rule): InUseReason => ({
          kind: 'WORKFLOW',
          text: `The rule “${rule.label}” of the workflow ${row.label} (${row.category}) uses its approvers`,
          href: `/settings/intake-categories/${row.categoryId}/workflows/${row.id}`,
        }),
      ),
  )
  return [...ofWorkflows, ...ruleSets]
}

/** Throws RULE_BROKEN (IN_USE) with the reasons as details. */
export const refuseWhileInUse = async (
  context: StaffContext,
  ids: readonly string[],
  message: string,
): Promise<void> => {
  const reasons = await usesOf(context, ids)
  if (reasons.length > 0) throw new AppError('RULE_BROKEN', message, { reason: 'IN_USE', details: reasons })
}
