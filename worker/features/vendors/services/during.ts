import type { Wanted } from '../../../../schema/shared/list-filters.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import { areWanted, idsIn, isWanted } from '../../../core/list/conditions.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows, Walk } from '../../../core/list/rows.ts'
import { walkConditions } from '../../../core/looked-page.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { readReferredNames } from '../../../core/referred-names.ts'
import { LINKS, OF_CATEGORY, OF_UNIT, OWN, serviceRows } from './list-statement.ts'
import { referredBy, storedListed, toListed } from './page.ts'
import { LISTED_COLUMNS } from './rows.ts'

/** The services that cost something in some months, of the departments, vendors and so on that are asked for. */

type Sort = 'vendor' | 'name' | 'endDate'

interface RunningAsked {
  /** yyyy-mm, both included. */
  from: string
  to: string
  department: Wanted
  businessUnit: Wanted
  category: Wanted
  location: Wanted
  vendor: Wanted
  first: number
  cursor?: string | undefined
}

const REPEATS = { repeats: true } as const
const isNamed = ({ in: ids }: Wanted): boolean => ids.length > 0 && !ids.includes('')
const linked = (kind: 'DEPARTMENT' | 'LOCATION'): string =>
  `service_links k WHERE k.company_id = ?1 AND k.service_id = s.id AND k.kind = '${kind}'`

/** Those of the fewest services first. */
const walksOf = (
  { vendor, category, department, businessUnit, location }: RunningAsked,
  bind: (value: unknown) => string,
): readonly Walk<Sort>[] => {
  if (isNamed(vendor))
    return [{ set: `SELECT v.id FROM services v WHERE v.company_id = ?1 AND ${idsIn('v.vendor_id', vendor.in, bind)}` }]
  const each = (way: typeof OWN | typeof LINKS, column: string, wanted: Wanted, where: readonly string[] = []) =>
    walkConditions(column, wanted.in, bind).map(
      (is, _, { length }): Walk<Sort> => ({ way, where: [...where, is], ...(length < wanted.in.length && REPEATS) }),
    )
  if (isNamed(category)) return each(OF_CATEGORY as typeof OWN, 's.spend_category_id', category)
  if (isNamed(department)) return each(LINKS, 'k.target_id', department, ["k.kind = 'DEPARTMENT'"])
  if (isNamed(location)) return each(LINKS, 'k.target_id', location, ["k.kind = 'LOCATION'"])
  if (isNamed(businessUnit)) return each(OF_UNIT as typeof OWN, 's.business_unit_id', businessUnit)
  return [{ way: OWN }]
}

const rows: ListRows<RunningAsked, 'runs' | 'wanted', Sort> = {
  own: serviceRows.own,
  join: serviceRows.join,
  usual: () => 'vendor',
  // Its own row, its period, and what it is linked to.
  looks: 6,
  clauses: ({ input, bind }) => ({
    walks: walksOf(input, bind),
    conditions: {
      runs: [
        's.archived_at IS NULL',
        `s.last_end_date >= ${bind(`${input.from}-01`)}`,
        `EXISTS (SELECT 1 FROM service_periods p INDEXED BY service_periods_start
           WHERE p.company_id = ?1 AND p.service_id = s.id AND p.start_date <= ${bind(`${input.to}-31`)}
             AND p.end_date >= ${bind(`${input.from}-01`)})`,
      ],
      wanted: [
        ...isWanted('s.vendor_id', input.vendor, bind),
        ...isWanted('s.spend_category_id', input.category, bind),
        ...isWanted('s.business_unit_id', input.businessUnit, bind),
        ...areWanted(linked('DEPARTMENT'), 'k.target_id', input.department, bind),
        ...areWanted(linked('LOCATION'), 'k.target_id', input.location, bind),
      ],
    },
  }),
}

/** By vendor. Two round trips: the services of the page, and each name once. Without archived ones. */
export const readRunning = async (context: StaffContext, asked: RunningAsked): Promise<Connection<Service>> => {
  const { db, actor } = context
  const reading = pageOf(rows, context, asked)
  const found = await db.all<object>(db.sql(pageSql(reading, LISTED_COLUMNS), ...reading.params))
  const page = toPage(reading, found, asked.first, (row) => storedListed(row))
  const names = await readReferredNames(db, actor.companyId, referredBy(page.edges.map(({ node }) => node)))
  return { ...page, edges: page.edges.map(({ cursor, node }) => ({ cursor, node: toListed(context, node, names) })) }
}
