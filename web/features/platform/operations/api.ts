import { queryOptions } from '@tanstack/react-query'
import * as alarms from '../../../../schema/platform/operations/alarms.ts'
import * as endpoints from '../../../../schema/platform/operations/endpoints.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

/** How often the page looks again by itself. */
const WATCHED_MS = 30_000

export const operationsKeys = {
  state: ['super-admin', 'operations', 'state'] as const,
  costs: ['super-admin', 'operations', 'costs'] as const,
  alarms: ['super-admin', 'operations', 'alarms'] as const,
}

/** @param from the first database */
export const operationsQuery = (from: number) =>
  queryOptions({
    queryKey: [...operationsKeys.state, from],
    queryFn: ({ signal }) => call(endpoints.getOperations, { query: { firstCell: from }, signal }),
    refetchInterval: WATCHED_MS,
  })

interface CostsAsked {
  from?: string | undefined
  to?: string | undefined
  sort: endpoints.CostSort
}

export const costsQuery = (asked: CostsAsked) =>
  queryOptions({
    queryKey: [...operationsKeys.costs, asked],
    queryFn: ({ signal }) => call(endpoints.getCompanyCosts, { query: asked, signal }),
  })

export const alarmsQuery = queryOptions({
  queryKey: operationsKeys.alarms,
  queryFn: ({ signal }) => call(alarms.getAlarms, { signal }),
  refetchInterval: WATCHED_MS,
})

export type Chosen = BodyOf<typeof endpoints.sendEffectsAgain>

export const sendAgain = (body: Chosen, commandId: string) => call(endpoints.sendEffectsAgain, { body, commandId })
export const verifyChain = (companyId: string, commandId: string) =>
  call(endpoints.verifyCompanyChain, { body: { companyId }, commandId })
export const tryAlarms = (commandId: string) => call(alarms.tryAlarms, { commandId })
export const revealSecret = (commandId: string) => call(alarms.revealAlarmSecret, { commandId })

/** Whom it concerns, for people. */
export const companyText = ({ companyId, companyName }: { companyId: string; companyName: string | null }): string =>
  companyName ?? (companyId === '' ? 'Everyone' : 'Vendor’s company')
