import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const DANA = 'dana@brightwater.example'

describe('the first view', () => {
  let stage: Stage
  staged('first-view', (opened) => {
    stage = opened
  })

  /** KB until nothing more is asked for: code, styles, fonts, pictures and data, as they come over the line. */
  it.each([
    ['/login', false, 300, 20],
    ['/', true, 530, 65],
    ['/payments/bills/new', true, 590, 60],
    ['/vendors', true, 550, 60],
    ['/settings/members', true, 560, 60],
    ['/inbox', true, 660, 75],
  ])(
    '%s weighs no more than it may, in a browser that has nothing yet',
    async (path, isSignedIn, mostKb, mostFiles) => {
      const before = isSignedIn ? await stage.signIn(DANA) : await stage.visitor()
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
      let [bytes, files] = [0, 0]
      line.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
        files += 1
      })
      await line.send('Network.enable')
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).or(page.getByLabel('Work email')).first().waitFor()
      await page.waitForLoadState('networkidle')
      await context.close()
      expect({
        isLight: bytes <= mostKb * 1024,
        kb: Math.round(bytes / 1024),
        isFew: files <= mostFiles,
        files,
      }).toMatchObject({
        isLight: true,
        isFew: true,
      })
    },
  )

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
      [...(await (await fetch(stage.host.url + path, { headers })).text()).matchAll(/rel="modulepreload"/g)].length
    const login = await early('/login')
    expect(await early('/')).toBe(login)
    expect(await early('/vendors')).toBe(login)
    expect(await early('/', { Cookie: 'outlay_session=x' })).toBeGreaterThan(login)
    // Its own files, those of the frame around it, and the list of all pages.
    expect(await early('/vendors', { Cookie: 'outlay_session=x' })).toBeGreaterThan(login + 10)
  })
})
