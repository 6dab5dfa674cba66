import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const OMAR = 'omar@brightwater.example'

describe('the first view', () => {
  let stage: Stage
  staged('first-view', (opened) => {
    stage = opened
  })

  it('Home loads with few requests and without the code of other pages', async () => {
    const before = await stage.signIn(OMAR)
    const context = await before
      .context()
      .browser()
      ?.newContext({
        baseURL: stage.host.url,
        storageState: await before.context().storageState(),
      })
    const page = await context?.newPage()
    if (!page) throw new Error('No page')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/')
    await page.getByRole('table', { name: 'My open requests' }).or(page.getByText('No open requests')).waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.length).toBeLessThanOrEqual(45)
    // One of them is for people with spend requests, who have a part of Home of their own, and one has the routes of all
    // pages, which follow the first view.
    expect(asked.filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(12)
    await page.close()
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
      [...(await (await fetch(stage.host.url + path, { headers })).text()).matchAll(/rel="modulepreload"/g)].length
    const login = await early('/login')
    expect(await early('/')).toBe(login)
    expect(await early('/', { Cookie: 'outlay_session=x' })).toBe(login + 1)
    expect(await early('/vendors', { Cookie: 'outlay_session=x' })).toBe(login + 4)
  })
})
