import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { MOST_REQUESTS } from '../../web/first-view.ts'
import { startHost } from '../../worker/local/host/host.ts'
import { Api } from '../support/e2e/api.ts'
import { launchBrowser } from '../support/e2e/browser.ts'
import buildWeb from '../support/e2e/build-web.ts'
import { table } from './report.ts'

export interface FirstView {
  page: string
  /** Until the first words can be read; until the page's own heading; until everything is loaded. */
  wordsMs: number
  headingMs: number
  allMs: number
  requests: number
  kb: number
}

/** A slow connection, like a phone on a train. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 }
const MOST_WORDS_MS = 1000
const QUIET_MS = 2000

const PERSON = 'omar@brightwater.example'
const PAGES = [
  { path: '/login', signedIn: false },
  { path: '/', signedIn: true },
  { path: '/intake-requests', signedIn: true },
]

const measure = async (browser: Browser, url: string, path: string, cookie: string | null): Promise<FirstView> => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  if (cookie) {
    const [name = '', value = ''] = cookie.split('=', 2)
    await context.addCookies([{ name, value, url }])
  }
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', SLOW)
  let requests = 0
  let bytes = 0
  let last = Date.now()
  network.on('Network.requestWillBeSent', () => {
    requests += 1
  })
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    last = Date.now()
  })
  const start = Date.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 120_000 })
  const headingMs = Date.now() - start
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(200)
  const wordsMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
  )
  await context.close()
  return { page: path, wordsMs, headingMs, allMs: last - start, requests, kb: bytes / 1024 }
}

/** The first visit to some pages of the demo company, without a cache, over a slow connection. */
export const firstViews = async (): Promise<FirstView[]> => {
  buildWeb()
  const dataDir = mkdtempSync(join(tmpdir(), 'outlay-bench-views-'))
  const host = await startHost({ port: 0, mailboxPort: 0, dataDir, quiet: true })
  const browser = await launchBrowser()
  try {
    const { cookie } = await Api.signIn(host, PERSON)
    const views: FirstView[] = []
    for (const { path, signedIn } of PAGES) {
      views.push(await measure(browser, host.url, path, signedIn ? cookie : null))
    }
    return views
  } finally {
    await browser.close()
    await host.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

export const firstViewTable = (views: FirstView[]): string =>
  table(
    ['first view at 50 KB/s', '', 'words s', 'heading s', 'all s', 'requests', 'KB'],
    views.map((view) => [
      view.page,
      '',
      seconds(view.wordsMs),
      seconds(view.headingMs),
      seconds(view.allMs),
      String(view.requests),
      view.kb.toFixed(0),
    ]),
  )

export const missedFirstViews = (views: FirstView[]): string[] =>
  views.flatMap(({ page, requests, wordsMs }) => [
    ...(requests > MOST_REQUESTS ? [`${page}: ${requests} requests, not at most ${MOST_REQUESTS}`] : []),
    ...(wordsMs > MOST_WORDS_MS ? [`${page}: words after ${seconds(wordsMs)} s, not within a second`] : []),
  ])
