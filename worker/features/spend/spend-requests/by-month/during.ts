import type { Wanted } from '../../../../../schema/shared/list-filters.ts'
import type { Connection } from '../../../../../schema/shared/paging.ts'
import { amortized } from '../../../../../schema/spend/spend-requests/amortization.ts'
import { type SpendContent, spendContent } from '../../../../../schema/spend/spend-requests/content.ts'
import type { spendFilters } from '../../../../../schema/spend/spend-requests/filters.ts'
import type {
  SPEND_SORT_FIELDS,
  SpendListQuery,
  SpendRequestRow,
} from '../../../../../schema/spend/spend-requests/list.ts'
import type { spendRequests } from '../../../../../schema/spend/spend-requests/tables.ts'
import { isWanted } from '../../../../core/list/conditions.ts'
import { pageOf, pageSql, toPage } from '../../../../core/list/page.ts'
import type { ListRows, Walk } from '../../../../core/list/rows.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { readReferredNames } from '../../../../core/referred-names.ts'
import { spendRows } from '../list.ts'
import { FILE_COLUMNS, referredBy, type SpendDbRow, toSpendRow } from '../rows.ts'

/**
 * The spend requests that cost something in some months, of the departments, vendors and so on that are asked for. People
 * see those that their list has.
 */

interface SpentDuring {
  /** yyyy-mm, both included. */
  from: string
  to: string
  department: Wanted
  businessUnit: Wanted
  category: Wanted
  /** Spend requests have no location: they are asked for by '' alone. */
  location: Wanted
  vendor: Wanted
}

type Asked = SpendListQuery & { during: SpentDuring }
type Sort = (typeof SPEND_SORT_FIELDS)[number]
type Filter = keyof typeof spendFilters | 'during'

const aliasOf = (from: string): string => from.split(' ').at(-1) ?? from

/** Only what has begun by the end of the last month, so that later ones aren't looked at. */
const begun = (walks: readonly Walk<Sort>[] | undefined, last: string): readonly Walk<Sort>[] | undefined =>
  walks?.map((walk) =>
    'way' in walk
      ? { ...walk, where: [...(walk.where ?? []), `${aliasOf(walk.way.from)}.service_start <= ${last}`] }
      : walk,
  )

const isPossible = ({ in: ids, notIn }: Wanted): boolean =>
  (ids.length === 0 || ids.includes('')) && !notIn.includes('')

const rows: ListRows<Asked, Filter, Sort> = {
  ...spendRows,
  usual: () => 'serviceStartDate',
  // Its own row, its lines, and what the list's filters look up.
  looks: 6,
  clauses: (asked) => {
    const { input, bind } = asked
    const { during } = input
    const { walks, walksBy: _, ...clauses } = spendRows.clauses(asked)
    const line = [
      ...isWanted('l.department_id', during.department, bind),
      ...isWanted('l.business_unit_id', during.businessUnit, bind),
      ...isWanted('l.category_id', during.category, bind),
    ]
    return {
      ...clauses,
      walks: begun(walks, bind(`${during.to}-31`)) ?? [],
      conditions: {
        ...clauses.conditions,
        during: [
          `coalesce(s.service_end, s.service_start) >= ${bind(`${during.from}-01`)}`,
          ...isWanted('s.vendor_id', during.vendor, bind),
          ...(line.length > 0
            ? [
                `EXISTS (SELECT 1 FROM spend_request_lines l WHERE l.company_id = ?1 AND l.spend_request_id = s.id
                   AND ${line.join(' AND ')})`,
              ]
            : []),
          ...(isPossible(during.location) ? [] : ['0']),
        ],
      },
    }
  },
}

const matches = ({ in: ids, notIn }: Wanted, id: string | null): boolean =>
  (ids.length === 0 || ids.includes(id ?? '')) && !notIn.includes(id ?? '')

const linesIn = ({ lines }: SpendContent, { department, businessUnit, category }: SpentDuring) =>
  lines.filter(
    (line) =>
      matches(department, line.departmentId) &&
      matches(businessUnit, line.businessUnitId) &&
      matches(category, line.categoryId),
  )

/**
 * Those that begin last first. `amortizedCost` is what they cost in the months, of the lines that are asked for, and
 * `lineId` the first of these. Two round trips: the rows of the page, and each name once.
 */
export const readSpentDuring = async (
  context: StaffContext,
  input: SpendListQuery,
  during: SpentDuring,
): Promise<Connection<SpendRequestRow>> => {
  const { db, actor } = context
  const orderBy: Asked['orderBy'] = { by: ['serviceStartDate'], dir: ['DESC'] }
  const page = pageOf(rows, context, { ...input, orderBy, during })
  const found = await db.all<SpendDbRow & Pick<typeof spendRequests.$inferSelect, 'content'>>(
    db.sql(pageSql(page, `${FILE_COLUMNS}, s.content`), ...page.params),
  )
  const shown = toPage(page, found, input.first, (row) => row)
  const names = await readReferredNames(db, actor.companyId, referredBy(shown.edges.map(({ node }) => node)))
  const edges = shown.edges.map(({ cursor, node: { content, ...stored } }) => {
    const row = toSpendRow(stored, names)
    const lines = linesIn(spendContent.parse(JSON.parse(content)), during)
    const value = lines
      .flatMap(({ amount }) => amortized(amount, row))
      .filter(({ month }) => month >= during.from && month <= during.to)
      .reduce((sum, { amount }) => sum + amount, 0)
    const node = { ...row, lineId: lines[0]?.id ?? row.lineId, amortizedCost: { ...row.amortizedCost, value } }
    return { cursor, node }
  })
  return { ...shown, edges }
}
