import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually } from '../../support/e2e/api.ts'
import { NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'
const OMAR = 'omar@brightwater.example'

describe('the bell', () => {
  let stage: Stage
  let omar: Page
  let maya: Api
  let vendorId: string
  staged('bell', async (opened) => {
    stage = opened
    omar = await stage.signIn(OMAR)
    maya = await Api.signIn(stage.host, MAYA)
    const body = { name: 'Halcyon Robotics', owners: ['demo-maya'], paymentMethod: 'ACH' }
    vendorId = (await maya.call('POST', '/api/vendors', body)).body.id
  })
  const bell = () => omar.getByRole('button', { name: /^Notifications/ })
  const panel = () => omar.getByRole('dialog', { name: /^Notifications/ })
  const unread = async (): Promise<number> =>
    Number(/, (\d+) unread$/.exec((await bell().getAttribute('aria-label')) ?? '')?.[1] ?? 0)
  /** What a browser says when its person comes back to the tab. */
  const comeBack = () => omar.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
  const countOf = (expected: number) =>
    eventually(`${expected} unread`, async () => {
      await comeBack()
      return (await unread()) === expected
    })

  it('a mention counts without a reload, opens its discussion by keyboard, and is read then', async () => {
    await bell().waitFor()
    await omar.getByRole('heading', { level: 1 }).waitFor()
    await eventually('the demo company’s news', async () => (await unread()) > 0)
    const before = await unread()
    await maya.graphql(
      'mutation ($id: ID!, $b: String!) { createVendorThread(vendorId: $id, commentBody: $b) { id } }',
      { id: vendorId, b: '@[Omar Haddad](demo-omar) can you ask them for a discount?' },
    )
    await countOf(before + 1)
    await bell().focus()
    await omar.keyboard.press('Enter')
    const first = panel().getByRole('listitem').first()
    await first.getByText('Maya Lindqvist mentioned you in a comment on the vendor.').waitFor()
    expect(await stage.accessibilityFaults(omar)).toEqual([])
    await stage.picture(omar, 'bell-panel')
    await first.getByRole('link', { name: 'Unread: Halcyon Robotics' }).focus()
    await omar.keyboard.press('Enter')
    await omar.getByRole('main').getByText('can you ask them for a discount?').waitFor()
    expect(new URL(omar.url()).pathname).toBe(`/vendors/${vendorId}/conversations`)
    await panel().waitFor({ state: 'detached' })
    await countOf(before)
  })

  it('what is muted in the list says so on its page, where it can be unmuted', async () => {
    await bell().click()
    await panel().getByText('All', { exact: true }).click()
    await panel().getByRole('button', { name: 'Mute this vendor: Halcyon Robotics' }).click()
    await panel().getByText('This vendor is muted').waitFor()
    await omar.keyboard.press('Escape')
    const main = omar.getByRole('main')
    await main.getByText('You hear of this vendor only when you’re needed.').waitFor()
    await stage.picture(omar, 'bell-muted')
    await main.getByRole('button', { name: 'Unmute this vendor' }).click()
    await main.getByRole('button', { name: 'Mute this vendor' }).waitFor()
  })

  it('a narrow window has a page instead of the panel, where all can be marked as read', async () => {
    await omar.setViewportSize(NARROW)
    await omar.getByRole('link', { name: /^Notifications/ }).click()
    await omar.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    const main = omar.getByRole('main')
    await main.getByRole('link', { name: /Halcyon Robotics$/ }).waitFor()
    expect(await stage.faultsAtBothWidths(omar, 'bell-page')).toEqual([])
    await main.getByText('Unread', { exact: true }).first().click()
    await main.getByRole('button', { name: 'Mark all as read' }).click()
    await main.getByText('You’re all caught up').waitFor()
    await countOf(0)
    expect(new URL(omar.url()).search).toBe('?show=UNREAD')
    expect(stage.complaints).toEqual([])
  })
})
