import {
  listPlanItems,
  type PlanItemChange,
  type PlanItemRow,
  savePlanItems,
} from '../../../../schema/planning/plans/endpoints.ts'
import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import { nameKeyOf } from '../../../../schema/shared/name-match.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardRows } from '../../../core/database.ts'
import { AppError, invalidField, invalidFields, notFound, staleVersion } from '../../../core/errors.ts'
import {
  LOOKED_COLUMNS,
  LOOKED_ID,
  type LookedRow,
  lookedPage,
  lookedSql,
  lookingFrom,
} from '../../../core/looked-page.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'
import { candidatesOf, proposalOf } from '../actuals/index.ts'
import { planAudit } from './change.ts'
import { linkedElsewhereStatement, linkedTwice } from './linked-once.ts'
import { countStatements, linkedStatement, linkOf, TARGETS } from './links.ts'
import { planOf, planStatement } from './plan.ts'

/** The departments, vendors and so on of a plan, and what they are in the company. */

interface StoredItem {
  id: string
  name: string
  version: number
}
type Linked = Named & { item: string }

interface AskedPage {
  planId: string
  kind: PlanMappingKind
  search?: string | undefined
  show: 'ALL' | 'UNMAPPED'
  first: number
  looking: ReturnType<typeof lookingFrom>
}

const pageStatement = (
  { db, actor }: StaffContext,
  { planId, kind, search, show, first, looking }: AskedPage,
): D1PreparedStatement => {
  const params = new Params(actor.companyId, planId, kind)
  const { bind } = params
  const { table, column } = linkOf(kind)
  const after = looking.after ? `AND (name_key, id) > (${looking.after.map(bind).join(', ')})` : ''
  const unmapped = `NOT EXISTS (SELECT 1 FROM ${table} k WHERE k.company_id = ?1 AND k.item_id = w.id)`
  const seen = lookedSql({
    walks: [
      `SELECT name_key, id FROM plan_items INDEXED BY plan_items_plan
        WHERE company_id = ?1 AND plan_id = ?2 AND kind = ?3 ${after}`,
    ],
    order: { columns: ['name_key', 'id'], directions: ['ASC', 'ASC'] },
    match: [...(search ? [containsText('w.name_key', bind(search))] : []), ...(show === 'UNMAPPED' ? [unmapped] : [])],
    most: bind(looking.most),
  })
  return db.sql(
    `WITH seen AS MATERIALIZED (${seen})
     SELECT ${LOOKED_COLUMNS}, i.id, i.name, i.version, (
         SELECT json_group_array(json_object('id', t.id, 'name', t.name)) FROM (
           SELECT t.id, t.name FROM ${table} k CROSS JOIN ${TARGETS[kind].table} t ON t.id = k.${column} AND +t.company_id = ?1
            WHERE k.company_id = ?1 AND k.item_id = i.id ORDER BY lower(t.name), t.id) t) AS linked FROM seen
       LEFT JOIN json_each(seen.found) j ON j.key <= ${bind(first)}
       LEFT JOIN plan_items i ON i.id = ${LOOKED_ID}`,
    ...params.values,
  )
}

type ItemsPage = Connection<PlanItemRow> & { total: number; unlinked: number }

