import { z } from 'zod'
import * as endpoints from '../../../../schema/planning/plans/endpoints.ts'
import { MOST_PLANS, type PlanType, planMonths, planRangeProblem } from '../../../../schema/planning/plans/values.ts'
import { id } from '../../../../schema/shared/values.ts'
import { type Audit, commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { LinesByName, lineStatements } from './entries.ts'
import { type PlanRow, requirePlan } from './plan.ts'

/** Making, changing and deleting plans. */

export const planAudit = (
  planId: string,
  { key, action, message, changeData }: { key: string; action: string; message: string; changeData?: unknown },
): Audit => ({
  ...{ changeKey: `plan:${planId}:${key}`, action: `plan.${action}`, targetType: 'PLAN', targetId: planId, message },
  changeData,
})

export interface NewPlan {
  name: string
  description: string
  startYearMonth: string
  endYearMonth: string
}

/** Throws INVALID for months in the wrong order, and too many. */
export const requireRange = ({ startYearMonth, endYearMonth }: Pick<NewPlan, 'startYearMonth' | 'endYearMonth'>) => {
  const problem = planRangeProblem(startYearMonth, endYearMonth)
  if (problem) throw invalidField('endYearMonth', problem)
}

const NAME = 'company_id = ?1 AND lower(name) = lower(?2)'
const nameTaken = () => invalidField('name', 'Another plan has this name')

/**
 * The rows of a new plan without lines. Throws RULE_BROKEN if the company has as many as it can, INVALID if one has its
 * name. Of two made at once with one name, the second one is refused when it is written.
 */
export const newPlanStatements = async (context: StaffContext, planId: string, given: NewPlan) => {
  const { db, actor, clock } = context
  const { companyId } = actor
  const { name, description, startYearMonth, endYearMonth } = given
  const counted = await db.first<{ count: number; named: number }>(
    db.sql(
      `SELECT COUNT(*) AS count, SUM(lower(name) = lower(?2)) AS named FROM plans WHERE company_id = ?1`,
      companyId,
      name,
    ),
  )
  if ((counted?.count ?? 0) >= MOST_PLANS)
    throw new AppError('RULE_BROKEN', `A company has at most ${MOST_PLANS} plans. Delete one that you no longer need.`)
  if (counted?.named) throw nameTaken()
  return {
    statements: [
      db.sql(
        `INSERT INTO plans (id, company_id, name, description, start_month, end_month, currency, created_by_user_id, created_at)
         SELECT ?3, ?1, ?2, ?4, ?5, ?6, ?7, ?8, ?9 WHERE NOT EXISTS (SELECT 1 FROM plans WHERE ${NAME})`,
        ...[companyId, name, planId, description, startYearMonth, endYearMonth],
        ...[actor.company.currency, actor.userId, clock.now()],
      ),
      guardOneRow(db),
    ],
    audit: planAudit(planId, {
      ...{ key: 'v1', action: 'created', message: `Created the plan ${name}` },
      changeData: { after: { name, description, startYearMonth, endYearMonth } },
    }),
  }
}

export const createPlan = command({
  id: 'plans.create',
  access: 'plans.manage',
  input: z.object(endpoints.newPlan),
  run: async (context, given): Promise<{ id: string }> => {
    requireRange(given)
    const planId = context.newId()
    const { statements, audit } = await newPlanStatements(context, planId, given)
    return commit(context, { subject: 'The list of plans', statements, audit: [audit], result: { id: planId } })
  },
})

/** Throws NOT_FOUND, CONFLICT if it was changed since the given version. */
export const updatePlan = command({
  id: endpoints.updatePlan.id,
  access: 'plans.manage',
  input: inputOf(endpoints.updatePlan),
  run: lastWriteWins(
    async (
      context: StaffContext,
      {
        planId,
        name,
        description,
        version,
      }: { planId: string; name: string; description: string; version?: number | undefined },
    ): Promise<{ id: string }> => {
      const { db, actor } = context
      const plan = await requirePlan(context, planId)
      if (version !== undefined && plan.version !== version) throw staleVersion('The plan')
      const isSame = plan.name === name && plan.description === description
      const isRenamed = plan.name.toLowerCase() !== name.toLowerCase()
      if (isRenamed && (await db.first(db.sql(`SELECT 1 AS one FROM plans WHERE ${NAME}`, actor.companyId, name))))
        throw nameTaken()
      const before = { name: plan.name, description: plan.description }
      return commit(context, {
        subject: 'The plan',
        statements: isSame
          ? []
          : [
              db.sql(
                `UPDATE plans SET name = ?2, description = ?3, version = version + 1
                  WHERE id = ?4 AND company_id = ?1 AND version = ?5
                    AND (?6 = 0 OR NOT EXISTS (SELECT 1 FROM plans WHERE ${NAME}))`,
                ...[actor.companyId, name, description, planId, plan.version, isRenamed ? 1 : 0],
              ),
              guardOneRow(db),
            ],
        audit: isSame
          ? []
          : [
              planAudit(planId, {
                ...{ key: `v${plan.version + 1}`, action: 'changed', message: `Changed the plan ${name}` },
                changeData: { before, after: { name, description } },
              }),
            ],
        result: { id: planId },
      })
    },
  ),
})

/** Throws NOT_FOUND. Its history stays. */
const remove = async (context: StaffContext, planId: string): Promise<PlanRow> => {
  const { db, actor } = context
  const { companyId } = actor
  const plan = await requirePlan(context, planId)
  const links = (table: string): D1PreparedStatement =>
    db.sql(
      `DELETE FROM ${table} WHERE company_id = ?1 AND item_id IN (SELECT i.id FROM plan_items i WHERE i.company_id = ?1 AND i.plan_id = ?2)`,
      companyId,
      planId,
    )
  await commit(context, {
    subject: 'The plan',
    statements: [
      db.sql('DELETE FROM plans WHERE id = ? AND company_id = ?', planId, companyId),
      guardOneRow(db),
      links('plan_unit_links'),
      links('plan_vendor_links'),
      db.sql('DELETE FROM plan_items WHERE company_id = ? AND plan_id = ?', companyId, planId),
      db.sql('DELETE FROM plan_item_counts WHERE company_id = ? AND plan_id = ?', companyId, planId),
      db.sql('DELETE FROM plan_lines WHERE company_id = ? AND plan_id = ?', companyId, planId),
      db.sql('DELETE FROM plan_sums WHERE company_id = ? AND plan_id = ?', companyId, planId),
    ],
    audit: [
      planAudit(planId, {
        ...{ key: 'deleted', action: 'deleted', message: `Deleted the plan ${plan.name}` },
        changeData: { before: { name: plan.name, startYearMonth: plan.startMonth, endYearMonth: plan.endMonth } },
      }),
    ],
    result: { id: planId },
  })
  return plan
}

export const deletePlan = command({
  id: endpoints.deletePlan.id,
  access: 'plans.manage',
  input: inputOf(endpoints.deletePlan),
  run: async (context, { planId }): Promise<{ id: string }> => {
    await remove(context, planId)
    return { id: planId }
  },
})

/** Throws NOT_FOUND, INVALID beside an entry whose month isn't one of the plan. */
const addEntries = (type: PlanType) =>
  command({
    id: `plans.add-${type}-entries`,
    access: 'plans.manage',
    input: z.object({ planId: id, entries: endpoints.planEntries }),
    run: lastWriteWins(
      async (
        context: StaffContext,
        { planId, entries }: { planId: string; entries: endpoints.PlanEntry[]; version?: undefined },
      ): Promise<{ id: string }> => {
        const plan = await requirePlan(context, planId)
        const places = new Map(planMonths(plan.startMonth, plan.endMonth).map((month, at) => [month, at]))
        const byName = new LinesByName(places.size)
        entries.forEach(({ yearMonth, amount, department, businessUnit, category, location, vendor }, at) => {
          const month = places.get(yearMonth)
          if (month === undefined)
            throw invalidField(
              `entries.${at}.yearMonth`,
              `${yearMonth} isn’t a month of the plan, which is from ${plan.startMonth} to ${plan.endMonth}.`,
            )
          const names = { department, businessUnit, category, location, vendor }
          byName.add(
            {
              ...{ department: names.department || null, businessUnit: names.businessUnit || null },
              ...{ category: names.category || null, location: names.location || null, vendor: names.vendor || null },
            },
            month,
            amount,
          )
        })
        if (byName.isTooLarge) throw invalidField('entries', 'These amounts are too large to be added up.')
        const noun = entries.length === 1 ? 'entry' : 'entries'
        return commit(context, {
          subject: 'The plan',
          statements: lineStatements(context, plan, { [type]: byName.lines }, 'entries'),
          audit: [
            planAudit(planId, {
              ...{ key: `r${plan.revision + 1}`, action: 'entries-added' },
              message: `Added ${entries.length.toLocaleString('en-US')} ${type} ${noun} to the plan ${plan.name}`,
            }),
          ],
          result: { id: planId },
        })
      },
    ),
  })

export const addExpenseEntries = addEntries('expense')
export const addRevenueEntries = addEntries('revenue')
