import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { PlanType } from '../../../../schema/planning/plans/values.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type filtersOf, planKeys } from '../plans/index.ts'
import type { Months } from './months.ts'

const TRANSACTIONS = graphql(`
  query TransactionsBehind(
    $planId: ID!, $type: CategoryKind!, $startYearMonth: YearMonth!, $endYearMonth: YearMonth!,
    $inDepartmentIds: [ID!], $notInDepartmentIds: [ID!], $inBusinessUnitIds: [ID!], $notInBusinessUnitIds: [ID!],
    $inCategoryIds: [ID!], $notInCategoryIds: [ID!], $inLocationIds: [ID!], $notInLocationIds: [ID!],
    $inVendorIds: [ID!], $notInVendorIds: [ID!], $after: String
  ) {
    groupedTransactions(
      planId: $planId, type: $type, startYearMonth: $startYearMonth, endYearMonth: $endYearMonth,
      inDepartmentIds: $inDepartmentIds, notInDepartmentIds: $notInDepartmentIds,
      inBusinessUnitIds: $inBusinessUnitIds, notInBusinessUnitIds: $notInBusinessUnitIds,
      inCategoryIds: $inCategoryIds, notInCategoryIds: $notInCategoryIds,
      inLocationIds: $inLocationIds, notInLocationIds: $notInLocationIds,
      inVendorIds: $inVendorIds, notInVendorIds: $notInVendorIds, after: $after
    ) {
      edges {
        node {
          id transactionDate memo documentNumber vendorId vendorName erpVendorName categoryName departmentName
          amount { value currency } companyAmount { value currency }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

const SERVICES = graphql(`
  query ServicesBehind(
    $planId: ID!, $type: CategoryKind!, $startYearMonth: YearMonth!, $endYearMonth: YearMonth!,
    $inDepartmentIds: [ID!], $notInDepartmentIds: [ID!], $inBusinessUnitIds: [ID!], $notInBusinessUnitIds: [ID!],
    $inCategoryIds: [ID!], $notInCategoryIds: [ID!], $inLocationIds: [ID!], $notInLocationIds: [ID!],
    $inVendorIds: [ID!], $notInVendorIds: [ID!], $after: String
  ) {
    groupedServices(
      planId: $planId, type: $type, startYearMonth: $startYearMonth, endYearMonth: $endYearMonth,
      inDepartmentIds: $inDepartmentIds, notInDepartmentIds: $notInDepartmentIds,
      inBusinessUnitIds: $inBusinessUnitIds, notInBusinessUnitIds: $notInBusinessUnitIds,
      inCategoryIds: $inCategoryIds, notInCategoryIds: $notInCategoryIds,
      inLocationIds: $inLocationIds, notInLocationIds: $notInLocationIds,
      inVendorIds: $inVendorIds, notInVendorIds: $notInVendorIds, after: $after
    ) {
      cursor serviceId serviceName servicePeriodId startDate endDate currency totalServicePeriodCost amortizedCost
      departmentName vendor { id name }
    }
  }
`)

const REQUESTS = graphql(`
  query SpendRequestsBehind(
    $planId: ID!, $type: CategoryKind!, $startYearMonth: YearMonth!, $endYearMonth: YearMonth!,
    $inDepartmentIds: [ID!], $notInDepartmentIds: [ID!], $inBusinessUnitIds: [ID!], $notInBusinessUnitIds: [ID!],
    $inCategoryIds: [ID!], $notInCategoryIds: [ID!], $inLocationIds: [ID!], $notInLocationIds: [ID!],
    $inVendorIds: [ID!], $notInVendorIds: [ID!], $after: String
  ) {
    groupedSpendRequests(
      planId: $planId, type: $type, startYearMonth: $startYearMonth, endYearMonth: $endYearMonth,
      inDepartmentIds: $inDepartmentIds, notInDepartmentIds: $notInDepartmentIds,
      inBusinessUnitIds: $inBusinessUnitIds, notInBusinessUnitIds: $notInBusinessUnitIds,
      inCategoryIds: $inCategoryIds, notInCategoryIds: $notInCategoryIds,
      inLocationIds: $inLocationIds, notInLocationIds: $notInLocationIds,
      inVendorIds: $inVendorIds, notInVendorIds: $notInVendorIds, after: $after
    ) {
      cursor id readableId displayName status archived serviceStartDate serviceEndDate
      estimatedCost { value currency } amortizedCost { value currency }
    }
  }
`)

export interface AskedBehind extends Months {
  planId: string
  type: PlanType
  filters: ReturnType<typeof filtersOf>
}

const variablesOf = ({ planId, type, from, to, filters }: AskedBehind, after: string) => ({
  ...(filters as Record<string, string[]>),
  planId,
  type,
  startYearMonth: from,
  endYearMonth: to,
  after: after || null,
})

const keyOf = ({ planId, ...asked }: AskedBehind, what: string) => [...planKeys.plan(planId), 'behind', what, asked]

/** Newest first. */
export const useTransactionsBehind = (asked: AskedBehind) =>
  useInfiniteQuery({
    queryKey: keyOf(asked, 'transactions'),
    queryFn: async ({ signal, pageParam }) => {
      const { edges, pageInfo } = (await runGraphql(TRANSACTIONS, variablesOf(asked, pageParam), { signal }))
        .groupedTransactions
      return { rows: edges.map(({ node }) => node), next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? '') : '' }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData,
  })

const PAGE = 20

/** Lists without pages end with an empty one. What is found here is as much as a page, or all that is left. */
const filled = async <Row extends { cursor: string }>(after: string, read: (after: string) => Promise<Row[]>) => {
  const rows: Row[] = []
  for (let next = after; rows.length < PAGE; ) {
    const more = await read(next)
    rows.push(...more)
    const last = more.at(-1)
    if (!last) return { rows, next: '' }
    next = last.cursor
  }
  return { rows, next: rows.at(-1)?.cursor ?? '' }
}

export const useServicesBehind = (asked: AskedBehind) =>
  useInfiniteQuery({
    queryKey: keyOf(asked, 'services'),
    queryFn: ({ signal, pageParam }) =>
      filled(
        pageParam,
        async (after) => (await runGraphql(SERVICES, variablesOf(asked, after), { signal })).groupedServices,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData,
  })

export const useRequestsBehind = (asked: AskedBehind) =>
  useInfiniteQuery({
    queryKey: keyOf(asked, 'requests'),
    queryFn: ({ signal, pageParam }) =>
      filled(
        pageParam,
        async (after) => (await runGraphql(REQUESTS, variablesOf(asked, after), { signal })).groupedSpendRequests,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData,
  })