export const listItems = query({
  id: listPlanItems.id,
  access: 'plans.manage',
  readsFirst: true,
  input: inputOf(listPlanItems),
  run: async (context, { cursor, first, ...asked }): Promise<ItemsPage> => {
    const looking = lookingFrom({ cursor, first }, 2, 2)
    const [plan, counted, found] = await context.db.batch([
      planStatement(context, asked.planId),
      context.db.sql(
        'SELECT total, unlinked FROM plan_item_counts WHERE company_id = ? AND plan_id = ? AND kind = ?',
        ...[context.actor.companyId, asked.planId, asked.kind],
      ),
      pageStatement(context, { ...asked, first, looking }),
    ])
    planOf(plan?.results[0])
    const page = lookedPage(
      (found?.results ?? []) as unknown as (StoredItem & LookedRow & { linked: string })[],
      { first, ...looking },
      ({ id, name, version, linked }) => ({ id, name, version, linked: JSON.parse(linked) as Named[] }),
    )
    const { matched } = TARGETS[asked.kind]
    const open = page.edges.flatMap(({ node }) => (node.linked.length > 0 ? [] : node.name))
    const candidates = await candidatesOf(context, matched, open)
    const proposed = (name: string): Named | null => {
      const proposal = proposalOf(matched, name, candidates)
      return proposal.id === null ? null : { id: proposal.id, name: proposal.name }
    }
    const [count] = (counted?.results ?? []) as unknown as { total: number; unlinked: number }[]
    return {
      ...page,
      ...(count ?? { total: 0, unlinked: 0 }),
      edges: page.edges.map(({ cursor: at, node }) => ({
        cursor: at,
        node: { ...node, proposal: node.linked.length > 0 ? null : proposed(node.name) },
      })),
    }
  },
})

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The rows, their links, and what they should be linked to, all of this company. */
const readAll = async (
  context: StaffContext,
  planId: string,
  kind: PlanMappingKind,
  changes: readonly PlanItemChange[],
) => {
  const { db, actor } = context
  const ids = changes.map(({ id }) => id)
  const targetIds = [...new Set(changes.flatMap((change) => change.targetIds ?? []))]
  const [plan, items, links, targets, elsewhere] = await db.batch([
    planStatement(context, planId),
    db.sql(
      `SELECT i.id, i.name, i.version FROM json_each(?3) j
        CROSS JOIN plan_items i ON i.id = j.value AND +i.plan_id = ?2 AND +i.kind = ?4 AND +i.company_id = ?1`,
      ...[actor.companyId, planId, JSON.stringify(ids), kind],
    ),
    linkedStatement(context, kind, ids),
    db.sql(
      `SELECT t.id, t.name FROM json_each(?2) j CROSS JOIN ${TARGETS[kind].table} t ON t.id = j.value AND +t.company_id = ?1`,
      actor.companyId,
      JSON.stringify(targetIds),
    ),
    linkedElsewhereStatement(context, planId, kind, targetIds),
  ])
  const found = new Map(((items?.results ?? []) as unknown as StoredItem[]).map((item) => [item.id, item]))
  const known = new Map(((targets?.results ?? []) as unknown as Named[]).map(({ id, name }) => [id, name]))
  const faults: Record<string, string> = {}
  changes.forEach(({ id, targetIds: wanted = [] }, at) => {
    if (!found.has(id)) throw notFound('One of the rows')
    if (ids.indexOf(id) !== at) faults[`changes.${at}.id`] = 'Each row can be changed once in a save'
    if (wanted.some((target) => !known.has(target)))
      faults[`changes.${at}.targetIds`] = `Choose ${article(TARGETS[kind].noun)} of your company`
  })
  const linked = Map.groupBy((links?.results ?? []) as unknown as Linked[], ({ item }) => item)
  const nameOf = (id: string) => known.get(id) ?? ''
  const rows = changes.map(({ id, targetIds: after }) => {
    const before = (linked.get(id) ?? []).map((each) => each.id)
    return { id, name: found.get(id)?.name ?? '', before, after: after ?? before }
  })
  Object.assign(faults, linkedTwice(rows, elsewhere?.results ?? [], nameOf))
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  return {
    plan: planOf(plan?.results[0]),
    found,
    linked,
    nameOf,
  }
}

interface Save {
  planId: string
  kind: PlanMappingKind
  changes: readonly PlanItemChange[]
}

