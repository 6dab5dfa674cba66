import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Host } from '../../../worker/local/host/host.ts'
import { findFaults } from './accessibility.ts'
import { Api, LOGIN_LINK, mailsTo, newestLoginLink } from './api.ts'
import { browserFile } from './browser-file.ts'
import { goInApp } from './in-app.ts'
import { closeHost, type OpenHost, openHost } from './shared-host.ts'
import { freshPage, leavePage, takeWarmPage } from './warm-pages.ts'

export const DESKTOP = { width: 1280, height: 800 }
/** 40rem: the width at which Outlay is used on a phone or in half a window. */
export const NARROW = { width: 640, height: 900 }

/** In one process, a second browser context hangs. */
const ONE_PROCESS = ['--single-process', '--no-zygote']
/** Without a graphics card, drawing as if there were one takes three times as long as the pages themselves. */
const DRAWN_BY_GL = [
  ...['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  '--in-process-gpu',
]

/** Pages of tests don't live long enough to be worth optimizing. */
const COMPILED_ONCE = '--js-flags=--always-sparkplug --no-maglev --no-turbofan'

/** Screenshots of a run are kept in the folder OUTLAY_SHOTS. */
const shots = process.env.OUTLAY_SHOTS

/** A browser that draws without a graphics card, which test machines don't have. */
export const launchBrowser = async (): Promise<Browser> => {
  const unwanted = [...ONE_PROCESS, ...DRAWN_BY_GL]
  const args = sparticuz.args.filter((argument) => !unwanted.includes(argument))
  return chromium.launch({
    executablePath: await browserFile(),
    args: [...args, '--disable-gpu', COMPILED_ONCE],
  })
}

let shared: Promise<Browser> | undefined

/** One browser for all test files of this process, which ends with it. People in it have contexts of their own. */
export const browserOfAll = (): Promise<Browser> => {
  shared ??= launchBrowser()
  return shared
}

/** Outlay on this machine and people's browsers, for one test file. */
export class Stage {
  readonly host: Host
  readonly #browser: Browser
  readonly #contexts: BrowserContext[] = []
  readonly #opened: OpenHost
  /** Errors reported by the pages, which must be none. */
  readonly complaints: string[] = []

  private constructor(opened: OpenHost, browser: Browser) {
    this.host = opened.host
    this.#browser = browser
    this.#opened = opened
  }

  /**
   * On the host that the files of this process share, or on one of its own if it needs other vars or cells.
   * @param vars of the Worker, which override wrangler.toml
   * @param cells how many databases hold the companies
   */
  static async open(vars: Record<string, string> = {}, cells = 1): Promise<Stage> {
    const [opened, browser] = await Promise.all([openHost(vars, cells), browserOfAll()])
    return new Stage(opened, browser)
  }

  async close(): Promise<void> {
    const isShared = this.#opened.ownFolder === undefined
    for (const context of this.#contexts) {
      if (isShared) await leavePage(context, this.host.url)
      else await context.close()
    }
    await closeHost(this.#opened)
  }

  /** A fresh browser of a signed-out person. */
  async visitor(viewport = DESKTOP): Promise<Page> {
    const page = await freshPage(this.#browser, this.host.url)
    goInApp(page)
    return this.#begin(page, viewport)
  }

  async #begin(page: Page, viewport: typeof DESKTOP): Promise<Page> {
    this.#contexts.push(page.context())
    await page.setViewportSize(viewport)
    page.setDefaultTimeout(30_000)
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      const text = message.text()
      // Refusals by the Worker are expected, and the browser logs each of them itself.
      if (message.type() === 'error' && !text.startsWith('Failed to load resource')) {
        this.complaints.push(`${page.url()}: ${text}`)
      }
    })
    return page
  }

  /** Home of a person who has signed in, in a browser that others may have used and left. */
  async signIn(email: string, viewport = DESKTOP): Promise<Page> {
    const warm = takeWarmPage(this.host.url)
    const page = warm ? await this.#begin(warm, viewport) : await this.visitor(viewport)
    const { cookie } = await Api.signIn(this.host, email)
    const [name = '', value = ''] = cookie.split(/=(.*)/)
    await page.context().addCookies([{ name, value, url: this.host.url, httpOnly: true, sameSite: 'Lax' }])
    // Many go on to another page at once, so that this one needn't be there before.
    await page.goto('/', { waitUntil: 'commit' })
    return page
  }

  /** Signs a person in as they do: address, email, link. */
  async signInByMail(email: string, viewport = DESKTOP): Promise<Page> {
    const page = await this.visitor(viewport)
    await page.goto('/login')
    const before = (await mailsTo(this.host, email)).filter((mail) => mail.subject === LOGIN_LINK).length
    await page.getByLabel('Work email').fill(email)
    await page.getByRole('button', { name: 'Email me a login link' }).click()
    await this.openLoginLink(page, await newestLoginLink(this.host, email, before))
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    return page
  }

  /** Opening a link asks, and a click signs in. */
  async openLoginLink(page: Page, link: string): Promise<void> {
    await page.goto(link)
    await page.getByRole('button', { name: /^(Sign in|Join )/ }).click()
  }

  /** Serious or critical axe findings on the current page. */
  async accessibilityFaults(page: Page): Promise<string[]> {
    await this.#refreshed(page)
    const faults = await findFaults(page)
    if (faults.length === 0) return faults
    // Content that began to refresh while it was looked at is looked at again.
    await this.#refreshed(page)
    return findFaults(page)
  }

  /** Refreshing content is dimmed for a moment. */
  async #refreshed(page: Page): Promise<void> {
    await page.locator('[aria-busy="true"], [data-updating="true"]').first().waitFor({ state: 'detached' })
  }

  /** The same at both widths, with the width of each finding. Leaves the page at desktop width. */
  async faultsAtBothWidths(page: Page, picture: string): Promise<string[]> {
    const faults: string[] = []
    for (const viewport of [NARROW, DESKTOP]) {
      await page.setViewportSize(viewport)
      for (const fault of await this.accessibilityFaults(page)) {
        faults.push(`${page.url()} at ${viewport.width}: ${fault}`)
      }
      await this.picture(page, `${picture}-${viewport.width}`)
    }
    return faults
  }

  /** Every open page, to look at after a failure. */
  async pictures(name: string): Promise<void> {
    const pages = this.#contexts.flatMap((context) => context.pages())
    for (const [i, page] of pages.entries()) await this.picture(page, `${name}-${i}`)
  }

  async picture(page: Page, name: string): Promise<void> {
    if (!shots) return
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })
  }
}
