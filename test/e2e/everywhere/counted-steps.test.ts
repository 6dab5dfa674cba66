import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { emptyInbox } from '../../support/e2e/inbox.ts'
import { settled } from '../../support/e2e/menu-pages.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'
import { countingSteps, whenKeysAct } from '../../support/e2e/steps.ts'

/** The main jobs, and how many keys and clicks each takes at most. A clean bill's are in `money/bill-keys`. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'
const OMAR = 'omar@brightwater.example'

describe('the main jobs take few keys and clicks', () => {
  let stage: Stage
  let maya: Page
  let omar: Page
  let ada: Api
  let category: string
  staged('counted-steps', async (opened) => {
    stage = opened
    ada = await Api.signIn(stage.host, ADA)
    category = await softwareCategory(ada)
    await emptyInbox(await Api.signIn(stage.host, OMAR))
    omar = await stage.signIn(OMAR)
    maya = await stage.signIn(MAYA)
  })

  const open = async (page: Page, path: string): Promise<void> => {
    await page.goto(path)
    await settled(page)
    await whenKeysAct(page)
  }
  const isNow = (id: string, status: string) =>
    eventually(`${status} as its state`, async () => {
      const { body } = await ada.get(`/api/intake-submission/${id}`)
      return body.status === status
    })

  it('a request is approved from the inbox by 4 keys', async () => {
    const id = await saveSoftware(ada, category, 'Approved by keys', 900)
    await open(omar, '/inbox')
    const { press, count } = countingSteps(omar)
    await press('j', 'Enter')
    const item = omar.getByRole('region', { name: 'Opened item' })
    await item.getByRole('heading', { name: 'Approved by keys' }).waitFor()
    await item.getByRole('button', { name: 'Approve request' }).waitFor()
    await whenKeysAct(omar)
    await press('a', 'Enter')
    await isNow(id, 'APPROVED')
    expect(count()).toBeLessThanOrEqual(4)
  })

  it('a request is approved from Home by 2 clicks', async () => {
    const id = await saveSoftware(ada, category, 'Approved from Home', 900)
    await omar.goto('/settings/notifications')
    await open(omar, '/')
    const { click, count } = countingSteps(omar)
    const waiting = omar.getByRole('list', { name: 'Waiting for you' })
    await click(waiting.getByRole('link', { name: /Approved from Home$/ }))
    await click(omar.getByRole('button', { name: 'Approve and open next' }))
    await isNow(id, 'APPROVED')
    expect(count()).toBeLessThanOrEqual(2)
  })

  it('a request is rejected with a reason by 4 keys beside the reason', async () => {
    const id = await saveSoftware(ada, category, 'Rejected with a reason', 900)
    await open(omar, '/inbox')
    const { press, answer, count } = countingSteps(omar)
    await press('j', 'Enter')
    const item = omar.getByRole('region', { name: 'Opened item' })
    await item.getByRole('heading', { name: 'Rejected with a reason' }).waitFor()
    await item.getByRole('button', { name: 'Reject request' }).waitFor()
    await whenKeysAct(omar)
    await press('r')
    const dialog = omar.getByRole('dialog', { name: 'Reject request' })
    await dialog.locator('textarea:focus').waitFor()
    await answer('We have seats left')
    await press('Control+Enter')
    await isNow(id, 'REJECTED')
    expect(count()).toBeLessThanOrEqual(4)
  })

  it('a request is filed from Home by 5 clicks beside its answers', async () => {
    const page = await stage.signIn(ADA)
    await open(page, '/')
    const { click, answer, count } = countingSteps(page)
    await click(page.getByRole('navigation', { name: 'New request' }).getByRole('link', { name: 'New supplier' }))
    await page.getByLabel(/^What do we get from them/).focus()
    await answer('Test rigs')
    await page.getByRole('combobox', { name: /^Vendor/ }).focus()
    await answer('kestrel')
    await click(page.getByRole('option', { name: 'Kestrel CAD', exact: true }))
    await page.getByLabel(/^Yearly cost/).focus()
    await answer('900')
    await click(page.getByRole('button', { name: 'Next' }))
    await click(page.getByRole('button', { name: 'Submit request' }))
    await page.getByRole('heading', { level: 1, name: 'Test rigs' }).waitFor()
    expect(count()).toBeLessThanOrEqual(5)
  })

  it('a vendor is found by 3 keys beside its name, and its page alone says what it costs, when it ends and what waits', async () => {
    await open(maya, '/')
    const { press, answer, count } = countingSteps(maya)
    await press('Control+k')
    await answer('kestrel')
    await press('Enter')
    await maya
      .getByRole('option', { name: /^Vendor.*Kestrel CAD/ })
      .first()
      .waitFor()
    await press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Kestrel CAD' }).waitFor()
    expect(count()).toBeLessThanOrEqual(3)
    const glance = maya.getByRole('region', { name: 'At a glance' })
    const part = (name: string) => glance.locator('div').filter({ has: maya.getByRole('heading', { name }) })
    await part('Spend in the last 12 months')
      .getByText(/^\$[\d,]+\.\d\d$/)
      .waitFor()
    await part('Next renewal')
      .getByText(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/)
      .waitFor()
    await part('Waiting').getByText(/./).nth(1).waitFor()
    // All three are visible without scrolling.
    const { y = 0, height = 0 } = (await glance.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(800)
  })

  it('bank details are confirmed from Home by 2 clicks', async () => {
    await open(maya, '/')
    const { click, count } = countingSteps(maya)
    const waiting = maya.getByRole('list', { name: 'Waiting for you' })
    await click(waiting.getByRole('link', { name: /Bank details of Alder Catering$/ }))
    const row = maya.getByRole('row', { name: /Alder Catering/ })
    await click(row.getByRole('button', { name: 'Confirm bank details' }))
    await row.getByRole('button', { name: 'Confirm bank details' }).waitFor({ state: 'detached' })
    expect(count()).toBeLessThanOrEqual(2)
  })

  it('what is due is paid by one key and one click', async () => {
    const sofia = await stage.signIn('sofia@brightwater.example')
    await open(sofia, '/payments?lane=PAY')
    await sofia.getByRole('row', { name: /KC-7566/ }).waitFor()
    const { press, click, count } = countingSteps(sofia)
    await press('p')
    await click(sofia.getByRole('dialog').getByRole('button', { name: 'Pay $5,200.00' }))
    await sofia.getByText('1 on its way').waitFor()
    expect(count()).toBeLessThanOrEqual(2)
  })

  it('an accounting vendor is linked by 2 keys', async () => {
    const api = await Api.signIn(stage.host, MAYA)
    await api.call('POST', '/api/vendors', { name: 'Lumen Cloud GmbH', owners: ['demo-maya'], paymentMethod: 'ACH' })
    await maya.goto('/vendors')
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Vendors from accounting' }).click()
    await maya.getByRole('switch', { name: /^Link sure matches/ }).click()
    const first = maya.getByRole('list', { name: 'Accounting vendors to answer' }).getByRole('listitem').first()
    const isAsked = async () => {
      await maya.reload()
      await maya.getByRole('link', { name: /^To answer/ }).waitFor()
      return first.count()
    }
    await expect.poll(isAsked, { timeout: 60_000, interval: 2_000 }).toBe(1)
    await whenKeysAct(maya)
    const { press, count } = countingSteps(maya)
    await press('j', 'a')
    await maya.getByText(/ is linked to /).waitFor()
    expect(count()).toBeLessThanOrEqual(2)
  })
})
