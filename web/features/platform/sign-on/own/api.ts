import { queryOptions } from '@tanstack/react-query'
import type { ProviderMethod } from '../../../../../schema/platform/sign-on/methods.ts'
import * as endpoints from '../../../../../schema/platform/sign-on/own-endpoints.ts'
import { call } from '../../../../lib/rest.ts'

export const ownMethodsQuery = queryOptions({
  queryKey: ['own-sign-in-methods'],
  queryFn: ({ signal }) => call(endpoints.getOwnMethods, { signal }),
})

/** Leaves for the provider, which sends the browser back to /login-return. */
export const leaveToLink = async (method: ProviderMethod, commandId: string): Promise<void> => {
  const { url } = await call(endpoints.beginLinking, { body: { method }, commandId })
  window.location.assign(url)
}

export const removeMethod = (methodId: string, commandId: string) =>
  call(endpoints.unlinkMethod, { params: { methodId }, commandId })

export const memberMethodsQuery = (memberId: string) =>
  queryOptions({
    queryKey: ['member-sign-in-methods', memberId],
    queryFn: ({ signal }) => call(endpoints.getMemberMethods, { params: { memberId }, signal }),
  })

export const removeMemberMethod = (memberId: string, methodId: string, commandId: string) =>
  call(endpoints.unlinkOfMember, { params: { memberId, methodId }, commandId })
