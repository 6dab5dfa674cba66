import { redirect } from '@tanstack/react-router'
import type { SessionData } from '../../../../schema/platform/session/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { forgetWhy, saveOpened } from '../../../lib/redirect.ts'
import { report } from '../../../lib/report.ts'
import { toastError } from '../../../lib/toasts.ts'
import { loadSession } from './api.ts'

export const SESSION_FAILED = 'Unable to fetch user data'
export const URL_SWITCH_FAILED = "Unable to find what you're looking for."

export interface Location {
  href: string
  search: Record<string, unknown>
}

/** The path without the parameter that switches the company. */
export const withoutCompanyParameter = (href: string): string => {
  const url = new URL(href, 'https://outlay.invalid')
  url.searchParams.delete('useCompanyId')
  return url.pathname + url.search + url.hash
}

/** Who is signed in, or null. Failing to ask is reported. */
export const sessionOrToast = (): Promise<SessionData | null> =>
  loadSession().catch((error: unknown) => {
    report(error, 'session')
    toastError(SESSION_FAILED)
    throw error
  })

/**
 * Before every staff page: first the session, then the switch that `useCompanyId` asks for. Without a session the path
 * is remembered and the person goes to /login. Vendor users have their own home.
 * @param loadFrame the code of what surrounds each page
 */
export const loadStaff = async (
  location: Location,
  preload: boolean,
  loadFrame: () => Promise<unknown>,
): Promise<void> => {
  // The frame's code loads while the session is requested. The login page contains none of it.
  const frame = Promise.all([import('./access.ts'), loadFrame()]).catch(() => null)
  const session = await sessionOrToast()
  if (!session) {
    saveOpened(location.href)
    throw redirect({ href: to('/login') })
  }
  forgetWhy()
  if (session.kind === 'VENDOR_USER') throw redirect({ href: to('/v/home'), replace: true })
  if (session.owesFactor) {
    saveOpened(location.href)
    throw redirect({ href: to('/login/factor') })
  }
  // Preloading changes nothing, and the frame is there already.
  if (preload) return
  const { useCompanyId: companyId } = location.search
  if (typeof companyId === 'string' && companyId !== '')
    await followCompanyOfAddress(companyId, session.companyId, location)
  void frame.then((code) => code?.[0].prefetchAccess())
}

const followCompanyOfAddress = async (wanted: string, current: string, { href }: Location): Promise<void> =>
  followAddress(wanted, current, href, async () => (await import('./identity.ts')).switchCompany(wanted))

/** Switches to the company that an address names, or says that it couldn't. */
export const followAddress = async (
  wanted: string,
  current: string | null,
  href: string,
  change: () => Promise<unknown>,
): Promise<void> => {
  const target = withoutCompanyParameter(href)
  if (wanted === current) throw redirect({ href: target, replace: true })
  try {
    await change()
  } catch (error) {
    report(error, 'switch of company by address')
    toastError(URL_SWITCH_FAILED)
    throw redirect({ href: target, replace: true })
  }
  // A full load: nothing read for the other company stays in memory.
  window.location.replace(target)
  await new Promise(() => undefined)
}
