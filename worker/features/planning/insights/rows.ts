import { type InsightsAsked, insightsAsked, spendInsightsAsked } from '../../../../schema/planning/insights/asked.ts'
import { PLAN_DIMENSIONS } from '../../../../schema/planning/plans/values.ts'
import type { TransactionRow } from '../../../../schema/planning/transactions/endpoints.ts'
import { DIMENSIONS, NO_VALUE } from '../../../../schema/planning/transactions/filters.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { type Named, namesText, type Person } from '../../../../schema/shared/values.ts'
import type { SpendRequestRow } from '../../../../schema/spend/spend-requests/list.ts'
import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import type { ServicePeriod } from '../../../../schema/vendors/services/period.ts'
import { openSpendByMonth, spendByMonth } from '../../../../schema/vendors/services/rules.ts'
import type { PaymentFrequency } from '../../../../schema/vendors/services/values.ts'
import { query } from '../../../core/operation.ts'
import { toConnection } from '../../../core/paging.ts'
import { readSpentDuring } from '../../spend/spend-requests/index.ts'
import { readRunning } from '../../vendors/services/index.ts'
import { readTransactionPage } from '../transactions/index.ts'
import { type Meant, readMeant } from './meant.ts'

/** The transactions, services and spend requests behind a figure of a plan. Each person sees those of their own lists. */

const nothing = <Row>(): Connection<Row> =>
  toConnection<Row, Row>(
    [],
    1,
    () => [],
    (row) => row,
  )

const transactionFilters = (meant: Meant) =>
  Object.fromEntries(
    PLAN_DIMENSIONS.flatMap((dimension) => {
      const named = (ids: readonly string[]) => ids.map((each) => each || NO_VALUE)
      const { in: wanted, notIn } = meant[dimension]
      return [
        [DIMENSIONS[dimension].in, named(wanted)],
        [DIMENSIONS[dimension].notIn, named(notIn)],
      ]
    }),
  )

export const readGroupedTransactions = query({
  id: 'insights.transactions',
  access: 'transactions.read',
  readsFirst: true,
  input: insightsAsked,
  run: async (context, asked): Promise<Connection<TransactionRow>> => {
    const meant = await readMeant(context, asked)
    if (!meant)
      return toConnection(
        [],
        asked.first,
        () => [],
        (row) => row,
      )
    const { type, startYearMonth, endYearMonth, first, cursor } = asked
    return readTransactionPage(context, {
      type,
      startYearMonth,
      endYearMonth,
      first,
      cursor,
      ...transactionFilters(meant),
    })
  },
})

/** A period of a service that runs in the months. Amounts in minor units of its currency. */
export interface GroupedService {
  serviceId: string
  serviceName: string
  vendor: Named
  servicePeriodId: string
  startDate: string
  endDate: string | null
  paymentFrequency: PaymentFrequency | null
  currency: Currency
  /** Null for one that runs month to month. */
  totalServicePeriodCost: number | null
  /** What the months cost. */
  amortizedCost: number
  departmentName: string
  owners: Person[]
}

const costOf = (period: ServicePeriod, { startYearMonth, endYearMonth }: InsightsAsked, today: string): number => {
  const { startDate, endDate, amortizedCost, totalServicePeriodCost } = period
  const months =
    endDate === null
      ? openSpendByMonth(startDate, amortizedCost, today)
      : spendByMonth({ startDate, endDate }, totalServicePeriodCost ?? 0)
  return months
    .filter(({ month }) => month >= startYearMonth && month <= endYearMonth)
    .reduce((sum, { amount }) => sum + amount, 0)
}

const isWithin = ({ startDate, endDate }: ServicePeriod, { startYearMonth, endYearMonth }: InsightsAsked): boolean =>
  startDate.slice(0, 7) <= endYearMonth && (endDate === null || endDate.slice(0, 7) >= startYearMonth)

const groupedOf = (service: Service, period: ServicePeriod, amortizedCost: number): GroupedService => ({
  serviceId: service.id,
  serviceName: service.name,
  vendor: service.vendor,
  servicePeriodId: period.id,
  startDate: period.startDate,
  endDate: period.endDate,
  paymentFrequency: service.paymentFrequency,
  owners: service.owners,
  currency: period.currency,
  totalServicePeriodCost: period.totalServicePeriodCost,
  amortizedCost,
  departmentName: namesText(service.departments),
})

/**
 * A row for each period in the months, by vendor. A page is empty only at the end. Services are expenses, so that there are none of revenue.
 */
export const readGroupedServices = query({
  id: 'insights.services',
  access: 'plans.use',
  readsFirst: true,
  untilFound: true,
  input: insightsAsked,
  run: async (context, asked): Promise<Connection<GroupedService>> => {
    const meant = await readMeant(context, asked)
    if (!meant || asked.type === 'revenue') return nothing()
    const { startYearMonth: from, endYearMonth: to, first, cursor } = asked
    const page = await readRunning(context, { ...meant, from, to, first, cursor })
    const today = dayIn(context.actor.timezone, context.clock.now())
    const edges = page.edges.flatMap(({ cursor, node: service }) =>
      service.servicePeriods
        .filter((period) => isWithin(period, asked))
        .map((period) => ({ cursor, node: groupedOf(service, period, costOf(period, asked, today)) })),
    )
    return { ...page, edges }
  },
})

/** A page is empty only at the end. Spend requests are expenses, so that there are none of revenue. */
export const readGroupedSpend = query({
  id: 'insights.spend-requests',
  access: 'plans.use',
  readsFirst: true,
  untilFound: true,
  input: spendInsightsAsked,
  run: async (context, asked): Promise<Connection<SpendRequestRow>> => {
    const meant = await readMeant(context, asked)
    if (!meant || asked.type === 'revenue' || !can(context.actor.policy, 'spend-requests.read')) return nothing()
    const { startYearMonth: from, endYearMonth: to, status, first, cursor } = asked
    return readSpentDuring(context, { filter: 'ACTIVE', status, first, cursor }, { ...meant, from, to })
  },
})
