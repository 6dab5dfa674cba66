import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/money/payments/account-endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'

export const paymentKeys = {
  all: ['payments'] as const,
  /** Lists of payments of bills. */
  list: ['bill-payments'] as const,
  gatekeeper: ['payments', 'gatekeeper'] as const,
  account: ['payments', 'account'] as const,
  methods: ['payments', 'methods'] as const,
  money: ['payments', 'money'] as const,
}

/** While the provider or the bank is at work, it is looked at again. */
const AGAIN_MS = 4_000

export const usePaymentsAccount = () =>
  useQuery({
    queryKey: paymentKeys.account,
    queryFn: ({ signal }) => call(endpoints.getPaymentsAccount, { signal }),
    // The provider tells when it is done, and it is ready once a bank account is verified.
    refetchInterval: ({ state }) => (state.data?.state && !state.data.isOnboarded ? AGAIN_MS : false),
  })

export const usePaymentMethods = (isShown = true) =>
  useQuery({
    queryKey: paymentKeys.methods,
    queryFn: ({ signal }) => call(endpoints.listPaymentMethods, { signal }),
    enabled: isShown,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'VERIFYING') ? AGAIN_MS : false),
    // Deposits are confirmed on the provider's page, in another tab.
    refetchOnWindowFocus: true,
  })

export type { PaymentMethod } from '../../../../schema/money/payments/account-endpoints.ts'

/** Bank accounts whose deposits have to be confirmed, or that could not be verified. */
export const useMethodsNeedingAttention = () =>
  useQuery({
    queryKey: [...paymentKeys.methods, 'attention'],
    queryFn: ({ signal }) => call(endpoints.paymentMethodsNeedingAttention, { signal }),
  })

export const useBalance = (isShown: boolean) =>
  useQuery({
    queryKey: [...paymentKeys.money, 'balance'],
    queryFn: ({ signal }) => call(endpoints.financialAccountBalance, { signal }),
    enabled: isShown,
  })

export const useTransfers = (isShown: boolean) =>
  useInfiniteQuery({
    queryKey: [...paymentKeys.money, 'transfers'],
    queryFn: ({ signal, pageParam }) =>
      call(endpoints.listTransfers, { query: { ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    enabled: isShown,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.edges.some(({ node }) => node.status === 'WAITING' || node.status === 'PROCESSING')
        ? AGAIN_MS
        : false,
  })

const CREATE = graphql(`mutation CreatePaymentsAccount { createPaymentsAccount { id onboardingUrl } }`)

export const createPaymentsAccount = async (commandId: string) =>
  (await runGraphql(CREATE, {}, { commandId })).createPaymentsAccount

export const checkAccount = (commandId: string) => call(endpoints.checkPaymentsAccount, { commandId })

export const setDefaultMethod = (paymentMethodId: string, commandId: string) =>
  call(endpoints.setDefaultPaymentMethod, { params: { paymentMethodId }, commandId })

export const removeMethod = (paymentMethodId: string, commandId: string) =>
  call(endpoints.deletePaymentMethod, { params: { paymentMethodId }, commandId })
