import { endOfDay, monthOf, shiftMonth, startOfDay } from '../../../../schema/shared/calendar.ts'
import { firstDayOf, lastDayOf } from '../../../../schema/shared/day-count.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { ALIVE, sourceSo } from '../lists/index.ts'
import { readableRequest, readableRequestParams } from '../submissions/index.ts'
import type { FiguresCall } from './figures-call.ts'

/** The most requests of a period that are counted, the newest. More would read for as long as the company grows. */
const MOST_COUNTED = 50_000
export const MOST_GROUPS = 20

export interface Group {
  /** Empty for what has none, such as a request without a vendor. */
  label: string
  count: number
  /** In the company's currency. */
  amount: number
  /** Requests whose amount has no exchange rate. */
  unpriced: number
  decided: number
  /** From submission to decision, of those decided. Null without any. */
  averageMs: number | null
}

export interface Figures {
  total: Group
  /** Largest first, months in their order. */
  groups: Group[]
  groupCount: number
  /** There are more requests in the period than are counted. */
  isCut: boolean
}

/** Months of a period with the instants at which they begin and end, in the person's time zone. */
const monthsOf = ({ from, to }: FiguresCall, zone: string) => {
  const months: [label: string, from: number, to: number][] = []
  for (let month = monthOf(from); month <= monthOf(to); month = shiftMonth(month, 1)) {
    const [first, last] = [startOfDay(firstDayOf(month), zone), endOfDay(lastDayOf(month), zone)]
    months.push([month, Date.parse(first ?? ''), Date.parse(last ?? '')])
  }
  return months
}

/** How each dimension is joined to requests `s` and what its groups are called. */
const groupingOf = (call: FiguresCall, zone: string, bind: Params['bind']): { join: string; label: string } => {
  switch (call.dimension) {
    case 'NONE':
      return { join: '', label: "''" }
    case 'STATUS':
      return { join: '', label: 's.status' }
    case 'REQUESTER':
      return { join: '', label: 's.requestor_name' }
    case 'CATEGORY':
      return { join: 'LEFT JOIN intake_categories c ON c.id = s.intake_category_id', label: "coalesce(c.name, '')" }
    case 'VENDOR':
      return { join: 'LEFT JOIN vendors v ON v.id = s.vendor_id', label: "coalesce(v.name, '')" }
    case 'DEPARTMENT':
      return {
        join: `LEFT JOIN department_members dm ON dm.company_id = ?1 AND dm.user_id = s.requestor_user_id
               LEFT JOIN departments d ON d.id = dm.department_id`,
        label: "coalesce(d.name, '')",
      }
    case 'MONTH':
      return {
        join: `CROSS JOIN json_each(${bind(JSON.stringify(monthsOf(call, zone)))}) m
                  ON s.created_at >= m.value ->> 1 AND s.created_at < m.value ->> 2`,
        label: 'm.value ->> 0',
      }
  }
}

/** Two people with the same name are two groups. */
const keyOf = ({ dimension }: FiguresCall, label: string): string =>
  dimension === 'REQUESTER' ? 's.requestor_user_id' : dimension === 'VENDOR' ? 's.vendor_id' : label

const SUMS = `COUNT(*) AS count, coalesce(SUM(s.company_amount), 0) AS amount,
  coalesce(SUM(s.amount_value IS NOT NULL AND s.company_amount IS NULL), 0) AS unpriced,
  coalesce(SUM(s.decided_ms IS NOT NULL), 0) AS decided, AVG(s.decided_ms) AS averageMs`

const ORDER = { COUNT: 'count', AMOUNT: 'amount', PROCESSING_DAYS: 'averageMs' } as const

/** Carries out a call over the requests that the person can read. */
export const figuresOf = async (context: StaffContext, call: FiguresCall): Promise<Figures> => {
  const { db, actor } = context
  const zone = actor.timezone ?? 'UTC'
  const params = new Params(actor.companyId)
  const { bind } = params
  const [from, to] = [startOfDay(call.from, zone), endOfDay(call.to, zone)].map((at) => bind(Date.parse(at ?? '')))
  const reader = params.values.length + 1
  params.values.push(...readableRequestParams(actor))
  const among = (column: string, values: readonly string[]) =>
    values.length > 0 ? ` AND ${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(values))}))` : ''
  const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id)
  const chosen = `${among('s.status', call.statuses)}${among('s.intake_category_id', ids(call.categories))}${
    call.departments.length > 0
      ? ` AND EXISTS (SELECT 1 FROM department_members f WHERE f.company_id = ?1 AND f.user_id = s.requestor_user_id
            ${among('f.department_id', ids(call.departments))})`
      : ''
  }`
  const { join, label } = groupingOf(call, zone, bind)
  const picked = `WITH newest AS MATERIALIZED (
      SELECT s.* FROM intake_submissions s INDEXED BY intake_submissions_created
       WHERE s.company_id = ?1 AND s.is_draft = 0 AND s.created_at >= ${from} AND s.created_at < ${to}
       ORDER BY s.created_at DESC LIMIT ${MOST_COUNTED + 1}),
    picked AS MATERIALIZED (
      SELECT s.status, s.requestor_name, s.requestor_user_id, s.intake_category_id, s.vendor_id, s.created_at,
             s.company_amount, s.amount_value,
             iif(s.status IN ('APPROVED', 'REJECTED'), s.completed_at - s.submitted_at, NULL) AS decided_ms
        FROM newest s WHERE ${ALIVE} AND ${sourceSo({ intakeCategoryId: call.categories[0]?.id })} AND ${readableRequest(reader)}${chosen})`
  const key = keyOf(call, label)
  const order = call.dimension === 'MONTH' ? 'label' : `${ORDER[call.measure]} DESC, label`
  // One statement, because both read the same rows.
  const rows = await db.all<Group & { kind: string; read: number; groupCount: number }>(
    db.sql(
      `${picked}, grouped AS MATERIALIZED (
         SELECT ${label} AS label, ${SUMS} FROM picked s ${join} GROUP BY ${key})
       SELECT 'TOTAL' AS kind, '' AS label, ${SUMS}, (SELECT COUNT(*) FROM newest) AS read,
              (SELECT COUNT(*) FROM grouped) AS groupCount FROM picked s
       UNION ALL SELECT * FROM (
         SELECT 'GROUP', label, count, amount, unpriced, decided, averageMs, 0, 0 FROM grouped
          ORDER BY ${order} LIMIT ${call.dimension === 'MONTH' ? 40 : MOST_GROUPS})`,
      ...params.values,
    ),
  )
  const [total, ...groups] = rows
  if (!total) throw new Error('Sums without a row')
  return {
    total,
    groups: call.dimension === 'NONE' ? [] : groups,
    groupCount: total.groupCount,
    isCut: total.read > MOST_COUNTED,
  }
}
