import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const DANA = 'dana@brightwater.example'

/**
 * In the page: notes when its content is there, by the browser's own clock. Asked from outside, a busy machine answers
 * after more has been loaded.
 */
const noteContent = () => {
  let since = 0
  const isThere = () =>
    document.querySelector('h1, input[type="email"]') &&
    !document.querySelector('.mantine-Skeleton-root, [aria-busy="true"], .starting')
  const look = () => {
    if (!isThere()) since = 0
    else if (since === 0) {
      since = performance.now()
      // What is there for one moment between two renderings isn't the content.
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (since > 0 && isThere()) (window as { contentAt?: number }).contentAt ??= since
        }),
      )
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
}

/**
 * What was asked for until nothing loaded for half a second after the content. Later the page loads what no one has asked
 * for, which a busy machine may have done by the time that it is asked.
 */
const untilQuiet = <Part extends { from: number; at: number }>(parts: readonly Part[], content: number): Part[] => {
  const found: Part[] = []
  let end = content
  for (const part of [...parts].sort((a, b) => a.from - b.from)) {
    if (part.from > end + 0.5) break
    end = Math.max(end, part.at)
    found.push(part)
  }
  return found
}

describe('the first view', () => {
  let stage: Stage
  staged('first-view', (opened) => {
    stage = opened
  })

  /** What a page loads in a browser that has nothing yet but the session of another page. */
  const loadedBy = async (before: Page, path: string) => {
    const context = await before
      .context()
      .browser()
      ?.newContext({
        baseURL: stage.host.url,
        storageState: await before.context().storageState(),
      })
    const page = await context?.newPage()
    if (!page || !context) throw new Error('No page')
    const line = await context.newCDPSession(page)
    const asked: string[] = []
    const begun = new Map<string, number>()
    const loaded: { bytes: number; from: number; at: number }[] = []
    let beginning = 0
    line.on('Network.requestWillBeSent', ({ request, requestId, timestamp }) => {
      beginning ||= timestamp
      begun.set(requestId, timestamp)
      asked.push(request.url.replace(stage.host.url, ''))
    })
    line.on('Network.loadingFinished', ({ encodedDataLength, requestId, timestamp }) => {
      loaded.push({ bytes: encodedDataLength, from: begun.get(requestId) ?? timestamp, at: timestamp })
    })
    await line.send('Network.enable')
    await page.addInitScript(noteContent)
    await page.goto(path)
    const content = await (await page.waitForFunction(() => (window as { contentAt?: number }).contentAt)).jsonValue()
    await page.waitForLoadState('networkidle')
    const until = beginning + (content ?? 0) / 1000
    const kbOf = (parts: typeof loaded) => Math.round(parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)
    const first = loaded.filter(({ at }) => at <= until)
    const kb = kbOf(first)
    const files = first.length
    await context.close()
    return { kb, files, all: kbOf(untilQuiet(loaded, until)), asked }
  }

  /**
   * KB of code, styles, fonts, pictures and data, as they come over the line, in a browser that has nothing yet: until
   * the page's content is there, and until nothing more is asked for.
   */
  it.each([
    ['/login', false, 215, 340, 26],
    ['/', true, 318, 350, 54],
    ['/payments/bills/new', true, 485, 495, 73],
    ['/vendors', true, 465, 480, 79],
    ['/settings/members', true, 455, 465, 65],
    ['/inbox', true, 368, 455, 82],
    ['/intake-requests', true, 478, 488, 74],
  ])('%s weighs no more than it may', async (path, isSignedIn, mostKb, mostAfter, mostFiles) => {
    const before = isSignedIn ? await stage.signIn(DANA) : await stage.visitor()
    let seen = await loadedBy(before, path)
    // On a busy machine the content comes late, and what loads after it is counted with it.
    for (let again = 0; again < 2 && seen.kb > mostKb; again += 1) {
      const { kb, ...more } = await loadedBy(before, path)
      if (kb < seen.kb) seen = { kb, ...more }
    }
    const { kb, all, files, asked } = seen
    expect({
      isLight: kb <= mostKb,
      kb,
      isLightAfter: all <= mostAfter,
      all,
      isFew: files <= mostFiles,
      files,
    }).toMatchObject({ isLight: true, isLightAfter: true, isFew: true })
    // What began with the document is what the app asked for, and nothing is asked twice.
    expect(asked.filter((address, at) => asked.indexOf(address) !== at && address !== '/graphql')).toEqual([])
  })

  it('what a page of one object reads early is what the page asks for, once', async () => {
    const page = await stage.signIn('maya@brightwater.example')
    const ids = await page.evaluate(async () => {
      const first = async (path: string) => {
        const { edges } = await (await fetch(`/api/${path}?first=25`)).json()
        // Ids of the demo company's own makers have no figures, and are read later.
        return edges.map(({ node }: { node: { id: string } }) => node.id).find((id: string) => /\d/.test(id))
      }
      return {
        request: await first('intake-submissions'),
        bill: await first('payments/bills'),
        vendor: await first('vendors'),
        service: await first('services'),
      }
    })
    const pages = [
      [`/intake-request/${ids.request}`, `/api/intake-submission/${ids.request}`],
      [`/payments/bills/${ids.bill}`, `/api/payments/bills/${ids.bill}`],
      [`/vendors/${ids.vendor}`, `/api/vendors/${ids.vendor}`],
      [`/services/${ids.service}`, `/api/services/${ids.service}`],
    ]
    const found: object[] = []
    for (const [path = '', read = ''] of pages) {
      const asked: string[] = []
      const note = (request: { url: () => string }) => void asked.push(new URL(request.url()).pathname)
      page.on('request', note)
      await page.goto(path)
      const early = (await (await page.request.get(path)).text()).split(`href="${read}"`).length - 1
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      page.off('request', note)
      found.push({ path, early, times: asked.filter((each) => each === read).length })
    }
    expect(found).toEqual(pages.map(([path]) => ({ path, early: 1, times: 1 })))
  })

  it('the page shows text before any script or style sheet has loaded', async () => {
    const page = await stage.visitor()
    await page.route('**/assets/**', () => new Promise(() => undefined))
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByText('Loading your workspace…').waitFor()
    await page.close()
  })

  it('responses are compressed for browsers that accept it', async () => {
    const answer = async (path: string, encoding: string) =>
      fetch(stage.host.url + path, { headers: { 'Accept-Encoding': encoding } })
    const page = await (await answer('/', 'identity')).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    for (const path of ['/', script, '/api/openapi.json']) {
      const packed = await answer(path, 'gzip')
      expect({ path, encoding: packed.headers.get('content-encoding') }).toEqual({ path, encoding: 'gzip' })
      expect(packed.headers.get('vary')).toContain('Accept-Encoding')
      const plain = await answer(path, 'identity')
      expect(plain.headers.get('content-encoding')).toBeNull()
      if (path !== '/') expect(await packed.text()).toBe(await plain.text())
    }
    expect((await answer(script, 'gzip')).headers.get('cache-control')).toContain('immutable')
  })

  it('a page without a session makes no early requests for data that needs one', async () => {
    const early = async (path: string, headers: Record<string, string> = {}) =>
      [...(await (await fetch(stage.host.url + path, { headers })).text()).matchAll(/rel="(?:module)?preload"/g)].length
    const login = await early('/login')
    expect(await early('/')).toBe(login)
    expect(await early('/vendors')).toBe(login)
    expect(await early('/', { Cookie: 'outlay_session=x' })).toBeGreaterThan(login)
    // Its own files, those of the frame around it, and the list of all pages.
    expect(await early('/vendors', { Cookie: 'outlay_session=x' })).toBeGreaterThan(login + 10)
  })
})
