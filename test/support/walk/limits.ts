import { SEVERAL_FIELDS, type WalkCall } from './calls.ts'

/** What a page may cost the database, and what may cost more, each with its reason. */

export const MOST_ROWS_READ = 300
export const MOST_ROUND_TRIPS = 2

/** Exports and files are streamed page by page, and hold no more than a page. */
export const isExport = ({ path }: WalkCall): boolean =>
  /\.csv(\?|$)/.test(path) || path.startsWith('/api/download-intake-submissions') || path.endsWith('.ics')

interface Exception {
  operationId: string
  /** Only calls whose variant has this text. */
  variant?: string
  /** What it may cost all the same. Without a number of round trips, the usual one. */
  mostRows?: number
  mostRoundTrips?: number
  reason: string
}

export const EXCEPTIONS: Exception[] = [
  {
    operationId: 'configuration.export',
    mostRows: 10_000,
    mostRoundTrips: 60,
    reason: 'The file has everything that a company configures, section by section, and each name in it.',
  },
  ...[
    ['requests', 'answerFilters='],
    ['requests', 'serviceAnswerFilters='],
    ['requests', 'servicePeriodAnswerFilters='],
    ['requests', 'departmentIds='],
    ['vendors', 'amount='],
    ['services', 'search='],
    ['services', 'amount='],
    ['services', 'dateRange='],
    ['services', 'AnswerFilters='],
  ].map(([name, variant = '']) => ({
    operationId: `${name}.totals`,
    variant,
    mostRows: 2_000,
    reason: 'It adds up as many rows of the list at a time as this filter lets it read.',
  })),
  {
    operationId: 'vendors.totals',
    variant: 'search=',
    mostRows: 3_000,
    reason: 'Vendors are found by words, as in their list: before each part, 151 that have them are looked for.',
  },
  ...['requests', 'services', 'spend-requests', 'bills', 'vendors', 'documents', 'members'].map((name) => ({
    operationId: `${name}.totals`,
    mostRows: 30_000,
    reason:
      'It adds up 2,000 rows of the list at a time, after the list itself: one row for each index entry, its own, and what the filters look up.',
  })),
  {
    operationId: 'services.read-renewal-feed',
    mostRows: 2_000,
    reason: 'A calendar has no pages: it has the services that end first, and says so if there are more.',
  },
  {
    operationId: 'vendor-portal.bill-payments',
    mostRoundTrips: 3,
    reason: 'The directory says in which cells the vendor’s customers are, which are then read at once.',
  },
  ...[
    'sso-integrations.get-okta',
    'sso-integrations.get-okta-saml',
    'sso-integrations.get-required',
    'integrations.page',
  ].map((operationId) => ({
    operationId,
    mostRoundTrips: 3,
    reason: 'Login domains are in the directory, which is read beside the company’s connections.',
  })),
  {
    operationId: 'purchase-orders.task-form',
    mostRows: MOST_ROWS_READ,
    mostRoundTrips: 3,
    reason: 'The step with its request, then what the answers name.',
  },
  ...['organisation.get-department', 'organisation.get-business-unit', 'organisation.get-group'].map((operationId) => ({
    operationId,
    mostRows: MOST_ROWS_READ,
    reason: 'A page has eighty members, with three rows for each.',
  })),
  {
    operationId: 'transactions.threads',
    mostRows: 700,
    reason:
      'GraphQL asks for more at once than a page has, because the contract has no pages: each with its newest comments.',
  },
  {
    operationId: 'spend-requests.threads',
    mostRoundTrips: 4,
    reason: 'Each thread says what its spend request is, which is read beside the threads.',
  },
  {
    operationId: 'transactions.threads-of-line',
    mostRoundTrips: 3,
    reason: 'The line is named by the accounting system’s ids, which are looked up first.',
  },
  {
    operationId: 'insights.transactions',
    mostRoundTrips: 3,
    reason: 'Filters name rows of a plan: what these are in the company is looked up first.',
  },
  ...['insights.services', 'insights.spend-requests'].map((operationId) => ({
    operationId,
    mostRoundTrips: 7,
    mostRows: 6_000,
    reason: 'The contract has no pages of them, so that a list isn’t empty before its end: it is read until then.',
  })),
  {
    operationId: 'plans.figures',
    mostRows: 900,
    reason: 'Each of twenty rows has an actual amount for each of twelve months, found by its key.',
  },
  {
    operationId: 'plans.filter-options',
    mostRows: 800,
    reason: 'GraphQL answers what a plan names of five kinds at once, because the contract has no pages.',
  },
  ...['transactions.totals', 'transactions.chart'].map((operationId) => ({
    operationId,
    variant: 'search',
    mostRows: 70_000,
    reason:
      'What a text matches has no sum, so its lines are read, with the names of their vendors: 20,000 at most, and none if there are more.',
  })),
  {
    operationId: 'intake.list-submissions',
    variant: SEVERAL_FIELDS,
    mostRows: 400,
    reason:
      'By several fields: an index for each of two is read before the page, whose extra columns cost ten rows each.',
  },
  ...['documents.list', 'documents.by-filter'].map((operationId) => ({
    operationId,
    variant: SEVERAL_FIELDS,
    mostRows: 350,
    reason:
      'By several fields: two indexes are read before the page, whose rows say each what they are attached to, who owns that and who may read it.',
  })),
  {
    operationId: 'documents.list',
    variant: 'filter=ALL',
    mostRows: 350,
    reason: 'For a delegate: what each of two people and everyone can read, archived and not, is put together.',
  },
  {
    operationId: 'intake.list-submissions',
    variant: 'orderBy=coalescedRequestAmount DESC',
    mostRows: 320,
    reason: 'For a delegate: requests of two people are put together, those with an amount and those without.',
  },
  {
    operationId: 'vendors.list',
    variant: 'search=supplier supplier',
    mostRows: 2_000,
    reason:
      'Vendors are found by words, in the index of the whole search: of many that have them, fifty are looked at.',
  },
  {
    operationId: 'vendor-portal.earlier-answers',
    mostRoundTrips: 4,
    reason:
      'The form, the vendor’s customers, then the newest ten forms of each in its own cell: rows of their answers.',
  },
  ...['vendor-portal.invoice-customers', 'vendor-portal.list-invoices'].map((operationId) => ({
    operationId,
    mostRoundTrips: 4,
    reason: 'The vendor’s customers, then what each says in its own cell.',
  })),
  ...['vendor-portal.earlier-documents', 'vendor-portal.documents'].map((operationId) => ({
    operationId,
    mostRoundTrips: 4,
    reason: 'The vendor’s customers, then the documents of the newest forms of each in its own cell.',
  })),
  {
    operationId: 'vendor-portal.customers',
    reason: 'It says how many forms each customer has sent: two rows for each form, of which a vendor has few.',
  },
  {
    operationId: 'vendors.preview-merge',
    reason: 'It says how much a merge moves: one row for each request, service and document of the vendor.',
  },
  {
    operationId: 'intake.list-submissions',
    variant: 'answerFilters',
    reason:
      'Without a category, the questions with that label are found in all forms: rows of their questions, not of requests.',
  },
  {
    operationId: 'intake.submission-options-for-question',
    variant: 'VENDOR_SELECT',
    reason: 'A hundred choices by part of a name of two letters, for which there is no index: two rows for each.',
  },
  ...[
    ...['vendor', 'member', 'service', 'erp-vendor', 'plan-vendor'].map((kind) => `lookups.${kind}-select-options`),
    ...['lookups.erp-vendors', 'lookups.plan-vendors', 'bills.options'],
  ].map((operationId) => ({
    operationId,
    variant: 'search=',
    mostRows: 5_000,
    mostRoundTrips: 4,
    reason:
      'Whoever chooses by a name takes an empty page for an answer, so that it is read on until there is a hit, or to the end.',
  })),
  {
    operationId: 'spend-requests.preview',
    mostRows: MOST_ROWS_READ,
    mostRoundTrips: 3,
    reason: 'One that is being edited is read first.',
  },
  {
    operationId: 'spend-requests.count',
    mostRows: 350,
    reason: 'It counts up to 50, with some rows for each.',
  },
  {
    operationId: 'moves.get',
    mostRows: MOST_ROWS_READ,
    mostRoundTrips: 3,
    reason: 'It compares the directory with two databases. Only platform staff read it.',
  },
  {
    operationId: 'super-admin.company-costs',
    mostRoundTrips: 3,
    reason: 'The directory has the names of the companies that cost most. Only platform staff read it.',
  },
  {
    operationId: 'super-admin.operations',
    mostRows: MOST_ROWS_READ,
    mostRoundTrips: 4,
    reason: 'It asks every database at the same time, then for names of companies. Only platform staff read it.',
  },
  {
    operationId: 'super-admin.company-costs',
    mostRows: 400_000,
    mostRoundTrips: 2,
    reason: 'It adds up a row for each company and day, of at most a month. Only platform staff read it.',
  },
]

const found = (call: WalkCall): Exception | undefined =>
  EXCEPTIONS.find(
    ({ operationId, variant }) => operationId === call.operationId && (!variant || call.variant.includes(variant)),
  )

/** Why the call may cost more, or null. */
export const exceptionOf = (call: WalkCall): string | null =>
  isExport(call) ? 'An export.' : (found(call)?.reason ?? null)

export const isAbove = ({ rowsRead, roundTrips }: { rowsRead: number; roundTrips: number }): boolean =>
  rowsRead > MOST_ROWS_READ || roundTrips > MOST_ROUND_TRIPS

/** How the call exceeds its limit, in words, or null. */
export const excessOf = (call: WalkCall, cost: { rowsRead: number; roundTrips: number }): string | null => {
  const most = exceptionOf(call) ? (found(call)?.mostRows ?? null) : MOST_ROWS_READ
  if (most === null) return null
  const mostRoundTrips = found(call)?.mostRoundTrips ?? MOST_ROUND_TRIPS
  if (cost.rowsRead > most) return `${cost.rowsRead} rows read, more than ${most}`
  if (cost.roundTrips > mostRoundTrips) return `${cost.roundTrips} round trips, more than ${mostRoundTrips}`
  return null
}
