import { copyPlanLinks } from '../../../../schema/planning/plans/endpoints.ts'
import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { planAudit } from './change.ts'
import { takenSql } from './linked-once.ts'
import { countStatements, linkOf, TARGETS } from './links.ts'
import { planOf, planStatement } from './plan.ts'

/** Linking a plan's items as those of another plan that have the same names. */

/** Items of plan ?2 that are linked to nothing, with those of plan ?3 that have their names. ?4 is the kind. */
const unlinkedPairs = (kind: PlanMappingKind): string => {
  const { table, column } = linkOf(kind)
  return `plan_items i INDEXED BY plan_items_plan
    CROSS JOIN plan_items o INDEXED BY plan_items_plan
       ON o.company_id = ?1 AND o.plan_id = ?3 AND o.kind = ?4 AND o.name_key = i.name_key
    CROSS JOIN ${table} k ON k.company_id = ?1 AND k.item_id = o.id
    WHERE i.company_id = ?1 AND i.plan_id = ?2 AND i.kind = ?4
      AND NOT EXISTS (SELECT 1 FROM ${table} n WHERE n.company_id = ?1 AND n.item_id = i.id)
      AND NOT ${takenSql(kind, `k.${column}`)}`
}

const statementsOf = (
  context: StaffContext,
  kind: PlanMappingKind,
  planId: string,
  fromPlanId: string,
): { count: D1PreparedStatement; copy: D1PreparedStatement[] } => {
  const { db, actor } = context
  const { table, column } = linkOf(kind)
  const made = (sql: string) => db.sql(sql, actor.companyId, planId, fromPlanId, kind)
  return {
    count: made(`SELECT COUNT(DISTINCT i.id) AS linked FROM ${unlinkedPairs(kind)}`),
    copy: [
      // Someone linking one of them gets a conflict.
      made(`UPDATE plan_items SET version = version + 1 WHERE id IN (SELECT i.id FROM ${unlinkedPairs(kind)})`),
      made(
        `INSERT INTO ${table} (company_id, item_id, ${column}) SELECT DISTINCT ?1, i.id, k.${column} FROM ${unlinkedPairs(kind)}`,
      ),
      ...countStatements(context, planId, [kind]),
    ],
  }
}

/** Throws NOT_FOUND for either plan, INVALID if they are the same. What is linked already stays. */
export const copyLinks = command({
  id: copyPlanLinks.id,
  access: 'plans.manage',
  input: inputOf(copyPlanLinks),
  run: async (context, { planId, kind, fromPlanId }): Promise<{ id: string; linked: number }> => {
    if (planId === fromPlanId) throw invalidField('fromPlanId', 'Choose another plan')
    const { count, copy } = statementsOf(context, kind, planId, fromPlanId)
    const [plan, from, counted] = await context.db.batch([
      planStatement(context, planId),
      planStatement(context, fromPlanId),
      count,
    ])
    const [to, source] = [planOf(plan?.results[0]), planOf(from?.results[0])]
    const linked = Number(counted?.results[0]?.linked ?? 0)
    const { noun, nouns } = TARGETS[kind]
    return commit(context, {
      subject: 'The plan',
      statements: linked > 0 ? copy : [],
      audit:
        linked > 0
          ? [
              planAudit(planId, {
                ...{ key: `m:${context.newId()}`, action: 'mapped' },
                message: `Linked ${linked.toLocaleString('en-US')} ${linked === 1 ? noun : nouns} of the plan ${to.name} as in the plan ${source.name}`,
              }),
            ]
          : [],
      result: { id: planId, linked },
    })
  },
})
