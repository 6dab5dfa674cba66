import { queryOptions } from '@tanstack/react-query'
import type { ProviderMethod } from '../../../../../schema/platform/sign-on/methods.ts'
import { beginLinking, getOwnMethods, unlinkMethod } from '../../../../../schema/platform/sign-on/own-endpoints.ts'
import { call } from '../../../../lib/rest.ts'

export const ownMethodsQuery = queryOptions({
  queryKey: ['own-sign-in-methods'],
  queryFn: ({ signal }) => call(getOwnMethods, { signal }),
})

/** Leaves for the provider, which sends the browser back to /login-return. */
export const leaveToLink = async (method: ProviderMethod, commandId: string): Promise<void> => {
  const { url } = await call(beginLinking, { body: { method }, commandId })
  window.location.assign(url)
}

export const removeMethod = (methodId: string, commandId: string) =>
  call(unlinkMethod, { params: { methodId }, commandId })
