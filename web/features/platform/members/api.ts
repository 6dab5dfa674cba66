import { queryOptions, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/members/member-endpoints.ts'
import { getOwned } from '../../../../schema/platform/members/owned-endpoints.ts'
import type { Manager } from '../../../../schema/platform/members/rules.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { permissionsQuery, useSession } from '../session/index.ts'

export const memberKeys = {
  all: ['members'] as const,
  stats: ['members', 'stats'] as const,
  one: (id: string) => ['members', 'one', id] as const,
  form: (id: string | null) => ['members', 'form', id ?? 'new'] as const,
  openApprovals: (id: string) => ['members', 'open-approvals', id] as const,
  owned: (id: string) => ['members', 'owned', id] as const,
}

export const useMemberStats = () =>
  useQuery({ queryKey: memberKeys.stats, queryFn: ({ signal }) => call(endpoints.getMemberStats, { signal }) })

export const readMember = (memberId: string, signal?: AbortSignal) =>
  call(endpoints.getMember, { params: { memberId }, signal })

export const memberQuery = (id: string) =>
  queryOptions({ queryKey: memberKeys.one(id), queryFn: ({ signal }) => readMember(id, signal) })
export const useMember = (id: string) => useQuery(memberQuery(id))

const MEMBER_FORM = graphql(`
  query MemberFormQuery($memberId: ID) {
    memberForm(memberId: $memberId) {
      departments { label value }
      businessUnits { label value }
      groups { label value }
      entities { label value }
      locations { label value }
      accessFlags
      mayChangeEmail
      maySetSigner
      refusal
    }
  }
`)

export const useMemberForm = (memberId: string | null, enabled = true) =>
  useQuery({
    queryKey: memberKeys.form(memberId),
    queryFn: async ({ signal }) => (await runGraphql(MEMBER_FORM, { memberId }, { signal, quiet: true })).memberForm,
    enabled,
  })
export type MemberFormLists = NonNullable<ReturnType<typeof useMemberForm>['data']>

export const useOpenApprovals = (memberId: string) =>
  useQuery({
    queryKey: memberKeys.openApprovals(memberId),
    queryFn: ({ signal }) => call(endpoints.getOpenApprovals, { params: { memberId }, signal }),
    // What is waiting changes by the minute, so it is never cached.
    gcTime: 0,
  })

export const useOwned = (memberId: string) =>
  useQuery({
    queryKey: memberKeys.owned(memberId),
    queryFn: ({ signal }) => call(getOwned, { params: { memberId }, signal }),
    gcTime: 0,
  })

export const updateMember = (memberId: string, body: BodyOf<typeof endpoints.updateMember>, commandId: string) =>
  call(endpoints.updateMember, { params: { memberId }, body, commandId })
export const setEnabled = (memberId: string, body: BodyOf<typeof endpoints.setMemberEnabled>, commandId: string) =>
  call(endpoints.setMemberEnabled, { params: { memberId }, body, commandId })
export const invite = (userIds: string[], commandId: string) =>
  call(endpoints.sendInvites, { body: { userIds }, commandId })
export const setPermissions = (body: BodyOf<typeof endpoints.setPermissions>, commandId: string) =>
  call(endpoints.setPermissions, { body, commandId })

/** The signed-in person as a manager of members. Their rights are already loaded. */
export const useManager = (): Manager => {
  const { userId } = useSession()
  const { data } = useQuery(permissionsQuery)
  if (!data) throw new Error('The permissions are not loaded')
  return { userId, flags: data, ...data }
}
