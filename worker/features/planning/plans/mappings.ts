import { z } from 'zod'
import { MOST_LINKS, type Plan } from '../../../../schema/planning/plans/endpoints.ts'
import { planItems } from '../../../../schema/planning/plans/tables.ts'
import {
  LONGEST_PLAN_ITEM,
  PLAN_MAPPING_KINDS,
  type PlanMappingKind,
  planMappingKind,
} from '../../../../schema/planning/plans/values.ts'
import { type Connection, pageQuery } from '../../../../schema/shared/paging.ts'
import { id, type Named, requiredText } from '../../../../schema/shared/values.ts'
import { AppError, invalidFields, notFound } from '../../../core/errors.ts'
import { command, query, type StaffContext } from '../../../core/operation.ts'
import { encodeCursor } from '../../../core/paging.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'
import { mappedObjectsSql } from '../actuals/index.ts'
import { saveChanges } from './items.ts'
import { linkOf, TARGETS } from './links.ts'
import { itemPage } from './lookups.ts'
import { itemCountsOf, planOf, planStatement, readPlanRows, requirePlan, toPlan } from './plan.ts'

/**
 * The departments, vendors and so on of plans with what they are in the company, and what of the accounting system is
 * mapped to that.
 */

export interface MappedItem extends Named {
  planId: string
  linked: LinkedThing[]
}
export type LinkedThing = Named & { objects: (Named & { erpId: string })[] }

/** With what it is linked to, a row takes about six. */
const MOST_ITEMS = 40
/** A page of the list is looked for in so many parts. */
const MOST_PAGES = 10
const first = z.number().int().min(1).max(MOST_ITEMS).default(MOST_ITEMS)
/** The last item of the page before. */
const after = id.optional()

/** SQL: a JSON list of what the item `i` of company ?1 is. */
const linkedSql = (kind: PlanMappingKind): string => {
  const { table, column } = linkOf(kind)
  return `(SELECT json_group_array(json_object('id', l.id, 'name', l.name, 'objects', json(l.objects))) FROM (
    SELECT t.id, t.name, ${mappedObjectsSql(TARGETS[kind].referred)} AS objects
      FROM ${table} k CROSS JOIN ${TARGETS[kind].table} t ON t.id = k.${column} AND +t.company_id = ?1
     WHERE k.company_id = ?1 AND k.item_id = i.id ORDER BY lower(t.name), t.id) l)`
}

/** Names are unique in a plan, and kept in this order. */
const textsOf = (kind: PlanMappingKind) => {
  const row = columns(
    select(planItems, 'i', ['id', 'name', 'nameKey', 'planId']),
    computed<{ linked: string }>({ linked: linkedSql(kind) }),
  )
  return {
    one: typed`SELECT ${row} FROM plan_items i
      WHERE i.id = ?2 AND +i.company_id = ?1 AND +i.kind = ?3 AND (?4 IS NULL OR +i.plan_id = ?4)`,
    next: typed`SELECT ${row} FROM plan_items i INDEXED BY plan_items_plan
      WHERE i.company_id = ?1 AND i.plan_id = ?2 AND i.kind = ?3
        AND i.name_key > coalesce((SELECT a.name_key FROM plan_items a WHERE a.id = ?4 AND +a.plan_id = ?2), '')
      ORDER BY i.name_key LIMIT ?5`,
  }
}
const TEXTS = Object.fromEntries(PLAN_MAPPING_KINDS.map((kind) => [kind, textsOf(kind)])) as Record<
  PlanMappingKind,
  ReturnType<typeof textsOf>
>

const mapped = ({ id: itemId, name, planId, linked }: MappedRow): MappedItem => ({
  id: itemId,
  name,
  planId,
  linked: JSON.parse(linked) as LinkedThing[],
})
type MappedRow = Named & { planId: string; linked: string }

const seenPage = (
  context: StaffContext,
  asked: { planId: string; kind: PlanMappingKind; first: number; cursor?: string | undefined },
): Promise<Connection<MappedItem>> =>
  itemPage<MappedItem, { linked: string }>(context, asked, mapped, `${linkedSql(asked.kind)} AS linked`)

/** The vendors of a plan that the person sees. Throws NOT_FOUND. */
export const readVendorsOf = query({
  id: 'plans.vendors',
  access: 'plans.use',
  readsFirst: true,
  untilFound: true,
  input: z.object({ planId: id, cursor: pageQuery.shape.cursor, first }),
  run: async (context, asked) => {
    await requirePlan(context, asked.planId)
    return seenPage(context, { ...asked, kind: 'VENDORS' })
  },
})

