import type { AnyRouter } from '@tanstack/react-router'
import type { Page } from 'playwright-core'

/** What is said when the page that was asked is gone, for example because it signed out. */
const LEFT_MEANWHILE = /Execution context was destroyed|Cannot find context|frame was detached/

/**
 * Opens another page of the signed-in app as a click on a link to it would: everything is read again, but the app isn't
 * loaded again, which takes several times as long as the page. False if only a whole load opens it: it is the same page,
 * outside the app, or another company's.
 */
const opensInApp = (page: Page, path: string): Promise<boolean> =>
  page
    .evaluate(async (href) => {
      const router = (globalThis as { __TSR_ROUTER__?: AnyRouter }).__TSR_ROUTER__
      if (router?.state.status !== 'idle') return false
      const isOfStaff = (routes: { id: string }[]) => routes.some(({ id }) => id === '/_staff')
      if (!isOfStaff(router.state.matches.map(({ routeId }) => ({ id: routeId as string })))) return false
      const { pathname, searchParams } = new URL(href, location.origin)
      if (searchParams.has('useCompanyId') || router.state.location.pathname === pathname) return false
      if (!isOfStaff([...router.getMatchedRoutes(pathname)[0]])) return false
      await router.navigate({ href, ignoreBlocker: true })
      while (router.state.status !== 'idle') await new Promise((resolve) => setTimeout(resolve, 10))
      return true
    }, path)
    .catch((error: Error) => {
      if (LEFT_MEANWHILE.test(error.message)) return false
      throw error
    })

/** Makes `goto` with a path load the whole app only where it must. `load` and `reload` always do. */
export const goInApp = (page: Page): void => {
  const load = page.goto.bind(page)
  page.goto = async (url, options) => {
    if (!options && url.startsWith('/') && (await opensInApp(page, url))) return null
    return load(url, options)
  }
}

/** Opens an address as one does who types it: the whole app is loaded. */
export const load = async (page: Page, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: 'load' })
}
