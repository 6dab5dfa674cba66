import { z } from 'zod'
import { STATUS_WORDS } from '../../../../schema/approvals/engine/statuses.ts'
import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { namesInCell } from '../../../../schema/shared/values.ts'
import type { spendFilters } from '../../../../schema/spend/spend-requests/filters.ts'
import {
  MOST_COUNTED,
  type SPEND_SORT_FIELDS,
  type SpendListQuery,
  type SpendRequestRow,
  spendList,
} from '../../../../schema/spend/spend-requests/list.ts'
import { actingFor, isLimited, type StaffActor, withinDelegation } from '../../../core/actor.ts'
import { amountCell, type CsvCell } from '../../../core/csv.ts'
import { amountSo, idsIn } from '../../../core/list/conditions.ts'
import { viewOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import { type Clauses, forEachField, type ListRows, type Walk, type Way } from '../../../core/list/rows.ts'
import { byMonth, oneAmount } from '../../../core/list/totals.ts'
import { MOST_WALKS_BY_SEVERAL, walkConditions } from '../../../core/looked-page.ts'
import { query, type StaffContext } from '../../../core/operation.ts'
import { readReferredNames } from '../../../core/referred-names.ts'
import { containsText } from '../../../core/text-search.ts'
import { FILE_COLUMNS, referredBy, SPEND_COLUMNS, type SpendDbRow, toSpendRow, waitingText } from './rows.ts'

/** The list of spend requests: where it is in order, its filters, its pages and its file. */

type Sort = (typeof SPEND_SORT_FIELDS)[number]

const keys = (alias: string, prefix: string) =>
  ({
    createdAt: { columns: [`${alias}.created_at`], index: `${prefix}_created`, usual: 'DESC' },
    estimatedCost: { columns: [`${alias}.amount_sort`], index: `${prefix}_amount` },
    serviceStartDate: { columns: [`${alias}.service_start`], index: `${prefix}_start` },
  }) as const

const OWN = { from: 'spend_requests s', id: 's.id', sorts: keys('s', 'spend_requests') } as const

/** Those that involve a person. */
const OF_PERSON: Way<Sort> = {
  from: 'spend_request_orders o',
  id: 'o.spend_request_id',
  sorts: keys('o', 'spend_request_orders'),
}
/** Those that wait for a person. */
const ASKED: Way<Sort> = {
  ...OF_PERSON,
  sorts: {
    createdAt: { columns: ['o.created_at'], index: 'spend_request_orders_asked', usual: 'DESC' },
    estimatedCost: { columns: ['o.amount_sort'], index: 'spend_request_orders_asked_amount' },
    serviceStartDate: { columns: ['o.service_start'], index: 'spend_request_orders_asked_start' },
  },
}
const OF_VENDOR: Way<Sort> = {
  ...OWN,
  sorts: { createdAt: { columns: ['s.created_at'], index: 'spend_requests_vendor', usual: 'DESC' } },
}
const OF_REQUESTOR: Way<Sort> = {
  ...OWN,
  sorts: { createdAt: { columns: ['s.created_at'], index: 'spend_requests_requestor', usual: 'DESC' } },
}
/** Those linked to a service, in the order in which they were filed. */
const OF_SERVICE: Way<Sort> = {
  from: 'spend_request_services f',
  id: 'f.spend_request_id',
  sorts: { createdAt: { columns: ['f.filed_at'], index: 'spend_request_services_filed', usual: 'DESC' } },
}
const ARCHIVED: Way<Sort> = {
  ...OWN,
  sorts: { createdAt: { columns: ['s.created_at'], index: 'spend_requests_archived', usual: 'DESC' } },
}

const THERE = 's.deleted_at IS NULL'
const STATUS = {
  ACTIVE: 's.archived_at IS NULL',
  ACTION_REQUIRED: 's.archived_at IS NULL',
  ALL: null,
  ARCHIVED: 's.archived_at IS NOT NULL',
} as const

/** "SR-12" and "12" mean a number. */
const numberIn = (text: string): number | null => {
  const digits = /^(?:sr-)?(\d{1,9})$/i.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/** SQL condition that an order row is within what was delegated. Null if everything is. */
const withinReach = (actor: StaffActor, row: string, bind: (value: string) => string): string | null =>
  isLimited(actor)
    ? withinDelegation(bind(actor.userId), {
        userId: `${row}.user_id`,
        companyId: `${row}.company_id`,
        targetType: "'SPEND_REQUEST'",
        targetId: `${row}.spend_request_id`,
      })
    : null

export const spendRows: ListRows<SpendListQuery, keyof typeof spendFilters, Sort> = {
  own: { ...OWN, present: THERE },
  join: (id) => `spend_requests s ON s.id = ${id}`,
  usual: () => 'createdAt',
  // Its own row, those of two indexes, and what the filters look up.
  looks: 5,
  clauses: ({ reader: { actor }, input, by, isOnly, bind, is }) => {
    const ofLine = (column: string, id: string | undefined) =>
      id
        ? `EXISTS (SELECT 1 FROM spend_request_lines l WHERE l.company_id = s.company_id AND l.spend_request_id = s.id
             AND l.${column} = ${bind(id)})`
        : null
    const linkedTo = (ids: readonly string[]) =>
      `SELECT k.spend_request_id FROM json_each(${bind(JSON.stringify(ids))}) j
         CROSS JOIN spend_request_services k ON k.company_id = ?1 AND k.service_id = j.value`
    const isLinkedTo = (ids: readonly string[]) =>
      `EXISTS (SELECT 1 FROM json_each(${bind(JSON.stringify(ids))}) j
         CROSS JOIN spend_request_services k ON k.company_id = ?1 AND k.service_id = j.value AND k.spend_request_id = s.id)`
    const asks = input.filter === 'ACTION_REQUIRED'
    const seesAll = can(actor.policy, 'requests.see-all')
    const people = actingFor(actor)
    const within = withinReach(actor, 'o', bind)
    // No one acts for someone else on what they asked for themselves.
    const mayAct = (place: number): string | null =>
      asks && place > 0
        ? `NOT EXISTS (SELECT 1 FROM spend_requests r WHERE r.id = o.spend_request_id
             AND ${bind(actor.userId)} IN (r.requestor_user_id, r.created_by_user_id))`
        : null
    const personal = (): Walk<Sort>[] => {
      const list = bind(JSON.stringify(people))
      const askedOnly = asks ? ['o.is_asked = 1'] : []
      if (!isOnly && people.length > MOST_WALKS_BY_SEVERAL)
        return [
          {
            set: `SELECT DISTINCT o.spend_request_id AS id FROM spend_request_orders o
              WHERE o.company_id = ?1 AND o.user_id IN (SELECT value FROM json_each(${list}))
                ${asks ? 'AND o.is_asked = 1' : ''} ${within ? `AND ${within}` : ''}`,
          },
        ]
      return people.map((_, place) => ({
        way: asks ? ASKED : OF_PERSON,
        where: [`o.user_id = (${list} ->> ${place})`, ...askedOnly, mayAct(place), place > 0 ? within : null],
      }))
    }
    const number = input.search ? numberIn(input.search) : null
    const vendor = is('s.vendor_id', input.vendorId)
    const requestor = is('s.requestor_user_id', input.requestorId)
    const isNumbered = number !== null
    const byNumber = (): Walk<Sort> => ({
      set: `SELECT n.id FROM spend_requests n WHERE n.company_id = ?1 AND n.number = ${bind(number)}`,
    })
    const services = input.inServiceIds ?? []
    const isByCreation = by === 'createdAt' && isOnly
    // Few rows that are found first, and then checked; a service can have many, which are in order.
    const isOfServices = services.length > 0 && isOnly
    const found = asks ? null : isOfServices ? 'SERVICES' : isNumbered ? 'NUMBER' : null
    const lead = (): Pick<Clauses<keyof typeof spendFilters, Sort>, 'walks' | 'walksBy' | 'serves'> => {
      if (found === 'SERVICES' && isByCreation) {
        const isOfOne = walkConditions('f.service_id', services, bind)
        return { walks: isOfOne.map((where) => ({ way: OF_SERVICE, where: [where] })), serves: ['inServiceIds'] }
      }
      if (found === 'SERVICES')
        return { walks: [{ set: `SELECT DISTINCT spend_request_id AS id FROM (${linkedTo(services)})` }] }
      if (found === 'NUMBER') return { walks: [byNumber()] }
      if (!seesAll || asks) return forEachField(personal())
      if (vendor && by === 'createdAt')
        return { walks: [{ way: OF_VENDOR, where: [THERE, vendor] }], serves: ['vendorId'] }
      if (requestor && by === 'createdAt')
        return { walks: [{ way: OF_REQUESTOR, where: [THERE, requestor] }], serves: ['requestorId'] }
      if (input.filter === 'ARCHIVED' && by === 'createdAt')
        return { walks: [{ way: ARCHIVED, where: [THERE, 's.archived_at IS NOT NULL'] }], serves: ['filter'] }
      return { walks: [{ way: OWN, where: [THERE] }] }
    }
    const text = input.search && !isNumbered ? bind(input.search) : null
    const reads =
      seesAll || !found
        ? null
        : `EXISTS (SELECT 1 FROM spend_request_orders r WHERE r.company_id = s.company_id AND r.spend_request_id = s.id
           AND r.user_id IN (SELECT value FROM json_each(${bind(JSON.stringify(people))}))
           ${isLimited(actor) ? `AND ${withinReach(actor, 'r', bind)}` : ''})`
    return {
      ...lead(),
      conditions: {
        search: isNumbered
          ? `s.number = ${bind(number)}`
          : text &&
            `(${containsText('s.description', text)} OR EXISTS (SELECT 1 FROM vendors v WHERE v.id = s.vendor_id
                AND ${containsText('v.name', text)}))`,
        filter: [STATUS[input.filter], THERE, reads],
        status: is('s.status', input.status),
        vendorId: vendor,
        requestorId: requestor,
        categoryId: ofLine('category_id', input.categoryId),
        departmentId: ofLine('department_id', input.departmentId),
        departmentIds: input.departmentIds?.length
          ? `EXISTS (SELECT 1 FROM json_each(s.department_ids) l WHERE ${idsIn('l.value', input.departmentIds, bind)})`
          : null,
        amount: amountSo(input.amount, 's.total_minor', 's.currency', bind),
        businessUnitId: ofLine('business_unit_id', input.businessUnitId),
        inServiceIds: services.length > 0 ? isLinkedTo(services) : null,
        notInServiceIds: input.notInServiceIds?.length ? `NOT ${isLinkedTo(input.notInServiceIds)}` : null,
      },
      mostPass: input.filter === 'ARCHIVED' || reads ? [] : ['filter'],
      areFew: found === 'NUMBER' || (found === 'SERVICES' && !isByCreation),
    }
  },
}

/** Two round trips: about as many rows as the page has spend requests, and one for each name. */
export const readPage = async (
  context: StaffContext,
  input: SpendListQuery,
  columns = SPEND_COLUMNS,
): Promise<Connection<SpendRequestRow>> => {
  const page = pageOf(spendRows, context, input)
  const rows = await context.db.all<SpendDbRow>(context.db.sql(pageSql(page, columns), ...page.params))
  const shown = toPage(page, rows, input.first, (row) => row)
  const names = await readReferredNames(
    context.db,
    context.actor.companyId,
    referredBy(shown.edges.map(({ node }) => node)),
  )
  return { ...shown, edges: shown.edges.map(({ cursor, node }) => ({ cursor, node: toSpendRow(node, names) })) }
}

const COLUMNS: [string, (row: SpendRequestRow) => CsvCell][] = [
  ['Number', (row) => row.readableId],
  ['Vendor', (row) => row.vendor.name],
  ['Description', (row) => row.description],
  ['Status', (row) => (row.archived ? 'Archived' : STATUS_WORDS[row.status])],
  ['Requester', (row) => row.requestor.name],
  ['Total', (row) => amountCell(row.estimatedCost)],
  ['Monthly cost', (row) => amountCell(row.amortizedCost)],
  ['Currency', (row) => row.estimatedCost.currency],
  ['Service start date', (row) => row.serviceStartDate],
  ['Service end date', (row) => row.serviceEndDate],
  ['Categories', (row) => namesInCell(row.categories)],
  ['Departments', (row) => namesInCell(row.departments)],
  ['Business units', (row) => namesInCell(row.businessUnits)],
  ['Waiting for', waitingText],
  [timeColumn('Submitted'), (row) => timeInFile(row.createdAt)],
  [timeColumn('Decided'), (row) => row.fullyReviewedAt && timeInFile(row.fullyReviewedAt)],
]

export const spendOperations = viewOperations({
  list: spendList,
  rows: spendRows,
  access: 'spend-requests.read',
  totals: {
    amounts: () => oneAmount('s.currency', 's.total_minor'),
    groups: { serviceStartDate: byMonth('s.service_start') },
  },
  read: (context, input) => readPage(context, input),
  readForFile: (context, input) => readPage(context, input, FILE_COLUMNS),
  columns: () => ({
    header: () => COLUMNS.map(([label]) => label),
    linesOf: (row) => [COLUMNS.map(([, text]) => text(row))],
  }),
})

type Filters = Omit<SpendListQuery, 'first' | 'cursor' | 'orderBy'>

const countByState = ({ db, actor }: StaffContext, { filter, status }: Filters): D1PreparedStatement =>
  db.sql(
    `SELECT coalesce(sum(n.total), 0) AS total FROM spend_request_counts n
      WHERE n.company_id = ?1 AND (?2 IS NULL OR n.status = ?2) AND (?3 IS NULL OR n.is_archived = ?3)`,
    ...[actor.companyId, status ?? null, filter === 'ALL' ? null : filter === 'ARCHIVED' ? 1 : 0],
  )

/** As many as a page of them has. Null if the rows that it looks at had fewer, and there are more of them. */
const countPage = async (context: StaffContext, filters: Filters): Promise<number | null> => {
  const first = MOST_COUNTED - 1
  const page = pageOf(spendRows, context, { ...filters, first })
  const rows = await context.db.all<object>(context.db.sql(pageSql(page, 's.id'), ...page.params))
  const { edges, pageInfo } = toPage(page, rows, first, () => null)
  if (!pageInfo.hasNextPage) return edges.length
  return edges.length === first ? MOST_COUNTED : null
}

/**
 * How many there are: of each state all that someone sees who sees all, otherwise up to `MOST_COUNTED`. Null if too many
 * would have to be looked at.
 */
export const countSpendRequests = query({
  id: 'spend-requests.count',
  access: 'spend-requests.read',
  input: z.object({ ...spendList.saved.shape }).omit({ orderBy: true }),
  readsFirst: true,
  run: async (context, filters): Promise<number | null> => {
    const { filter, status: _, ...others } = filters
    const isByState =
      can(context.actor.policy, 'requests.see-all') &&
      filter !== 'ACTION_REQUIRED' &&
      Object.values(others).every(
        (value) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0),
      )
    if (!isByState) return countPage(context, filters)
    const row = await context.db.first<{ total: number }>(countByState(context, filters))
    return row?.total ?? 0
  },
})
