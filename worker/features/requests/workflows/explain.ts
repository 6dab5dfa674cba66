import type { WorkflowDefinition, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import type { IntakeCategoryType } from '../../../../schema/requests/categories/category-endpoints.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { can, type Permission } from '../../../../schema/shared/permissions.ts'
import { notFound } from '../../../core/errors.ts'
import { MEMBER, namesOfRows, namesSql, OBJECTS } from '../../../core/object-names.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { toUsualTimes, usualTimesOf } from '../../approvals/engine/index.ts'
import { type WorkflowRow, workflowsStatement } from './operations.ts'

/** Workflows as requesters see them. */

/** What a person needs to file in a category of this type. No one files in the others. */
const FILED_WITH: Partial<Record<IntakeCategoryType, Permission>> = {
  INTERNAL: 'requests.use',
  PUBLIC: 'sourcing.use',
  VENDOR: 'vendor-forms.use',
  CUSTOM_VENDOR_FORM: 'vendor-forms.use',
}

/** Who approves and when. Settings may hold addresses and texts for others, and watchers don't decide. */
const forRequesters = (rule: WorkflowRule): WorkflowRule => ({
  ...rule,
  settings: {},
  watcherType: 'NO_WATCHERS',
  watcherGroupIds: [],
  watcherUserIds: [],
})

const explained = ({ definition }: Pick<WorkflowRow, 'definition'>): WorkflowDefinition => {
  const { entryPoints, levels } = JSON.parse(definition) as WorkflowDefinition
  return { entryPoints, levels: levels.map((level) => ({ ...level, rules: level.rules.map(forRequesters) })) }
}

const GROUP = '(SELECT name FROM groups WHERE id = ids.id AND +company_id = ?1)'
const MATRIX = `(SELECT 'Matrix ' || name FROM approver_matrices
   WHERE id = ids.id AND +company_id = ?1 AND deleted_at IS NULL)`
/** The values in the definitions of category ?2's workflows that meet a condition. */
const inDefinitions = (condition: string): string => `SELECT DISTINCT j.value FROM intake_workflows w
  CROSS JOIN json_tree(w.definition) j
  WHERE w.company_id = ?1 AND w.intake_category_id = ?2 AND w.deleted_at IS NULL AND ${condition}`

/** Whom rules ask, and what conditions choose. */
const NAMED = inDefinitions(`j.type = 'text' AND (j.key = 'approverMatrixId' OR j.path LIKE '%.approverGroupIds'
  OR j.path LIKE '%.approverUserIds' OR j.path LIKE '%.values')`)
const NAMES_SQL = `SELECT id, name FROM (${namesSql(NAMED, [...OBJECTS, MEMBER, GROUP, MATRIX])}) WHERE name IS NOT NULL`

const RULES = inDefinitions("j.key = 'id' AND j.path LIKE '$.levels[%].rules[%]'")

/**
 * How requests of a category are approved, for everyone who can file in it. Throws NOT_FOUND for the others, a deleted
 * category and another company's.
 */
export const explainApprovals = query({
  id: 'intake.explain-approvals',
  access: 'requests.use',
  input: inputOf(endpoints.explainIntakeApprovals),
  readsFirst: true,
  run: async (context, { intakeCategoryId }) => {
    const { db, actor } = context
    const { companyId } = actor
    const [categories, rows, names, usual] = await db.batch([
      db.sql(
        `SELECT type, approval_mode AS approvalMode FROM intake_categories
          WHERE id = ?1 AND company_id = ?2 AND deleted_at IS NULL`,
        intakeCategoryId,
        companyId,
      ),
      workflowsStatement(context, intakeCategoryId),
      db.sql(NAMES_SQL, companyId, intakeCategoryId),
      usualTimesOf(db, RULES, companyId, intakeCategoryId),
    ])
    const category = categories?.results[0]
    const needed = FILED_WITH[category?.type as IntakeCategoryType]
    if (!category || !needed || !can(actor.policy, needed)) throw notFound('The category')
    const workflows = ((rows?.results ?? []) as unknown as WorkflowRow[]).map(({ id, label, definition }) => ({
      id,
      label,
      definition: explained({ definition }),
    }))
    return {
      approvalMode: (category.approvalMode as ApprovalMode | null) ?? actor.company.requestApprovalMode,
      workflows,
      names: [...namesOfRows(names?.results ?? [])].map(([id, name]) => ({ id, name })),
      usualTimes: [...toUsualTimes(usual?.results ?? [])].map(([ruleId, ms]) => ({ ruleId, ms })),
    }
  },
})
