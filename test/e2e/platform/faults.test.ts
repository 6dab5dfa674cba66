import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { findFaults } from '../../support/e2e/accessibility.ts'
import { browserOfAll } from '../../support/e2e/browser.ts'

/** What the browser tests know of accessibility: texts that look like one that was measured are not measured again. */
describe('faults of a page', () => {
  let page: Page
  beforeAll(async () => {
    page = await (await browserOfAll()).newPage()
    return () => page.close()
  })
  const faultsOf = async (main: string) => {
    await page.setContent(`<html lang="en"><title>Page</title><main><h1>Page</h1>${main}</main></html>`)
    return findFaults(page)
  }
  const text = (style: string, id = 'text') => `<p id="${id}" style="${style}">Words</p>`

  it('a faint text is found at each look, and a dark one never', async () => {
    expect(await faultsOf(text('color: #333'))).toEqual([])
    expect(await faultsOf(text('color: #aaa'))).toEqual(['color-contrast: #text'])
    expect(await faultsOf(text('color: #aaa'))).toEqual(['color-contrast: #text'])
    expect(await faultsOf(text('color: #333'))).toEqual([])
  })

  it('a text that was dark enough on white is too dark on black', async () => {
    expect(await faultsOf(text('color: #444'))).toEqual([])
    expect(await faultsOf(`<div style="background: #111">${text('color: #444')}</div>`)).toEqual([
      'color-contrast: #text',
    ])
  })

  it('a colour that does for large letters is too faint for small ones, and behind glass', async () => {
    expect(await faultsOf(text('color: #888; font-size: 40px'))).toEqual([])
    expect(await faultsOf(text('color: #888; font-size: 14px'))).toEqual(['color-contrast: #text'])
    expect(await faultsOf(text('color: #555'))).toEqual([])
    expect(await faultsOf(`<div style="opacity: 0.5">${text('color: #555')}</div>`)).toEqual(['color-contrast: #text'])
  })

  it('a text that is laid over something dark is measured there', async () => {
    const over = (ground: string) =>
      `<div style="height: 80px; background: ${ground}"></div>${text('position: absolute; top: 90px; color: #333')}`
    expect(await faultsOf(over('#fff'))).toEqual([])
    expect(await faultsOf(over('#000').replace('80px', '400px'))).toEqual(['color-contrast: #text'])
  })

  it('one that can’t be judged on a picture says nothing about the next', async () => {
    const onPicture = `<div style="background: linear-gradient(#fff, #fff)">${text('color: #bbb', 'first')}</div>`
    const onWhite = `<div style="background: linear-gradient(#fff, #fff)"><div style="background: #fff">${text('color: #bbb')}</div></div>`
    expect(await faultsOf(onPicture)).toEqual([])
    expect(await faultsOf(onPicture + onWhite)).toEqual(['color-contrast: #text'])
  })

  it('a button without a name is found', async () => {
    expect(await faultsOf('<button id="mute"></button>')).toEqual(['button-name: #mute'])
  })
})
