import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Global search by an admin of the demo company: with the keyboard, and with a thumb. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'

describe('global search', () => {
  let stage: Stage
  let maya: Page
  staged('search', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const dialog = () => maya.getByRole('dialog', { name: 'Search' })
  const box = () => dialog().getByRole('combobox', { name: 'Search' })
  const options = () => dialog().getByRole('option')
  const noFaults = async (name: string, viewport: typeof DESKTOP) => {
    expect(await stage.accessibilityFaults(maya), `${name} at ${viewport.width}`).toEqual([])
    await stage.picture(maya, `search-${name}-${viewport.width}`)
  }

  it('search opens with the keyboard, says what it is doing, and gives the focus back', async () => {
    const entry = maya.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' })
    await entry.focus()
    await maya.keyboard.press('Control+k')
    await dialog().getByText('Start typing to search.').waitFor()
    await noFaults('empty', DESKTOP)
    expect(await box().getAttribute('placeholder')).toBe('Search vendors and requests')
    await box().fill('zzzz')
    await dialog().getByText('Searching...').waitFor()
    await dialog().getByText('No results found.').waitFor()
    await maya.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    expect(await entry.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('search runs a second after the last key or on Enter, and Enter then opens the first result', async () => {
    const asked: number[] = []
    maya.on('request', (request) => request.url().includes('/api/search?') && asked.push(Date.now()))
    await maya.getByRole('button', { name: 'Search' }).click()
    const typed = Date.now()
    await box().pressSequentially('kestre', { delay: 30 })
    await options().first().waitFor()
    expect(asked).toHaveLength(1)
    expect((asked[0] ?? 0) - typed).toBeGreaterThan(1000)
    await box().press('l')
    await box().press('Enter')
    await maya.waitForTimeout(300)
    expect(asked).toHaveLength(2)
    await options().first().waitFor()
    await noFaults('results', DESKTOP)
    const first = await options().first().textContent()
    expect(first).toMatch(/Vendor[\s\S]*Kestrel/)
    await box().press('Enter')
    await maya.waitForURL('**/vendors/*')
    await maya.getByRole('heading', { level: 1, name: 'Kestrel CAD' }).waitFor()
    await dialog().waitFor({ state: 'hidden' })
  })

  it('arrow keys select another result, and the search is remembered', async () => {
    await maya.keyboard.press('Control+k')
    await dialog().getByRole('button', { name: 'kestrel' }).click()
    await options().nth(1).waitFor()
    const chosen = dialog().getByRole('option', { selected: true })
    const requestsAt = (await options().allTextContents()).findIndex((text) => text.startsWith('Request'))
    expect(requestsAt).toBeGreaterThan(0)
    for (let at = 0; at < requestsAt; at++) await maya.keyboard.press('ArrowDown')
    await expect.poll(() => chosen.textContent()).toMatch(/^Request/)
    expect(await box().getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
    await box().press('Enter')
    await maya.waitForURL('**/intake-request/*')
    await maya.getByRole('heading', { level: 1 }).waitFor()
  })

  it('search works on a narrow screen, where the menu makes room for it', async () => {
    await maya.setViewportSize(NARROW)
    await maya.goto('/')
    await maya.getByRole('button', { name: 'Open menu' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Search' }).click()
    await box().fill('kestrel')
    await options().nth(1).waitFor()
    expect(await box().evaluate((element) => element === document.activeElement)).toBe(true)
    await noFaults('results', NARROW)
    await dialog().getByRole('button', { name: 'Close search' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await maya.setViewportSize(DESKTOP)
  })

  it('a member begins a request, delegates and finds what they opened last by its name, without the mouse', async () => {
    const ada = await stage.signIn(ADA)
    const found = ada.getByRole('dialog', { name: 'Search' })
    const type = async (text: string) => {
      // At once: the keys reach the field also while the search is opening.
      await ada.keyboard.press('Control+k')
      await ada.keyboard.type(text)
      await found.getByRole('combobox', { name: 'Search' }).waitFor()
    }
    await ada.getByRole('navigation', { name: 'Main' }).waitFor()
    await type('new software')
    await found.getByRole('option', { name: 'New Software request' }).waitFor()
    await ada.keyboard.press('Enter')
    await ada.waitForURL('**/intake-requests/*/new')
    await type('delegate to omar')
    await found.getByRole('option', { name: 'Delegate to Omar Haddad' }).click()
    const delegate = ada.getByRole('dialog', { name: 'Add delegate' })
    await expect.poll(() => delegate.getByLabel('Delegate').first().inputValue()).toBe('Omar Haddad')
    await ada.keyboard.press('Escape')
    await type('kestrel')
    await ada.keyboard.press('Enter')
    await found.getByRole('option', { name: 'Vendor Kestrel CAD' }).click()
    await ada.getByRole('heading', { level: 1, name: 'Kestrel CAD' }).waitFor()
    await ada.getByRole('link', { name: 'Home', exact: true }).click()
    await ada.keyboard.press('Control+k')
    await found.getByText('Recently opened').waitFor()
    expect(await found.getByRole('option').first().textContent()).toBe('VendorKestrel CAD')
    expect(await stage.accessibilityFaults(ada)).toEqual([])
    await ada.keyboard.press('Enter')
    await ada.waitForURL('**/vendors/*')
    expect(stage.complaints).toEqual([])
  })
})
