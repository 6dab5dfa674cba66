import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/approvals/delegates/endpoints.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { type OptionSource, optionSource } from '../../platform/lookups/index.ts'

export const delegateKeys = {
  own: ['delegates', 'own'] as const,
  ofMember: (memberId: string) => ['delegates', 'of', memberId] as const,
}

export const useOwnDelegates = () =>
  useQuery({ queryKey: delegateKeys.own, queryFn: ({ signal }) => call(endpoints.listOwnDelegates, { signal }) })

export const removeDelegate = (userId: string, commandId: string) =>
  call(endpoints.removeOwnDelegate, { params: { userId }, commandId })

type Terms = BodyOf<typeof endpoints.setOwnDelegate>

/** Whose delegates are chosen: the person's own, or a member's by an admin. */
export interface Delegator {
  userId: string
  /** Null for the person themselves. */
  name: string | null
  key: readonly string[]
  save(terms: Terms, commandId: string): Promise<endpoints.Delegation>
}

export const ownDelegator = (userId: string): Delegator => ({
  userId,
  name: null,
  key: delegateKeys.own,
  save: (body, commandId) => call(endpoints.setOwnDelegate, { body, commandId }),
})

export const memberDelegator = (memberId: string, name: string): Delegator => ({
  userId: memberId,
  name,
  key: delegateKeys.ofMember(memberId),
  save: ({ userId: delegateUserId, ...terms }, commandId) =>
    call(endpoints.setMemberDelegate, { params: { memberId }, body: { delegateUserId, ...terms }, commandId }),
})

export const useMemberDelegates = (memberId: string) =>
  useQuery({
    queryKey: delegateKeys.ofMember(memberId),
    queryFn: ({ signal }) => call(endpoints.listMemberDelegates, { params: { memberId }, signal }),
  })

export const removeMemberDelegate = (memberId: string, delegateUserId: string, commandId: string) =>
  call(endpoints.removeMemberDelegate, { params: { memberId, delegateUserId }, commandId })

const members = optionSource('member')

const requestCategories = optionSource('request-category')
const spendCategories = optionSource('spend-category')

/** Request and spend categories in one list. Each label says which it is, because names can be the same. */
export const CATEGORIES: { name: string; load: OptionSource } = {
  name: 'delegation-categories',
  load: async (query, signal) => {
    const [requests, spend] = await Promise.all([requestCategories(query, signal), spendCategories(query, signal)])
    const named = (page: typeof requests, kind: string) =>
      page.edges.map((edge) => ({ ...edge, node: { ...edge.node, label: `${edge.node.label} (${kind})` } }))
    // Each list has its own cursors, so further ones are found by typing.
    const pageInfo = { ...requests.pageInfo, hasNextPage: false }
    return { ...requests, pageInfo, edges: [...named(requests, 'requests'), ...named(spend, 'spend')] }
  },
}

/** Everyone except the person, because no one delegates to themselves. */
export const candidates = (ownUserId: string): { name: string; load: OptionSource } => ({
  name: 'delegate-candidates',
  load: async (query, signal) => {
    const page = await members(query, signal)
    return { ...page, edges: page.edges.filter(({ node }) => node.value !== ownUserId) }
  },
})
