import type { z } from 'zod'
import { dayIn } from '../../../schema/shared/calendar.ts'
import type { List } from '../../../schema/shared/list.ts'
import { groupKeyOf, type ListTotals, TOTALS_PART } from '../../../schema/shared/list-totals.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import type { Permission } from '../../../schema/shared/permissions.ts'
import { inputOf, type Operation, queryOf, type StaffContext } from '../operation.ts'
import type { Direction } from '../order.ts'
import { Params } from '../params.ts'
import { pageOf, pageSql, toPage } from './page.ts'
import type { AnyRows, ListRows } from './rows.ts'
import { requireUsed } from './unused.ts'

/**
 * What the rows of a list come to. It reads them with the list's own statement, so that it adds up exactly the rows
 * that the person can page through.
 */

type Amounts = [currency: Currency, minor: number][]

interface Row {
  id: string
  /** Amounts as JSON, or null. */
  amounts: string | null
  /** What its group is made from. */
  group?: string | number | null
}

/** The sums by currency, in order of the code. */
export const sumsOf = (rows: readonly Pick<Row, 'amounts'>[]): ListTotals['amounts'] => {
  const sums = new Map<Currency, { value: number; count: number }>()
  for (const { amounts } of rows) {
    for (const [currency, minor] of JSON.parse(amounts ?? '[]') as Amounts) {
      const sum = sums.get(currency) ?? { value: 0, count: 0 }
      sums.set(currency, { value: sum.value + minor, count: sum.count + 1 })
    }
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => ({ currency, ...sum }))
}

/** One amount in minor units as JSON, or null if there is none. */
export const oneAmount = (currency: string, minor: string): string =>
  `CASE WHEN ${minor} IS NOT NULL AND ${currency} IS NOT NULL THEN json_array(json_array(${currency}, ${minor})) END`

/** Which group a row is in. Its key is the same as that of the screen's column. */
export interface GroupKey {
  sql: string
  /** By default, the value itself. */
  keyOf?: (value: string | number | null, reader: Pick<StaffContext, 'actor'>) => string
}

/** The month of a calendar date, "" without one. */
export const byMonth = (column: string): GroupKey => ({ sql: `substr(${column}, 1, 7)` })

/** The month of an instant, where the person is. */
export const byMonthOf = (column: string): GroupKey => ({
  sql: column,
  keyOf: (instant, { actor }) => (typeof instant === 'number' ? dayIn(actor.timezone, instant).slice(0, 7) : ''),
})

/** What a row has of several: the column is a JSON list of ids. */
export const bySeveral = (column: string): GroupKey => ({
  sql: column,
  keyOf: (ids) => groupKeyOf(JSON.parse(String(ids ?? '[]')) as string[]),
})

/** What a list adds up. */
export interface Totals {
  /** SQL of a row's amounts: a JSON list of pairs of a currency and minor units, or NULL. Without it, rows are counted. */
  amounts?: (context: StaffContext, bind: Params['bind']) => string
  /** By the sort fields that put the rows of a group together. */
  groups?: Readonly<Record<string, GroupKey>>
  /** How many rows are read for each row with these filters, if they look up more than the row. Makes parts smaller. */
  reads?: (filters: never) => number
}

/** The sums of each group, in the order in which they come. */
const groupsOf = (rows: readonly Row[], keyOf: (value: Row['group']) => string): ListTotals['groups'] => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row.group)
    const found = groups.get(key)
    if (found) found.push(row)
    else groups.set(key, [row])
  }
  return [...groups].map(([key, found]) => ({ key, count: found.length, amounts: sumsOf(found) }))
}

interface Totalling extends Totals {
  list: Pick<List, 'totals' | 'filters' | 'sortFlags'>
  access: Permission
  rows: AnyRows
  /** The filters of a saved set, for a list that has them. Throws NOT_FOUND. */
  requireFilters?: (context: StaffContext, hash: string) => Promise<object>
  /** Refuses those that name what there isn't, once nothing was found. */
  requireKnown?: ((context: StaffContext, filters: never) => Promise<void>) | undefined
}

type Asked = { cursor?: string; hash?: string; groupBy?: string; groupDir?: Direction }
export type TotalsOperation = Operation<Permission, z.ZodType, ListTotals>

/** One round trip and a part's rows, or two with the hash of saved filters. Not registered yet. */
export const totalsOperationOf = ({
  list,
  access,
  rows,
  amounts = () => 'NULL',
  groups = {},
  reads = () => 1,
  requireFilters,
  requireKnown,
}: Totalling): TotalsOperation => {
  const read = rows as ListRows<{ first: number }, string, string>
  const run = async (context: StaffContext, { hash, groupBy, groupDir, ...given }: Asked): Promise<ListTotals> => {
    requireUsed(context, list, { ...given, groupBy })
    const filters = hash && requireFilters ? await requireFilters(context, hash) : given
    // Groups come one after the other, so that those a person sees first are complete first.
    const group = groupBy ? groups[groupBy] : undefined
    const orderBy = group && groupBy ? { by: [groupBy], dir: [groupDir ?? 'ASC'] } : undefined
    const each = reads(filters as never)
    const most = Math.ceil(TOTALS_PART / each)
    // A part whose rows cost more doesn't grow, however few of them match.
    const part = each > 1 ? { ...read, searched: most } : read
    const input = { ...filters, orderBy, cursor: given.cursor, first: most }
    const page = pageOf(part, context, input)
    const params = new Params(...page.params)
    const columns = [`${read.own.id} AS id`, `${amounts(context, params.bind)} AS amounts`]
    const sql = pageSql(page, [...columns, ...(group ? [`${group.sql} AS "group"`] : [])].join(', '))
    const found = await context.db.all<Row>(context.db.sql(sql, ...params.values))
    const { edges, pageInfo } = toPage(page, found, most, (row) => row)
    if (edges.length === 0 && given.cursor === undefined) await requireKnown?.(context, filters as never)
    const counted = edges.map(({ node }) => node)
    const keyOf = (value: Row['group']): string => group?.keyOf?.(value ?? null, context) ?? String(value ?? '')
    return {
      count: counted.length,
      share: most / TOTALS_PART,
      amounts: sumsOf(counted),
      groups: group ? groupsOf(counted, keyOf) : [],
      endCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }
  }
  return queryOf({
    ...{ id: list.totals.id, access, input: inputOf(list.totals), readsFirst: true },
    run: run as () => Promise<never>,
  })
}
