import { redirect } from '@tanstack/react-router'
import { queryClient } from '../../lib/query-client.ts'
import { saveRedirect } from '../../lib/redirect.ts'
import { report } from '../../lib/report.ts'
import { toastError } from '../../lib/toasts.ts'
import { companyQuery, permissionsQuery } from '../shell/api.ts'
import { loadSession } from './api.ts'

export const SESSION_FAILED = 'Unable to fetch user data'
export const URL_SWITCH_FAILED = "Unable to find what you're looking for."

interface Location {
  href: string
  search: Record<string, unknown>
}

/** The path without the parameter that switches the company. */
export const withoutCompanyParameter = (href: string): string => {
  const url = new URL(href, 'https://outlay.invalid')
  url.searchParams.delete('useCompanyId')
  return url.pathname + url.search + url.hash
}

/**
 * Before every staff page: the session first, then the switch that `useCompanyId` asks for.
 * Without a session the path is remembered and the person goes to /login.
 */
export const loadStaff = async (location: Location): Promise<void> => {
  // The frame's code comes while the session is asked for.
  void import('../shell/staff-layout.tsx').catch(() => undefined)
  const session = await loadSession().catch((error: unknown) => {
    report(error, 'session')
    toastError(SESSION_FAILED)
    throw error
  })
  if (!session) {
    saveRedirect(location.href)
    throw redirect({ to: '/login' })
  }
  const companyId = location.search.useCompanyId
  if (typeof companyId === 'string' && companyId !== '')
    await followCompanyOfAddress(companyId, session.companyId, location)
  void queryClient.prefetchQuery(permissionsQuery)
  void queryClient.prefetchQuery(companyQuery)
}

const followCompanyOfAddress = async (wanted: string, current: string, { href }: Location): Promise<void> => {
  const target = withoutCompanyParameter(href)
  if (wanted === current) throw redirect({ href: target, replace: true })
  try {
    const { switchCompany } = await import('./identity.ts')
    await switchCompany(wanted)
  } catch (error) {
    report(error, 'switch of company by address')
    toastError(URL_SWITCH_FAILED)
    throw redirect({ href: target, replace: true })
  }
  // A full load: nothing read for the other company stays in memory.
  window.location.replace(target)
  await new Promise(() => undefined)
}
