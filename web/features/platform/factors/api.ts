import { queryOptions } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/factors/endpoints.ts'
import * as resets from '../../../../schema/platform/factors/reset-endpoints.ts'
import { call } from '../../../lib/rest.ts'

export const factorKeys = { own: ['own-factors'] as const }

export const ownFactorsQuery = queryOptions({
  queryKey: factorKeys.own,
  queryFn: ({ signal }) => call(endpoints.getOwnFactors, { signal }),
})

export const factorSettingsQuery = queryOptions({
  queryKey: ['factor-settings'],
  queryFn: ({ signal }) => call(endpoints.getFactorSettings, { signal }),
})

export const beginApp = () => call(endpoints.beginApp)

export const proveApp = (id: string, code: string, commandId: string) =>
  call(endpoints.proveApp, { body: { id, code }, commandId })

export const removeFactor = (factorId: string, commandId: string) =>
  call(endpoints.removeFactor, { params: { factorId }, commandId })

export const renewRecoveryCodes = (commandId: string) => call(endpoints.renewRecoveryCodes, { commandId })

export const giveCode = (body: { code: string } | { recoveryCode: string }, commandId: string) =>
  call(endpoints.giveFactor, { body, commandId })

export const memberFactorsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['member-factors', memberId],
    queryFn: ({ signal }) => call(resets.getMemberFactors, { params: { memberId }, signal }),
  })

export const resetFactors = (memberId: string, commandId: string) =>
  call(resets.resetFactors, { params: { memberId }, commandId })

export const cancelReset = (memberId: string, commandId: string) =>
  call(resets.cancelFactorReset, { params: { memberId }, commandId })

export const cancelOwnReset = (commandId: string) => call(resets.cancelOwnReset, { commandId })
