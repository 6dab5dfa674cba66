import type { z } from 'zod'
import type { Endpoint } from '../../../schema/shared/endpoint.ts'
import { type ListTotals, TOTALS_PART } from '../../../schema/shared/list-totals.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import type { Permission } from '../../../schema/shared/permissions.ts'
import { inputOf, type Operation, queryOf, type StaffContext } from '../operation.ts'
import { Params } from '../params.ts'
import { type AnyRows, type ListRows, pageOf, pageSql, toPage } from './page.ts'

/**
 * What the rows of a list come to. It reads them with the list's own statement, so that it adds up exactly the rows
 * that the person can page through.
 */

type Amounts = [currency: Currency, minor: number][]

interface Row {
  id: string
  /** Amounts as JSON, or null. */
  amounts: string | null
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

/** What a list adds up. */
export interface Totals {
  /** SQL of a row's amounts: a JSON list of pairs of a currency and minor units, or NULL. */
  amounts: (context: StaffContext, bind: Params['bind']) => string
}

interface Totalling extends Totals {
  endpoint: Endpoint
  access: Permission
  rows: AnyRows
  /** The filters of a saved set, for a list that has them. Throws NOT_FOUND. */
  requireFilters?: (context: StaffContext, hash: string) => Promise<object>
  /** Refuses filters. */
  check?: (context: StaffContext, filters: never) => void
}

type Asked = { cursor?: string; hash?: string }
export type TotalsOperation = Operation<Permission, z.ZodType, ListTotals>

/** One round trip and a part's rows, or two with the hash of saved filters. Not registered yet. */
export const totalsOperationOf = ({
  endpoint,
  access,
  rows,
  amounts,
  requireFilters,
  check,
}: Totalling): TotalsOperation => {
  const read = rows as ListRows<{ first: number }, string, string>
  const run = async (context: StaffContext, { hash, ...given }: Asked): Promise<ListTotals> => {
    check?.(context, given as never)
    const filters = hash && requireFilters ? await requireFilters(context, hash) : given
    const input = { ...filters, orderBy: undefined, cursor: given.cursor, first: TOTALS_PART }
    const page = pageOf(read, context, input)
    const params = new Params(...page.params)
    const sql = pageSql(page, `${read.own.id} AS id, ${amounts(context, params.bind)} AS amounts`)
    const found = await context.db.all<Row>(context.db.sql(sql, ...params.values))
    const { edges, pageInfo } = toPage(page, found, TOTALS_PART, (row) => row)
    return {
      count: edges.length,
      amounts: sumsOf(edges.map(({ node }) => node)),
      endCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }
  }
  return queryOf({
    ...{ id: endpoint.id, access, input: inputOf(endpoint), readsFirst: true },
    run: run as () => Promise<never>,
  })
}
