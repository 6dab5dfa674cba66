import axe from 'axe-core'
import { it } from 'vitest'
import { Stage, NARROW, DESKTOP } from '../../support/e2e/browser.ts'
import { Api } from '../../support/e2e/api.ts'

it('axe', async () => {
  const stage = await Stage.open()
  const api = await Api.signIn(stage.host, 'maya@brightwater.example')
  const page = await stage.visitor()
  const [name = '', value = ''] = api.cookie.split('=')
  await page.context().addCookies([{ name, value, url: stage.host.url }])
  const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
  for (const path of ['/services', '/', '/intake-requests?filter=ALL']) {
    let t0 = performance.now()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(1500)
    console.log('PROF goto', path, Math.round(performance.now() - t0))
    await page.evaluate(axe.source)
    for (const [what, options] of [
      ['first', {}],
      ['plain', {}],
      ['nopreload', { preload: false }],
      ['violations', { preload: false, resultTypes: ['violations'] }],
      ['nocontrast', { preload: false, resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } }],
      ['plain', {}],
      ['violations', { preload: false, resultTypes: ['violations'] }],
      ['lean', { preload: false, resultTypes: ['violations'], selectors: false, elementRef: false }],
    ] as const) {
      t0 = performance.now()
      const ms = await page.evaluate(async (given) => {
        const t = performance.now()
        const a = (globalThis as any).axe
        await a.run(document, given as any)
        return Math.round(performance.now() - t)
      }, { runOnly: TAGS, ...options } as any)
      console.log('PROF', what, Math.round(performance.now() - t0), ms)
    }
    const times = await page.evaluate(async (tags) => {
      const a = (globalThis as any).axe
      const rules = a.getRules(tags).map((r: any) => r.ruleId)
      const out: [string, number][] = []
      for (const id of rules) {
        const t = performance.now()
        await a.run(document, { runOnly: { type: 'rule', values: [id] }, preload: false, resultTypes: ['violations'] })
        out.push([id, Math.round(performance.now() - t)])
      }
      return out.sort((x, y) => y[1] - x[1]).slice(0, 14)
    }, TAGS)
    console.log('PROF rules', JSON.stringify(times))
    for (const viewport of [NARROW, DESKTOP]) {
      t0 = performance.now()
      await page.setViewportSize(viewport)
      await page.waitForTimeout(0)
      console.log('PROF viewport', Math.round(performance.now() - t0))
    }
  }
  await stage.close()
}, 500_000)
