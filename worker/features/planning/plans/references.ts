import { planVendorLinks } from '../../../../schema/planning/plans/tables.ts'
import { PLAN_MAPPING_KINDS, type PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import { hrefOf, type Kind } from '../../../../schema/shared/kinds.ts'
import { guardThat } from '../../../core/hands.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { type ReferredKind, registerReferences } from '../../../core/references.ts'
import { registerVendorPlace } from '../../vendors/merges/index.ts'
import { registerVendorUse } from '../../vendors/vendors/index.ts'
import { linkOf } from './links.ts'

/** Units and vendors that plans are linked to. */

const KINDS: Partial<Record<ReferredKind, PlanMappingKind>> = {
  DEPARTMENT: 'DEPARTMENTS',
  BUSINESS_UNIT: 'BUSINESS_UNITS',
  LOCATION: 'LOCATIONS',
  SPEND_CATEGORY: 'EXPENSE_CATEGORIES',
  REVENUE_CATEGORY: 'REVENUE_CATEGORIES',
}
const apartKind = (of: ReferredKind): PlanMappingKind | undefined => (of === 'VENDOR' ? 'VENDORS' : KINDS[of])

/** Rows of a plan show what each thing cost. One thing in two of them would be counted twice. */
const inTwoRows = ({ db, actor }: StaffContext, kind: PlanMappingKind, fromId: string, toId: string) => {
  const { table, column } = linkOf(kind)
  const found = `FROM ${table} x CROSS JOIN plan_items a ON a.id = x.item_id AND +a.kind = ?4
      CROSS JOIN ${table} y ON y.company_id = ?1 AND y.${column} = ?3 AND y.item_id <> x.item_id
      CROSS JOIN plan_items b ON b.id = y.item_id AND b.plan_id = a.plan_id AND +b.kind = ?4
      CROSS JOIN plans p ON p.id = a.plan_id
      WHERE x.company_id = ?1 AND x.${column} = ?2`
  const values = [actor.companyId, fromId, toId, kind]
  return {
    statements: [
      db.sql(
        `SELECT a.name AS fromRow, b.name AS intoRow, p.name AS plan, p.id AS planId ${found}
          ORDER BY p.start_month DESC, p.id LIMIT 20`,
        ...values,
      ),
    ],
    guards: [guardThat(db, `NOT EXISTS (SELECT 1 ${found})`, ...values)],
  }
}

const LINKS = 'plan_unit_links k INDEXED BY plan_unit_links_unit'

registerReferences({
  order: 66,
  uses: ({ db, actor }, kind, unit) =>
    KINDS[kind.auditTarget]
      ? {
          statements: [
            db.sql(
              `SELECT i.name, p.name AS plan, p.id AS planId, COUNT(*) OVER () AS total FROM ${LINKS}
                CROSS JOIN plan_items i ON i.id = k.item_id CROSS JOIN plans p ON p.id = i.plan_id
                WHERE k.company_id = ? AND k.unit_id = ? ORDER BY p.start_month DESC, i.name_key LIMIT 1`,
              actor.companyId,
              unit.id,
            ),
          ],
          reasons: ([first]) => {
            if (!first) return []
            const others = Number(first.total) - 1
            const what = `${first.name} of the plan ${first.plan}`
            return [
              {
                kind: 'MAPPING' as const,
                text: others > 0 ? `${what} and ${others} more are linked to it` : `${what} is linked to it`,
                href: hrefOf('PLAN', String(first.planId)),
              },
            ]
          },
        }
      : null,
  unusedSql: (kind) =>
    KINDS[kind.auditTarget]
      ? 'NOT EXISTS (SELECT 1 FROM plan_unit_links k WHERE k.company_id = ?2 AND k.unit_id = ?1)'
      : null,
  apart: (context, { auditTarget }, fromId, toId) => {
    const kind = apartKind(auditTarget)
    if (!kind) return null
    return {
      ...inTwoRows(context, kind, fromId, toId),
      reasons: (found = []) =>
        found.map(({ fromRow, intoRow, plan, planId }) => ({
          kind: 'MAPPING' as const,
          text: `The plan ${plan} has them in the rows “${fromRow}” and “${intoRow}”: link both to one row first`,
          href: hrefOf('PLAN', String(planId)),
        })),
    }
  },
  replace: async ({ db, actor }, kind, fromId, toId) => ({
    changed: {},
    statements: KINDS[kind.auditTarget]
      ? [
          // What was linked to both keeps one link.
          db.sql(
            `UPDATE OR IGNORE plan_unit_links SET unit_id = ?3 WHERE company_id = ?1 AND unit_id = ?2`,
            ...[actor.companyId, fromId, toId],
          ),
          db.sql('DELETE FROM plan_unit_links WHERE company_id = ?1 AND unit_id = ?2', actor.companyId, fromId),
        ]
      : [],
    audit: [],
  }),
})

const LISTED: Partial<Record<PlanMappingKind, { of: Kind; field: string }>> = {
  LOCATIONS: { of: 'LOCATION', field: 'planLocations' },
  EXPENSE_CATEGORIES: { of: 'SPEND_CATEGORY', field: 'planExpenseCategories' },
  REVENUE_CATEGORIES: { of: 'REVENUE_CATEGORY', field: 'planRevenueCategories' },
}
for (const kind of PLAN_MAPPING_KINDS) {
  const listed = LISTED[kind]
  if (!listed) continue
  registerReferences({
    order: 66,
    uses: () => null,
    lists: {
      ...listed,
      sql: `(SELECT json_group_array(json_object('id', l.id, 'name', l.name)) FROM (
               SELECT i.id, i.name FROM ${LINKS} CROSS JOIN plan_items i ON i.id = k.item_id
                WHERE k.company_id = t.company_id AND k.unit_id = t.id ORDER BY i.name_key, i.id) l)`,
    },
  })
}

registerVendorPlace(planVendorLinks, ['vendor in a plan', 'vendors in plans'])
registerVendorUse({
  kind: 'MAPPING',
  rows: `SELECT i.plan_id AS id, i.name FROM plan_vendor_links k CROSS JOIN plan_items i ON i.id = k.item_id
    WHERE k.company_id = ?2 AND k.vendor_id = ?1`,
  text: (name, others) =>
    `${name}${others > 0 ? ` and ${others} more` : ''} of ${others > 0 ? 'plans are' : 'a plan is'} linked to it`,
  href: (planId) => hrefOf('PLAN', planId),
})