/** Those of a plan that the person sees, by name. Throws NOT_FOUND for the plan, and for an item that isn't its own. */
export const readItemsOf = query({
  id: 'plans.items-of',
  access: 'plans.use',
  readsFirst: true,
  input: z.object({ planId: id, kind: planMappingKind, after, first }),
  run: async (context, { planId, kind, after: afterId, first: most }): Promise<MappedItem[]> => {
    const [plan, last] = await context.db.readBatch([
      planStatement(context, planId),
      ...(afterId ? [itemStatement(context, { kind, itemId: afterId, planId })] : []),
    ])
    planOf(plan.results[0])
    let cursor = last ? encodeCursor([itemOf(last.results[0]).nameKey, afterId ?? '']) : undefined
    const items: MappedItem[] = []
    // People who see a part of the plan may have few of many.
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const page = await seenPage(context, { planId, kind, cursor, first: most - items.length })
      items.push(...page.edges.map(({ node }) => node))
      cursor = page.pageInfo.endCursor ?? undefined
      if (!page.pageInfo.hasNextPage || items.length === most || !cursor) break
    }
    return items
  },
})

const itemStatement = (
  { db, actor }: StaffContext,
  { kind, itemId, planId }: { kind: PlanMappingKind; itemId: string; planId?: string },
) => db.sql(TEXTS[kind].one, actor.companyId, itemId, kind, planId ?? null)

const itemOf = <Row>(row: Row | null | undefined): Row => {
  if (!row) throw notFound('The row')
  return row
}

/** "business-units" in ids of operations. */
const slugOf = (kind: PlanMappingKind): string => kind.toLowerCase().replace('_', '-')

/** Throws NOT_FOUND, also for a row of another kind. */
export const readItem = (kind: PlanMappingKind) =>
  query({
    id: `plans.item-of-${slugOf(kind)}`,
    access: 'plans.manage',
    readsFirst: true,
    input: z.object({ id }),
    run: async (context, { id: itemId }): Promise<MappedItem> =>
      mapped(itemOf(await context.db.first(itemStatement(context, { kind, itemId })))),
  })

const renamed = z.object({ id, name: requiredText(LONGEST_PLAN_ITEM) })
const targets = z.array(id).max(MOST_LINKS, `At most ${MOST_LINKS}`)

/** The same fault beside the field that this door has. */
const besideOwn = (error: unknown, field: string): unknown =>
  error instanceof AppError && error.fields
    ? invalidFields(
        Object.fromEntries(
          Object.entries(error.fields).map(([at, message]) => [
            at === 'changes.0.targetIds' ? field : at.replace('changes.0.', ''),
            message,
          ]),
        ),
      )
    : error

/**
 * Names it, and links it to these alone. Throws NOT_FOUND, INVALID beside what is wrong.
 * @param field the name of the list of what it is linked to
 */
export const saveItem = (kind: PlanMappingKind, field: string) =>
  command({
    id: `plans.save-item-of-${slugOf(kind)}`,
    access: 'plans.manage',
    input: renamed.extend({ [field]: targets }),
    run: async (context, given): Promise<{ id: string }> => {
      const { id: itemId, name } = renamed.parse(given)
      const { planId } = itemOf(await context.db.first(itemStatement(context, { kind, itemId })))
      const changes = [{ id: itemId, name, targetIds: targets.parse(given[field]) }]
      try {
        return await saveChanges(context, { planId, kind, changes }, () => ({ id: itemId }))
      } catch (error) {
        throw besideOwn(error, field)
      }
    },
  })

/** The next items of a plan, and one more. */
const itemsStatement = (
  { db, actor }: StaffContext,
  {
    planId,
    kind,
    afterId,
    most,
  }: { planId: string; kind: PlanMappingKind; afterId?: string | undefined; most: number },
) => db.sql(TEXTS[kind].next, actor.companyId, planId, kind, afterId ?? null, most + 1)

export interface PlanMappings extends Plan {
  items: MappedItem[]
  /** The plan has others behind these. */
  hasMore: boolean
}

/**
 * Plans that name something of the kind, those that start last first, with as many items as fit. With a plan, those of it
 * alone, behind one of them. Throws NOT_FOUND for the plan.
 */
export const readMappings = query({
  id: 'plans.mappings',
  access: 'plans.manage',
  readsFirst: true,
  input: z.object({ kind: planMappingKind, planId: id.optional(), after, first }),
  run: async (context, { kind, planId, after: afterId, first: most }): Promise<PlanMappings[]> => {
    const rows = planId ? [await requirePlan(context, planId)] : await readPlanRows(context)
    let left = most
    const plans = rows.flatMap((row) => {
      const taken = Math.min(left, itemCountsOf(row)[kind] ?? 0)
      if (itemCountsOf(row)[kind] === undefined) return []
      left -= taken
      return [{ plan: toPlan(row), taken }]
    })
    const begun = plans.filter(({ taken }) => taken > 0)
    const found =
      begun.length > 0
        ? await context.db.readBatch(
            begun.map(({ plan, taken }) => itemsStatement(context, { planId: plan.id, kind, afterId, most: taken })),
          )
        : []
    return plans.map(({ plan, taken }, at) => {
      const items = found[at]?.results ?? []
      return { ...plan, items: items.slice(0, taken).map(mapped), hasMore: taken === 0 || items.length > taken }
    })
  },
})
