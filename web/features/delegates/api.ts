import { useQuery } from '@tanstack/react-query'
import { listOwnDelegates, removeOwnDelegate, setOwnDelegate } from '../../../schema/members/endpoints.ts'
import { type BodyOf, call } from '../../lib/rest.ts'
import { type OptionSource, optionSource } from '../lookups/api.ts'

export const delegateKeys = { own: ['delegates', 'own'] as const }

export const useOwnDelegates = () =>
  useQuery({ queryKey: delegateKeys.own, queryFn: ({ signal }) => call(listOwnDelegates, { signal }) })

export const setDelegate = (body: BodyOf<typeof setOwnDelegate>, commandId: string) =>
  call(setOwnDelegate, { body, commandId })

export const removeDelegate = (userId: string, commandId: string) =>
  call(removeOwnDelegate, { params: { userId }, commandId })

const members = optionSource('member')

/** Everybody but the person: nobody delegates to themselves. */
export const candidates = (ownUserId: string): { name: string; load: OptionSource } => ({
  name: 'delegate-candidates',
  load: async (query, signal) => {
    const page = await members(query, signal)
    return { ...page, edges: page.edges.filter(({ node }) => node.value !== ownUserId) }
  },
})
