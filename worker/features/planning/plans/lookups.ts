import { z } from 'zod'
import { listPlanVendors, type PlanItem, planVendorOptions } from '../../../../schema/planning/plans/endpoints.ts'
import {
  dimensionOfKind,
  PLAN_DIMENSIONS,
  PLAN_TYPES,
  type PlanDimension,
  type PlanMappingKind,
} from '../../../../schema/planning/plans/values.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { id, type Named } from '../../../../schema/shared/values.ts'
import {
  LOOKED_COLUMNS,
  LOOKED_ID,
  type LookedRow,
  lookedPage,
  lookedSql,
  lookingFrom,
} from '../../../core/looked-page.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { toConnection } from '../../../core/paging.ts'
import { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'
import { COLUMNS } from './entries.ts'
import { planOf, planStatement } from './plan.ts'
import { seenLineSql, seenLinesSql } from './scope.ts'

/** Choosing the departments, vendors and so on of plans, by page and text. Leads find those of the lines that they see. */

interface Asked {
  kind: PlanMappingKind
  search?: string | undefined
  planId?: string | undefined
  cursor?: string | undefined
  first: number
  orderBy?: { by: string[]; dir: ('ASC' | 'DESC')[] } | undefined
}

interface ItemRow {
  id: string
  name: string
  planId: string
  planName: string
}

const ITEM = 'i.id, i.name, i.plan_id AS planId, p.name AS planName'

/** The condition that an item `i` is in a line that the person sees. Null if they see all. */
export const seenItemSql = ({ actor }: StaffContext, dimension: PlanDimension, bind: Params['bind']): string | null => {
  const seen = seenLineSql(actor, 'l', bind)
  return (
    seen &&
    `EXISTS (SELECT 1 FROM json_each('${JSON.stringify(PLAN_TYPES)}') y CROSS JOIN plan_lines l
       ON l.company_id = ?1 AND l.plan_id = i.plan_id AND l.type = y.value AND l.${COLUMNS[dimension]} = i.id WHERE ${seen})`
  )
}

/** Those of these ids that the person sees, by name. */
const chosen = (context: StaffContext, kind: PlanMappingKind, ids: readonly string[]): Promise<ItemRow[]> => {
  const { db, actor } = context
  const params = new Params(actor.companyId)
  const list = params.bind(JSON.stringify(ids))
  const seen = seenItemSql(context, dimensionOfKind(kind), params.bind)
  return db.all<ItemRow>(
    db.sql(
      `SELECT ${ITEM} FROM (SELECT DISTINCT value FROM json_each(${list})) j
        CROSS JOIN plan_items i ON i.id = j.value AND +i.company_id = ?1 AND +i.kind = '${kind}'
        CROSS JOIN plans p ON p.id = i.plan_id ${seen ? `WHERE ${seen}` : ''} ORDER BY i.name_key, i.id`,
      ...params.values,
    ),
  )
}

/**
 * Those that the person sees, by name.
 * @param more other columns of the item `i`
 */
export const itemPage = async <Node, More = unknown>(
  context: StaffContext,
  { kind, search, planId, cursor, first, orderBy }: Asked,
  nodeOf: (row: ItemRow & More) => Node,
  more?: string,
): Promise<Connection<Node>> => {
  const { db, actor } = context
  const dir = orderBy?.dir[0] ?? 'ASC'
  const params = new Params(actor.companyId)
  const { bind } = params
  const seen = seenItemSql(context, dimensionOfKind(kind), bind)
  const looking = lookingFrom({ cursor, first }, 2, seen ? 4 : 2)
  const after = looking.after
    ? `AND (name_key, id) ${dir === 'ASC' ? '>' : '<'} (${looking.after.map(bind).join(', ')})`
    : ''
  const walk = planId
    ? `plan_items INDEXED BY plan_items_plan WHERE company_id = ?1 AND plan_id = ${bind(planId)} AND kind = '${kind}'`
    : `plan_items INDEXED BY plan_items_name WHERE company_id = ?1 AND kind = '${kind}'`
  const looked = lookedSql({
    walks: [`SELECT name_key, id FROM ${walk} ${after}`],
    order: { columns: ['name_key', 'id'], directions: [dir, dir] },
    match: [...(search ? [containsText('w.name_key', bind(search))] : []), ...(seen ? [seen] : [])],
    joins: seen ? 'LEFT JOIN plan_items i ON i.id = w.id' : '',
    most: bind(looking.most),
  })
  const rows = await db.all<ItemRow & More & LookedRow>(
    db.sql(
      `WITH seen AS MATERIALIZED (${looked})
       SELECT ${LOOKED_COLUMNS}, ${ITEM}${more ? `, ${more}` : ''} FROM seen
         LEFT JOIN json_each(seen.found) j ON j.key <= ${bind(first)}
         LEFT JOIN plan_items i ON i.id = ${LOOKED_ID}
         LEFT JOIN plans p ON p.id = i.plan_id`,
      ...params.values,
    ),
  )
  return lookedPage(rows, { first, ...looking }, nodeOf)
}

const toItem = ({ id: itemId, name, planId, planName }: ItemRow): PlanItem => ({ id: itemId, name, planId, planName })

export const readPlanVendors = query({
  id: listPlanVendors.id,
  access: 'plans.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(listPlanVendors),
  run: (context, asked) => itemPage(context, { ...asked, kind: 'VENDORS' }, toItem),
})

/** With the plan's name, because several plans can have the same vendor. */
export const readPlanVendorOptions = query({
  id: planVendorOptions.id,
  access: 'plans.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(planVendorOptions),
  run: async (context, { ids, ...asked }) => {
    const option = ({ id: itemId, name, planName }: ItemRow) => ({
      label: asked.planId ? name : `${name} (${planName})`,
      value: itemId,
    })
    if (!ids) return itemPage(context, { ...asked, kind: 'VENDORS' }, option)
    const rows = await chosen(context, 'VENDORS', ids)
    return toConnection(rows, ids.length, ({ name, id: itemId }) => [name, itemId], option)
  },
})

/** Those with the largest totals. Others are found by name. */
const MOST_VENDORS = 80
const MOST_OTHERS = 100

/** What a plan can be filtered by: for people who see all of it, what its sums name. */
const optionsStatement = (context: StaffContext, planId: string, dimension: PlanDimension): D1PreparedStatement => {
  const { db, actor } = context
  const most = dimension === 'vendor' ? MOST_VENDORS : MOST_OTHERS
  const params = new Params(actor.companyId, planId)
  const seen = PLAN_TYPES.flatMap((type) => seenLinesSql(actor, `'${type}'`, params.bind) ?? [])
  const items =
    seen.length > 0
      ? `SELECT DISTINCT l.${COLUMNS[dimension]} AS item FROM (${seen.join(' UNION ')}) f CROSS JOIN plan_lines l ON l.rowid = f.line`
      : PLAN_TYPES.map(
          (type) => `SELECT item FROM (SELECT s.item_id AS item FROM plan_sums s INDEXED BY plan_sums_total
          WHERE s.company_id = ?1 AND s.plan_id = ?2 AND s.type = '${type}' AND s.dimension = '${dimension}'
          ORDER BY s.total_minor DESC, s.item_id DESC LIMIT ${most + 1})`,
        ).join(' UNION ')
  return db.sql(
    `SELECT i.id, i.name FROM (${items}) f CROSS JOIN plan_items i ON i.id = f.item LIMIT ${most}`,
    ...params.values,
  )
}

export type PlanOptions = Record<'departments' | 'businessUnits' | 'categories' | 'locations' | 'vendors', Named[]>

const byName = (a: Named, b: Named): number => a.name.localeCompare(b.name)

/** Throws NOT_FOUND for a plan that isn't the company's. */
export const readPlanOptions = query({
  id: 'plans.filter-options',
  access: 'plans.use',
  readsFirst: true,
  input: z.object({ planId: id }),
  run: async (context, { planId }): Promise<PlanOptions> => {
    const [plan, ...found] = await context.db.batch([
      planStatement(context, planId),
      ...PLAN_DIMENSIONS.map((dimension) => optionsStatement(context, planId, dimension)),
    ])
    planOf(plan?.results[0])
    const [departments = [], businessUnits = [], categories = [], locations = [], vendors = []] = found.map(
      ({ results }) => (results as unknown as Named[]).toSorted(byName),
    )
    return { departments, businessUnits, categories, locations, vendors }
  },
})
