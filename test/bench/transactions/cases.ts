import { crowd, type Person } from '../data/company.ts'
import { admin, analyst, categoryOf, lead, locationOf, unitOf, vendorOf } from './database.ts'

/** What people ask for in a company with very many transactions. */

export interface Call {
  path: string
  /** GraphQL, or what is sent. A function makes it again each time, if no two may be the same. */
  body?: object | (() => object)
  who: Person
}

export interface Case {
  what: string
  as: string
  /** Rows that it may read. Null for sums and whole lists. */
  mostRows: number | null
  /** Round trips that it may make. Two if not said. */
  mostTrips?: number
  call: Call
  /** The page that is measured. The first one if not said. */
  page?: number
  /** What is wrong with the answer, in words. */
  fault: (json: unknown) => string | null
}

interface Range {
  first: string
  last: string
}

const PEOPLE: [string, Person][] = [
  ['admin', admin],
  ['analyst without payroll', analyst],
  ['lead of a department', lead],
]

const departmentOf = (at: number): string => crowd.departments[at]?.id ?? ''
const ids = (name: string, ...values: string[]): string => values.map((value) => `&${name}[]=${value}`).join('')

/** For a page of 20 lines, and for one of 100. */
const MOST_ROWS = 300
const MOST_ROWS_OF_100 = 750

/** Each with how many rows the page has at least, and the page that is measured. */
const LISTS: { what: string; filter: string; rows?: number; page?: number; only?: string }[] = [
  { what: 'list, first page', filter: '', rows: 20 },
  { what: 'list, 100 rows at once', filter: '&first=100', rows: 100 },
  { what: 'list, page 50', filter: '', page: 50, rows: 20 },
  { what: 'list, oldest first', filter: '&orderBy[by][]=date&orderBy[dir][]=ASC', rows: 20 },
  { what: 'list of revenue', filter: '&type=revenue' },
  { what: 'list of a large vendor', filter: ids('inVendorIds', vendorOf(4)) },
  { what: 'list of a small vendor', filter: ids('inVendorIds', vendorOf(4_321)) },
  { what: 'list of three vendors', filter: ids('inVendorIds', vendorOf(4), vendorOf(5), vendorOf(4_321)) },
  { what: 'list without a vendor', filter: ids('notInVendorIds', vendorOf(4)), rows: 20 },
  { what: 'list of no vendor', filter: ids('inVendorIds', 'none') },
  { what: 'list of a category', filter: ids('inCategoryIds', categoryOf(2)) },
  { what: 'list of a department', filter: ids('inDepartmentIds', departmentOf(3)) },
  { what: 'list of a business unit', filter: ids('inBusinessUnitIds', unitOf(1)) },
  { what: 'list of a location', filter: ids('inLocationIds', locationOf(3)) },
  { what: 'list of an account type', filter: '&accountType=COGS' },
  {
    what: 'list of vendor, department and category',
    filter:
      ids('inVendorIds', vendorOf(4)) + ids('inDepartmentIds', departmentOf(3)) + ids('inCategoryIds', categoryOf(2)),
  },
  {
    what: 'list of two departments without three categories',
    filter:
      ids('inDepartmentIds', departmentOf(3), departmentOf(5)) +
      ids('notInCategoryIds', categoryOf(1), categoryOf(2), categoryOf(3)),
  },
  { what: 'list without a department', filter: '&departmentFilter=NONE' },
  { what: 'search that many match', filter: '&search=order', rows: 20 },
  { what: 'search that few match', filter: '&search=prototype gears' },
  { what: 'search that nothing matches', filter: '&search=nowhere' },
  { what: 'search in a vendor', filter: `&search=order${ids('inVendorIds', vendorOf(4))}` },
]

const SUMS: { what: string; filter: string }[] = [
  { what: 'everything', filter: '' },
  { what: 'a large vendor', filter: ids('inVendorIds', vendorOf(4)) },
  { what: 'three categories', filter: ids('inCategoryIds', categoryOf(1), categoryOf(2), categoryOf(4)) },
  { what: 'a department', filter: ids('inDepartmentIds', departmentOf(3)) },
  {
    what: 'vendor and department',
    filter: ids('inVendorIds', vendorOf(4)) + ids('inDepartmentIds', departmentOf(3)),
  },
  {
    what: 'department and category',
    filter: ids('inDepartmentIds', departmentOf(3)) + ids('inCategoryIds', categoryOf(2)),
  },
  { what: 'a search', filter: '&search=order' },
]
const CHARTED = ['month', 'department', 'businessUnit', 'category', 'location', 'vendor', 'accountType']

const VENDOR_QUERY = `query ($first: YearMonth!, $last: YearMonth!, $ids: [ID!]!) {
  expensesInVendor(startYearMonth: $first, endYearMonth: $last, inVendorIds: $ids, first: 20) {
    edges { cursor node { id amount { value currency } vendorId erpVendorName categoryName departmentName } }
    pageInfo { hasNextPage endCursor } } }`

