import { addDays, dayIn, NO_END } from '../../../../schema/shared/calendar.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import * as endpoints from '../../../../schema/vendors/renewals/endpoints.ts'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { amountCell, type CsvRow } from '../../../core/csv.ts'
import { listFile } from '../../../core/list/file.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { ENDS_FOR_GOOD, RENEWAL_COLUMNS, type RenewalRow, toRenewal } from './rows.ts'

type Filter = Partial<Omit<endpoints.RenewalReportQuery, 'cursor' | 'first'>>

interface Wanted extends Filter {
  from: string
  until: string
}

/** Days between two months, both included. By default the twelve months from the current one. */
const daysOf = ({ dateRange }: Filter, now: number): { from: string; until: string } => {
  if (!dateRange) {
    const { from, before } = nextTwelveMonths(now)
    return { from: `${from}-01`, until: addDays(`${before}-01`, -1) }
  }
  const [from = '', to = ''] = dateRange.split(',')
  // The end of every month, for comparing as text.
  return { from: `${from}-01`, until: `${to}-31` }
}

/** A period's date, its index, and the index for the periods of an owner. */
const DAYS = {
  END: { column: 'p.end_date', index: 'service_periods_end', owned: 'sqlite_autoindex_service_period_owners_1' },
  CANCEL: { column: 'p.cancel_by', index: 'service_periods_cancel', owned: 'service_period_owners_cancel' },
} as const

interface Reader {
  db: StaffContext['db']
  actor: { companyId: string }
}

/**
 * Selects periods `p` of services `s` by date from an index. For an owner, only those of their services.
 * @param isIdEnough whether an owner's periods are picked without reading them
 */
const pickedBy = (
  by: keyof typeof DAYS,
  bind: (value: unknown) => string,
  wanted: Wanted,
  isIdEnough = false,
): string => {
  const { column, index, owned } = DAYS[by]
  const { from, until, vendorId, ownerId } = wanted
  // What has no end is no renewal, however far the days go.
  const within = (day: string): string =>
    `${day} >= ${bind(from)} AND ${day} <= ${bind(until)} AND ${day} < '${NO_END}'`
  const shown = 's.archived_at IS NULL'
  const ofVendor = vendorId ? ` AND s.vendor_id = ${bind(vendorId)}` : ''
  if (ownerId) {
    const day = column.replace('p.', 'k.')
    return `service_period_owners k INDEXED BY ${owned} CROSS JOIN services s ON s.id = k.service_id
      ${isIdEnough ? '' : 'CROSS JOIN service_periods p ON p.id = k.period_id'}
      WHERE k.company_id = ?1 AND k.owner_user_id = ${bind(ownerId)} AND ${within(day)} AND ${shown}${ofVendor}`
  }
  // A vendor has few services.
  const source = vendorId
    ? `services s INDEXED BY services_of_vendor CROSS JOIN service_periods p INDEXED BY service_periods_start
        ON p.company_id = ?1 AND p.service_id = s.id WHERE s.company_id = ?1`
    : `service_periods p INDEXED BY ${index} CROSS JOIN services s ON s.id = p.service_id WHERE p.company_id = ?1`
  return `${source} AND ${within(column)} AND ${shown}${ofVendor}`
}

/** The sort order, which the index already has. */
const orderOf = (by: keyof typeof DAYS, { ownerId }: Wanted): string =>
  ownerId ? `${DAYS[by].column.replace('p.', 'k.')}, k.period_id` : `${DAYS[by].column}, p.id`

const SHOWN = `page CROSS JOIN service_periods p ON p.id = page.id
  CROSS JOIN services s ON s.id = p.service_id LEFT JOIN vendors v ON v.id = s.vendor_id`

const pageStatement = (
  { db, actor }: Reader,
  wanted: Wanted,
  cursor: string | undefined,
  count: number,
): D1PreparedStatement => {
  const params: unknown[] = [actor.companyId]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const { by = 'END' } = wanted
  const order = `${DAYS[by].column}, p.id`
  const picked = orderOf(by, wanted)
  const after = cursor ? `AND (${picked}) > (${decodeCursor(cursor, 2).map(bind).join(', ')})` : ''
  return db.sql(
    `WITH page (id) AS MATERIALIZED (
       SELECT ${wanted.ownerId ? 'k.period_id' : 'p.id'} FROM ${pickedBy(by, bind, wanted, true)} ${after} ORDER BY ${picked} LIMIT ${bind(count)})
     SELECT ${RENEWAL_COLUMNS} FROM ${SHOWN} ORDER BY ${order}`,
    ...params,
  )
}

