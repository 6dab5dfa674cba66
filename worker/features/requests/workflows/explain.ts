import type { WorkflowDefinition, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import type { IntakeCategoryType } from '../../../../schema/requests/categories/category-endpoints.ts'
import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'
import { can, type Permission } from '../../../../schema/shared/permissions.ts'
import { notFound } from '../../../core/errors.ts'
import { MEMBER, namesOfRows, namesSql, OBJECTS } from '../../../core/object-names.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { toUsualTimes, usualTimesOfRules } from '../../approvals/engine/index.ts'
import { principalsOf } from '../../approvals/workflows/index.ts'
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

const chosenIn = ({ conditionAnyOfs }: ConditionSet): string[] => conditionAnyOfs.flatMap(({ values }) => values)

const rulesOf = ({ levels }: WorkflowDefinition): WorkflowRule[] => levels.flatMap(({ rules }) => rules)

const GROUP = '(SELECT name FROM groups WHERE id = ids.id AND +company_id = ?1)'
const MATRIX = `(SELECT 'Matrix ' || name FROM approver_matrices
   WHERE id = ids.id AND +company_id = ?1 AND deleted_at IS NULL)`
const NAMES_SQL = `SELECT id, name FROM (${namesSql('SELECT value FROM json_each(?2)', [...OBJECTS, MEMBER, GROUP, MATRIX])})
   WHERE name IS NOT NULL`

/**
 * How requests of a category are approved, for everyone who can file in it. Throws NOT_FOUND for the others, a deleted
 * category and another company's.
 */
export const explainApprovals = query({
  id: 'intake.explain-approvals',
  access: 'requests.use',
  input: inputOf(endpoints.explainIntakeApprovals),
  run: async (context, { intakeCategoryId }) => {
    const { db, actor } = context
    const { companyId } = actor
    const [categories, rows] = await db.readBatch([
      db.sql(
        `SELECT type, approval_mode AS approvalMode FROM intake_categories
          WHERE id = ?1 AND company_id = ?2 AND deleted_at IS NULL`,
        intakeCategoryId,
        companyId,
      ),
      workflowsStatement(context, intakeCategoryId),
    ])
    const category = categories?.results[0]
    const needed = FILED_WITH[category?.type as IntakeCategoryType]
    if (!category || !needed || !can(actor.policy, needed)) throw notFound('The category')
    const workflows = ((rows?.results ?? []) as unknown as WorkflowRow[]).map(({ id, label, definition }) => ({
      id,
      label,
      definition: explained({ definition }),
    }))
    const definitions = workflows.map(({ definition }) => definition)
    const rules = definitions.flatMap(rulesOf)
    const named = [
      ...definitions.flatMap(principalsOf),
      ...[...definitions.map(({ entryPoints }) => entryPoints), ...rules].flatMap(chosenIn),
    ]
    const [names, usual] = await db.readBatch([
      db.sql(NAMES_SQL, companyId, JSON.stringify([...new Set(named)])),
      usualTimesOfRules(
        context,
        rules.map(({ id }) => id),
      ),
    ])
    return {
      approvalMode: (category.approvalMode as ApprovalMode | null) ?? actor.company.requestApprovalMode,
      workflows,
      names: [...namesOfRows(names?.results ?? [])].map(([id, name]) => ({ id, name })),
      usualTimes: [...toUsualTimes(usual?.results ?? [])].map(([ruleId, ms]) => ({ ruleId, ms })),
    }
  },
})