/** GraphQL fields of what money is spent for, by what they give. */
const UNITS = { departments: 'departments', businessUnits: 'business units' }

const at = (path: string, { first, last }: Range, filter: string): string => {
  const params = new URLSearchParams(`type=expense&startYearMonth=${first}&endYearMonth=${last}&first=20`)
  const more = new URLSearchParams(filter)
  for (const name of new Set(more.keys())) params.delete(name)
  for (const [name, value] of more) params.append(name, value)
  if (!path.endsWith('/transactions')) params.delete('first')
  return `${path}?${params}`
}

const edgesOf = (json: unknown): number => (json as { edges: unknown[] }).edges.length
const countOf = (json: unknown): { count: number; isKnown: boolean } => json as { count: number; isKnown: boolean }

/** @param count of all lines */
export const casesOf = (range: Range, count: number): Case[] => {
  const lists = LISTS.flatMap(({ what, filter, rows = 0, page }) =>
    PEOPLE.map(
      ([as, who]): Case => ({
        ...{ what, as, page, mostRows: filter.includes('first=100') ? MOST_ROWS_OF_100 : MOST_ROWS },
        call: { path: at('/api/transactions', range, filter), who },
        // A page of a search may be short.
        fault: (json) =>
          edgesOf(json) < (filter.includes('search') ? 0 : rows) ? `${edgesOf(json)} rows on the page` : null,
      }),
    ),
  )
  const totals = SUMS.flatMap(({ what, filter }) =>
    PEOPLE.map(
      ([as, who]): Case => ({
        ...{ what: `totals of ${what}`, as, mostRows: null },
        call: { path: at('/api/transactions/totals', range, filter), who },
        fault: (json) => {
          const { count: found, isKnown } = countOf(json)
          if (isKnown !== !(filter.includes('search') && found === 0)) return 'a search in so many lines has no total'
          return filter === '' && who === admin && found < count * 0.9 ? `only ${found} lines are summed` : null
        },
      }),
    ),
  )
  const charts = CHARTED.flatMap((by) =>
    ['', ids('inDepartmentIds', departmentOf(3))].map(
      (filter): Case => ({
        ...{ what: `chart by ${by}${filter && ', of a department'}`, as: 'admin', mostRows: null },
        call: { path: `${at('/api/transactions/chart', range, filter)}&by=${by}`, who: admin },
        fault: (json) => ((json as { bars: unknown[] }).bars.length > 0 ? null : 'no bars'),
      }),
    ),
  )
  return [
    ...lists,
    ...totals,
    ...charts,
    {
      ...{ what: 'vendor’s section', as: 'admin', mostRows: MOST_ROWS },
      call: {
        path: '/graphql',
        body: { query: VENDOR_QUERY, variables: { ...range, ids: [vendorOf(4)] } },
        who: admin,
      },
      fault: (json) =>
        edgesOf((json as { data: { expensesInVendor: unknown } }).data.expensesInVendor) === 20 ? null : 'no full page',
    },
    {
      ...{ what: 'vendors by spend of the last 12 months', as: 'admin', mostRows: MOST_ROWS },
      call: { path: '/api/vendors?orderBy[by][]=last12Spend&orderBy[dir][]=DESC', who: admin },
      fault: (json) => {
        const [first] = (json as { edges: { node: { last12Spend: { value: number } | null } }[] }).edges
        return (first?.node.last12Spend?.value ?? 0) > 0 ? null : 'no spend'
      },
    },
    ...Object.entries(UNITS).map(
      ([field, noun]): Case => ({
        ...{ what: `${noun} with spend of the last 12 months`, as: 'admin', mostRows: null },
        call: { path: '/graphql', body: { query: `{ ${field} { id name l12m { value currency } } }` }, who: admin },
        fault: (json) => ('errors' in (json as object) ? JSON.stringify(json).slice(0, 300) : null),
      }),
    ),
    ...['VENDOR', 'EXPENSE_ACCOUNT'].map(
      (kind): Case => ({
        ...{ what: `mapping, ${kind.toLowerCase().replace('_', ' ')}s by spend`, as: 'admin', mostRows: MOST_ROWS },
        call: { path: `/api/erp-mappings/${kind}?first=20`, who: admin },
        fault: (json) => (edgesOf(json) === 20 ? null : 'no full page'),
      }),
    ),
    {
      ...{ what: 'filter options', as: 'admin', mostRows: null },
      call: {
        path: '/graphql',
        body: { query: '{ fiFilterOptions { vendors { id name } departments { id name } } }' },
        who: admin,
      },
      fault: (json) => ('errors' in (json as object) ? JSON.stringify(json).slice(0, 300) : null),
    },
  ]
}