const saveOnce = async <Result>(
  context: StaffContext,
  { planId, kind, changes }: Save,
  resultOf: (changed: number) => Result,
): Promise<Result> => {
  const { db, actor } = context
  const { plan, found, linked, nameOf } = await readAll(context, planId, kind, changes)
  const changed = changes.flatMap(({ id, version, name, targetIds }) => {
    const item = found.get(id) as StoredItem
    if (version !== undefined && version !== item.version) throw staleVersion(item.name)
    const before = (linked.get(id) ?? []).map((each) => ({ id: each.id, name: each.name }))
    const links = targetIds ? [...new Set(targetIds)] : before.map((each) => each.id)
    const isSame = before.length === links.length && before.every((each) => links.includes(each.id))
    if (isSame && (name ?? item.name) === item.name) return []
    return [{ id, version: item.version, name: name ?? item.name, before: { name: item.name, links: before }, links }]
  })
  const { table, column } = linkOf(kind)
  const list = JSON.stringify(changed.map(({ id, version, name }) => ({ id, version, name, key: nameKeyOf(name) })))
  const pairs = changed.flatMap(({ id, links }) => links.map((target) => ({ id, target })))
  const [first] = changed
  const { noun, nouns } = TARGETS[kind]
  const what =
    changed.length === 1 ? `the ${noun} ${first?.name}` : `${changed.length.toLocaleString('en-US')} ${nouns}`
  const saveId = context.newId()
  return commit(context, {
    subject: 'One of the rows',
    statements: first
      ? [
          db.sql(
            `UPDATE plan_items SET version = plan_items.version + 1, name = j.value ->> 'name', name_key = j.value ->> 'key'
              FROM json_each(?2) j
              WHERE plan_items.id = j.value ->> 'id' AND +plan_items.company_id = ?1
                AND plan_items.version = j.value ->> 'version'`,
            actor.companyId,
            list,
          ),
          guardRows(db, changed.length),
          db.sql(
            `DELETE FROM ${table} WHERE company_id = ?1 AND item_id IN (SELECT value ->> 'id' FROM json_each(?2))`,
            actor.companyId,
            list,
          ),
          db.sql(
            `INSERT INTO ${table} (company_id, item_id, ${column})
             SELECT ?1, value ->> 'id', value ->> 'target' FROM json_each(?2)`,
            actor.companyId,
            JSON.stringify(pairs),
          ),
          ...countStatements(context, planId, [kind]),
        ]
      : [],
    audit: first
      ? [
          planAudit(planId, {
            ...{ key: `m:${saveId}`, action: 'mapped' },
            message: `Changed what ${what} of the plan ${plan.name} ${changed.length === 1 ? 'is' : 'are'} linked to`,
            changeData: {
              before: Object.fromEntries(
                changed.map(({ before }) => [before.name, before.links.map(({ name }) => name)]),
              ),
              after: Object.fromEntries(
                changed.map(({ name, links, before }) => [
                  name,
                  links.map((id) => before.links.find((each) => each.id === id)?.name ?? nameOf(id)),
                ]),
              ),
            },
          }),
        ]
      : [],
    result: resultOf(changed.length),
    onDuplicate: {
      'plan_items.company_id, plan_items.plan_id, plan_items.kind, plan_items.name_key': () =>
        invalidField('changes.0.name', `Another ${noun} of the plan has this name`),
    },
  })
}

/** How often a save without versions is tried again. */
const TRIES = 4

/**
 * Throws NOT_FOUND if a row isn't the plan's, INVALID beside each wrong field, CONFLICT if a row with a version was changed
 * since.
 */
export const saveChanges = async <Result>(
  context: StaffContext,
  save: Save,
  resultOf: (changed: number) => Result,
): Promise<Result> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await saveOnce(context, save, resultOf)
    } catch (error) {
      const isLate = error instanceof AppError && error.reason === 'STALE_VERSION'
      if (tried === TRIES || !isLate || save.changes.some(({ version }) => version !== undefined)) throw error
    }
  }
}

export const saveItems = command({
  id: savePlanItems.id,
  access: 'plans.manage',
  input: inputOf(savePlanItems),
  run: (context, save) => saveChanges(context, save, (changed) => ({ changed })),
})
