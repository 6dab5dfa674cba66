import type { Browser, BrowserContext, Page } from 'playwright-core'

/** Three people at once are what most files need. More would only take memory. */
const MOST_KEPT = 3

/** Pages whose person left, by the address of the host they have loaded the app from. */
const left = new Map<string, Page[]>()
/** Pages that can't be put back: a set clock stays, and so does what a session of the debugger has set. */
const spoilt = new WeakSet<Page>()

/** A fresh browser of a signed-out person, west of UTC so that shifted dates show. */
export const freshPage = async (browser: Browser, baseURL: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL, timezoneId: 'America/Los_Angeles', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const { clock } = page
  const install = clock.install.bind(clock)
  clock.install = (options) => {
    spoilt.add(page)
    return install(options)
  }
  const debug = context.newCDPSession.bind(context)
  context.newCDPSession = (target) => {
    spoilt.add(page)
    return debug(target)
  }
  return page
}

/** A page of someone who has left. Its process knows the app's scripts already, so that a load takes half the time. */
export const takeWarmPage = (baseURL: string): Page | undefined => left.get(baseURL)?.pop()

/** Forgets all of the person who used the page, and keeps it for the next. Closes it if that isn't possible. */
export const leavePage = async (context: BrowserContext, baseURL: string): Promise<void> => {
  const [page, ...others] = context.pages()
  const kept = left.get(baseURL) ?? []
  if (!page || spoilt.has(page) || kept.length >= MOST_KEPT || !page.url().startsWith(baseURL)) {
    await context.close()
    return
  }
  try {
    for (const other of others) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await page.emulateMedia({ colorScheme: null, media: null })
    // A page that asks about unsaved changes before it goes is answered by itself if no one listens.
    page.removeAllListeners()
    await context.clearCookies()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.goto('about:blank')
    left.set(baseURL, [...kept, page])
  } catch {
    await context.close()
  }
}
