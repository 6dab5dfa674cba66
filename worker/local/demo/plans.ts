import type { PlanMappingKind } from '../../../schema/planning/plans/values.ts'
import { shiftMonth } from '../../../schema/shared/calendar.ts'
import type { Env } from '../../env.ts'
import { importTable, listItems, saveItems } from '../../features/planning/plans/index.ts'
import { actAs } from './act.ts'
import { demoDay } from './clock.ts'
import { COMPANY_ID } from './people.ts'

/** The budget of this year, made as people make one: a table of the months, and what its names are. */

interface Spent {
  type: 'expense' | 'revenue'
  department: string | null
  unit: string | null
  category: string | null
  vendor: string | null
  monthly: number
}

const SPENT = `
SELECT t.type, d.name AS department, b.name AS unit, coalesce(s.name, r.name) AS category, v.name AS vendor,
       SUM(t.company_minor) / 1200.0 AS monthly
  FROM transactions t LEFT JOIN departments d ON d.id = t.department_id LEFT JOIN business_units b ON b.id = t.business_unit_id
  LEFT JOIN spend_categories s ON s.id = t.category_id LEFT JOIN revenue_categories r ON r.id = t.category_id
  LEFT JOIN vendors v ON v.id = t.vendor_id
 WHERE t.company_id = ?1 AND t.date > ?2 AND t.company_minor IS NOT NULL AND t.is_tracked
 GROUP BY 1, 2, 3, 4, 5 HAVING monthly > 100 ORDER BY monthly DESC`

/** Budgets are round, grow over the year, and some are too small. */
const planned = ({ monthly }: Spent, line: number, month: number): number =>
  Math.round((monthly * (0.92 + 0.05 * (line % 4) + 0.008 * month)) / 100) * 100

const KINDS: readonly PlanMappingKind[] = [
  ...(['DEPARTMENTS', 'BUSINESS_UNITS', 'EXPENSE_CATEGORIES', 'REVENUE_CATEGORIES', 'VENDORS'] as const),
]

export const fillPlans = async (env: Env, admin: string, now: number): Promise<void> => {
  const today = demoDay(now)
  const year = today.slice(0, 4)
  const { results } = await env.DB.prepare(SPENT)
    .bind(COMPANY_ID, `${shiftMonth(today.slice(0, 7), -12)}-28`)
    .all<Spent>()
  if (results.length === 0) return
  const months = Array.from({ length: 12 }, (_, at) => shiftMonth(`${year}-01`, at))
  const rows = results.map((line, at) => [
    ...[line.type, line.department ?? '', line.unit ?? '', line.category ?? '', line.vendor ?? ''],
    ...months.map((_, month) => String(planned(line, at, month))),
  ])
  const table = [['Type', 'Department', 'Business unit', 'Category', 'Vendor', ...months], ...rows]
  const { id: planId } = await actAs(env, admin, importTable, {
    ...{ name: `Budget ${year}`, description: 'As the board approved it in December.' },
    ...{ startYearMonth: `${year}-01`, endYearMonth: `${year}-12` },
    table: table.map((cells) => cells.join('\t')).join('\n'),
  })
  for (const kind of KINDS) {
    const { edges } = await actAs(env, admin, listItems, { planId, kind, first: 100 })
    const changes = edges.flatMap(({ node: { id, proposal } }) => (proposal ? [{ id, targetIds: [proposal.id] }] : []))
    if (changes.length > 0) await actAs(env, admin, saveItems, { planId, kind, changes })
  }
}
