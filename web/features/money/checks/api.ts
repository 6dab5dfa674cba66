import { queryOptions, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/money/checks/endpoints.ts'
import type { CheckDecision } from '../../../../schema/money/checks/values.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'

/** Findings are under the payments' key too, since what holds a payment is shown with it. */
export const checkKeys = { all: ['payments', 'checks'] as const, list: ['checks'] as const }
/** What a decision makes outdated. */
export const CHECKS_CHANGED = [['payments'], checkKeys.list]

export const findingQuery = (findingId: string) =>
  queryOptions({
    queryKey: [...checkKeys.all, findingId],
    queryFn: ({ signal }) => call(endpoints.getFinding, { params: { findingId }, signal }),
  })

export const useFindingsOfBill = (billId: string, isShown: boolean) =>
  useQuery({
    queryKey: [...checkKeys.all, 'bill', billId],
    queryFn: ({ signal }) => call(endpoints.findingsOfBill, { params: { billId }, signal }),
    enabled: isShown,
  })

export const monthsQuery = queryOptions({
  queryKey: [...checkKeys.all, 'months'],
  queryFn: ({ signal }) => call(endpoints.checkMonths, { signal }),
})

export const settingsQuery = queryOptions({
  queryKey: [...checkKeys.all, 'settings'],
  queryFn: ({ signal }) => call(endpoints.getCheckSettings, { signal }),
})

export const silencesQuery = queryOptions({
  queryKey: [...checkKeys.all, 'silences'],
  queryFn: ({ signal }) => call(endpoints.listSilences, { signal }),
})

export const accountsQuery = queryOptions({
  queryKey: [...checkKeys.all, 'employee-accounts'],
  queryFn: ({ signal }) => call(endpoints.listEmployeeAccounts, { signal }),
})

export const decide = (findingId: string, body: { decision: CheckDecision; note: string }, commandId: string) =>
  call(endpoints.decideFinding, { params: { findingId }, body, commandId })

export const useLift = () =>
  useCommand({
    run: (silenceId: string, { commandId }) => call(endpoints.liftSilence, { params: { silenceId }, commandId }),
    success: 'Silence lifted',
    invalidates: CHECKS_CHANGED,
  })

export const useRemoveAccount = () =>
  useCommand({
    run: (accountId: string, { commandId }) =>
      call(endpoints.removeEmployeeAccount, { params: { accountId }, commandId }),
    success: 'Bank account removed',
    invalidates: CHECKS_CHANGED,
  })
