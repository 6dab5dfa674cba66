import { queryOptions } from '@tanstack/react-query'
import {
  clearSession,
  createSessionFromLoginToken,
  endOwnSessions,
  getCurrentSession,
  listLoginMethods,
  listOwnSessions,
  previewLoginToken,
  type SessionData,
  sendLoginLink,
  sessionData,
} from '../../../../schema/platform/session/endpoints.ts'
import { beginSignOn, listDomainMethods } from '../../../../schema/platform/sign-on/endpoints.ts'
import type { ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { browserTimeZone } from '../../../lib/browser-time-zone.ts'
import { isApiError } from '../../../lib/errors.ts'
import { cutOffText } from '../../../lib/kept/kept-text.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { forgetRedirect, sayWhy, takeRedirect } from '../../../lib/redirect.ts'
import { call } from '../../../lib/rest.ts'

export const sessionKeys = { current: ['session'] as const }

/** Who is signed in, or null. Fetched once per load of the app. Every other call notices a lost session by its 401. */
export const sessionQuery = queryOptions({
  queryKey: sessionKeys.current,
  queryFn: async ({ signal }): Promise<SessionData | null> => {
    try {
      const { session } = await call(getCurrentSession, { signal, anonymous: true })
      if (session === null || sessionData.safeParse(session).success) return session
      // Already reported: a session that can't be read is no session (specification 1 §8).
      await call(clearSession)
      return null
    } catch (error) {
      if (isApiError(error, 'UNAUTHENTICATED')) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnMount: false,
})

export const loadSession = (): Promise<SessionData | null> => queryClient.ensureQueryData(sessionQuery)

// A changed session is always followed by a full page load (the callers choose which), so that nothing read as someone
// else stays in memory, and no page is shown half as one person and half as another.

/** Who a token signs in, without using it. */
export const lookAtLoginToken = (loginTokenId: string) =>
  call(previewLoginToken, { body: { loginTokenId }, anonymous: true })

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
})

export const signOutEverywhere = async (commandId: string): Promise<void> => {
  await call(endOwnSessions, { commandId })
  cutOffText()
  forgetRedirect()
  announceSessionChange()
}

export const exchangeLoginToken = async (loginTokenId: string): Promise<SessionData> => {
  const session = await call(createSessionFromLoginToken, {
    body: { loginTokenId, timezone: browserTimeZone() },
    anonymous: true,
  })
  announceSessionChange()
  return session
}

export type Portal = 'STAFF' | 'VENDOR'

export const requestLoginLink = (email: string, portal: Portal, commandId: string) =>
  call(sendLoginLink, { body: { email, portal }, commandId })

/** What this installation offers people who aren't signed in. */
export const offersQuery = queryOptions({
  queryKey: ['login-methods'],
  queryFn: async ({ signal }) => {
    const { methods, signUp } = await call(listLoginMethods, { signal })
    return { methods, signUp }
  },
  retry: false,
})

/** The domain of what is typed so far, once it may be whole. */
export const domainIn = (address: string): string | null => {
  const [, domain = ''] = /^[^\s@]+@([^\s@]+)$/.exec(address.trim().toLowerCase()) ?? []
  return /\.[a-z]{2,}$/.test(domain) ? domain : null
}

/** What addresses of a domain may use. */
export const domainMethodsQuery = (domain: string | null, portal: Portal) =>
  queryOptions({
    queryKey: ['login-methods', portal, domain],
    queryFn: ({ signal }) => call(listDomainMethods, { query: { domain: domain ?? '', portal }, signal }),
    enabled: domain !== null,
    staleTime: 60_000,
    retry: false,
  })

/** Leaves for the provider, which sends the browser back to /login-return. */
export const leaveForProvider = async (
  method: ProviderMethod,
  email: string | undefined,
  portal: Portal,
  commandId: string,
): Promise<void> => {
  const { url } = await call(beginSignOn, { body: { method, ...(email && { email }), portal }, commandId })
  window.location.assign(url)
}

/**
 * Where a new session continues: vendor users choose a company first, who owes a second factor gives it, and others go
 * where they wanted.
 */
export const landing = (session: SessionData): string => {
  if (session.kind === 'VENDOR_USER') return session.companyId ? takeRedirect() : '/v/company-selection'
  return session.owesFactor ? '/login/factor' : takeRedirect()
}

export const signOut = async (commandId: string): Promise<void> => {
  await call(clearSession, { commandId })
  cutOffText()
  forgetRedirect()
  announceSessionChange()
}

/** Other tabs reload, so that none of them keeps writing in another person's or company's name. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outlay-session')

export const announceSessionChange = (): void => channel?.postMessage('changed')

export const reloadOnSessionChange = (): void => {
  channel?.addEventListener('message', () => {
    // Only told if there is no session any more.
    sayWhy('ELSEWHERE')
    cutOffText()
    window.location.reload()
  })
  // Going back after signing out must not show the browser's cached page.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload()
  })
}
