import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { findFaults } from '../../support/e2e/accessibility.ts'
import { browserOfAll } from '../../support/e2e/browser.ts'

/**
 * What the browser tests know of accessibility: texts that look like one that was measured are not measured again, and a
 * page of elements that were all found right is asked only for what depends on how it is drawn.
 */
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

  it.each([
    ['a button whose name went', '<button id="it">Save</button>', '<button id="it"></button>', 'button-name'],
    [
      'a button with a text that only the eye sees',
      '<button id="it"><span>Save</span></button>',
      '<button id="it"><span aria-hidden="true">Save</span></button>',
      'button-name',
    ],
    [
      'a field whose label leads elsewhere',
      '<label for="it">Name</label><input id="it"/>',
      '<label for="that">Name</label><input id="it"/>',
      'label',
    ],
    [
      'a field that is named by what isn’t there',
      '<p id="name">Name</p><input id="it" aria-labelledby="name"/>',
      '<p>Name</p><input id="it" aria-labelledby="name"/>',
      'label',
    ],
    ['an item that left its list', '<ul><li id="it">One</li></ul>', '<div><li id="it">One</li></div>', 'listitem'],
    [
      'a button that is put into a button',
      '<button>One</button><div role="button" tabindex="0" id="it">Two</div>',
      '<div role="button" tabindex="0" id="it">Two<button>One</button></div>',
      'nested-interactive',
    ],
    [
      'a value that a state can’t have',
      '<button id="it" aria-expanded="true">More</button>',
      '<button id="it" aria-expanded="maybe">More</button>',
      'aria-valid-attr-value',
    ],
  ])('%s is found after it was right', async (_, before, after, rule) => {
    expect(await faultsOf(before)).toEqual([])
    expect(await faultsOf(before)).toEqual([])
    expect((await faultsOf(after)).map((fault) => fault.split(':')[0])).toContain(rule)
    expect(await faultsOf(before)).toEqual([])
  })

  it('a button whose text is only drawn on a wide page is found on a narrow one', async () => {
    const style = '<style>@media (max-width: 700px) { .wide { display: none } }</style>'
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await faultsOf(`${style}<button id="it"><span class="wide">Save</span></button>`)).toEqual([])
    await page.setViewportSize({ width: 640, height: 800 })
    expect(await findFaults(page)).toEqual(['button-name: #it'])
  })

  it('what scrolls only at one width is found there', async () => {
    const wide = `<div style="overflow: auto"><p style="white-space: nowrap">${'Words '.repeat(20)}</p></div>`
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await faultsOf(wide)).toEqual([])
    await page.setViewportSize({ width: 640, height: 800 })
    expect((await findFaults(page)).map((fault) => fault.split(':')[0])).toEqual(['scrollable-region-focusable'])
  })
})