const keyOf = ({ endDate, cancelBy, periodId }: RenewalRow, { by }: Wanted): [string | null, string] => [
  by === 'CANCEL' ? cancelBy : endDate,
  periodId,
]

const pageOf = async (context: StaffContext, wanted: Wanted, cursor: string | undefined, first: number) =>
  toConnection(
    await context.db.all<RenewalRow>(pageStatement(context, wanted, cursor, first + 1)),
    first,
    (row) => keyOf(row, wanted),
    toRenewal,
  )

export const readRenewalReport = query({
  id: 'services.renewal-report',
  access: 'reports.use',
  input: inputOf(endpoints.renewalReport),
  run: (context, { cursor, first, ...filter }) =>
    pageOf(context, { ...filter, ...daysOf(filter, context.clock.now()) }, cursor, first),
})

export const readUpcomingRenewals = query({
  id: 'services.upcoming-renewals',
  access: 'services.use',
  input: inputOf(endpoints.upcomingRenewals),
  run: async (context) => {
    const { db, actor, clock } = context
    const from = dayIn(actor.timezone, clock.now())
    const params: unknown[] = [actor.companyId]
    const bind = (value: unknown): string => `?${params.push(value)}`
    const wanted = {
      from,
      until: addDays(from, endpoints.UPCOMING_DAYS),
      ownerId: can(actor.policy, 'vendors.manage') ? undefined : actor.userId,
    }
    const { UPCOMING_SHOWN } = endpoints
    // What can still be canceled is listed by that day, everything else by its end. Each is a short read along an
    // index.
    const soonest = (by: keyof typeof DAYS, more: string): string =>
      `SELECT * FROM (SELECT p.id, ${DAYS[by].column} AS day FROM ${pickedBy(by, bind, wanted)}
          AND ${ENDS_FOR_GOOD} ${more} ORDER BY ${orderOf(by, wanted)} LIMIT ${bind(UPCOMING_SHOWN + 1)})`
    const rows = await db.all<RenewalRow>(
      db.sql(
        `WITH page (id, day) AS MATERIALIZED (
           ${soonest('CANCEL', '')}
           UNION ALL ${soonest('END', `AND (p.cancel_by IS NULL OR p.cancel_by < ${bind(from)})`)})
         SELECT ${RENEWAL_COLUMNS} FROM ${SHOWN} ORDER BY page.day, page.id LIMIT ${bind(UPCOMING_SHOWN + 1)}`,
        ...params,
      ),
    )
    return { renewals: rows.slice(0, UPCOMING_SHOWN).map(toRenewal), hasMore: rows.length > UPCOMING_SHOWN }
  },
})

const HEADER = [
  'Service',
  'Vendor',
  'Period starts',
  'Period ends',
  'Renews',
  'Notice (days)',
  'Last day to cancel',
  'Continues from',
  'Currency',
  'Cost of the period',
  'Monthly cost',
  'Owners',
  'Reminders',
]

const cellsOf = (renewal: endpoints.Renewal): CsvRow => {
  const { currency } = renewal
  const amount = (value: number) => amountCell({ value, currency })
  return [
    renewal.service.name,
    renewal.vendor.name,
    renewal.startDate,
    renewal.endDate,
    renewal.autorenews ? 'Automatic' : 'Manual',
    renewal.noticeDays,
    renewal.cancelBy,
    renewal.continuesOn,
    currency,
    amount(renewal.totalServicePeriodCost),
    amount(renewal.amortizedCost),
    renewal.owners.map(fullName).join('; '),
    renewal.renewalReminders.join('; '),
  ]
}

export const exportRenewalReport = query({
  id: 'services.renewal-report-csv',
  access: 'reports.use',
  input: inputOf(endpoints.renewalReportCsv),
  run: async (context, filter) => {
    const now = context.clock.now()
    const wanted = { ...filter, ...daysOf(filter, now) }
    return listFile(
      context,
      'renewals',
      ({ cursor, first }) => pageOf(context, wanted, cursor, first),
      () => HEADER,
      (renewal) => [cellsOf(renewal)],
    )
  },
})
