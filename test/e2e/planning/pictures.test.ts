import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'
const OMAR = 'omar@brightwater.example'
const YUKI = 'yuki@brightwater.example'

/** Home as a picture, for those who may see it: charts that open their lists. */
describe('the charts on Home', () => {
  let stage: Stage
  let maya: Page
  staged('pictures', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })
  const part = (page: Page) => page.getByRole('region', { name: 'The next twelve months' })
  const card = (page: Page, name: string) => page.getByRole('region', { name })
  const SPEND = 'Committed spend by month and category'
  const RENEWALS = 'Renewals by month'
  const monthsOf = (page: Page, label: string) => page.getByRole('list', { name: label }).getByRole('link')

  it('an admin sees twelve months of the whole company, with other currencies at named rates', async () => {
    await part(maya).waitFor()
    const months = monthsOf(maya, 'Committed spend by month')
    await months.first().waitFor()
    expect(await months.count()).toBe(12)
    expect(await maya.getByRole('list', { name: RENEWALS }).getByRole('listitem').count()).toBe(12)
    await maya
      .getByRole('list', { name: 'Committed spend by category' })
      .getByRole('link', { name: /^Software/ })
      .waitFor()
    await card(maya, SPEND)
      .getByText(/Other currencies at today’s rates: 1 EUR = /)
      .waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'pictures-admin')).toEqual([])
  })

  it('an admin sees how long requests take and how many are open, and a month opens its requests', async () => {
    const took = card(maya, 'Time to a decision by month')
    await took.getByRole('link', { name: 'all requests decided in the last 12 months' }).waitFor()
    await card(maya, 'Waiting for you, by age').getByRole('list').waitFor()
    const month = monthsOf(maya, 'Time to a decision by month').first()
    const count = /, (\d+) requests?$/.exec((await month.getAttribute('aria-label')) ?? '')?.[1]
    await month.click()
    await maya.waitForURL(/\/intake-requests\?.*decidedFrom=/)
    const table = maya.getByRole('table', { name: 'Requests' })
    await expect.poll(() => table.locator('tbody tr').count()).toBe(Number(count))
    await maya.goBack()
    await card(maya, 'Open requests by category')
      .getByRole('link', { name: /^Software/ })
      .click()
    await maya.waitForURL(/\/intake-requests\?.*intakeCategoryId=/)
    await maya.goBack()
    await part(maya).waitFor()
  })

  it('what has waited a week opens the inbox at the one that has waited longest', async () => {
    const omar = await stage.signIn(OMAR)
    await omar
      .getByRole('list', { name: 'What waits for you, by age' })
      .getByRole('link', { name: /^1 to 7 days/ })
      .click()
    await omar.waitForURL(/\/inbox\?open=/)
    await omar.getByRole('heading', { level: 1, name: 'Approvals inbox' }).waitFor()
    await omar.getByRole('heading', { level: 2 }).first().waitFor()
  })

  it('each chart is a table as well', async () => {
    await card(maya, SPEND)
      .getByRole('button', { name: `Show table: ${SPEND}` })
      .click()
    const table = maya.getByRole('table', { name: SPEND })
    expect(await table.getByRole('row').count()).toBe(13)
    await card(maya, RENEWALS)
      .getByRole('button', { name: `Show table: ${RENEWALS}` })
      .click()
    await maya.getByRole('table', { name: 'Services that end or renew by month' }).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'pictures-tables')).toEqual([])
    await card(maya, SPEND)
      .getByRole('button', { name: `Show chart: ${SPEND}` })
      .click()
    await monthsOf(maya, 'Committed spend by month').first().waitFor()
  })

  it('a month of renewals opens the services whose last period ends then, by keyboard', async () => {
    await maya.goto('/')
    const month = monthsOf(maya, RENEWALS).first()
    const count = /: (\d+) services?/.exec((await month.getAttribute('aria-label')) ?? '')?.[1]
    await month.focus()
    await maya.keyboard.press('Enter')
    await maya.waitForURL(/\/services\?.*endsFrom=/)
    await maya.getByRole('table', { name: 'Services' }).getByRole('link').first().waitFor()
    expect(await maya.getByRole('table', { name: 'Services' }).locator('tbody tr').count()).toBe(Number(count))
    expect(await stage.faultsAtBothWidths(maya, 'pictures-list')).toEqual([])
    await maya.goBack()
    await part(maya).waitFor()
  })

  it('a category opens its services, and a department narrows the charts and what they open', async () => {
    await maya.getByRole('combobox', { name: 'Department' }).click()
    await maya.getByRole('option', { name: 'Engineering' }).click()
    await maya.waitForURL(/unit=/)
    await maya.getByRole('list', { name: 'Committed spend by category' }).getByRole('link').first().click()
    await maya.waitForURL(/\/services\?/)
    expect(new URL(maya.url()).searchParams.get('departmentId')).toContain('engineering')
    expect(new URL(maya.url()).searchParams.get('spendCategoryId')).toBeTruthy()
    await maya.getByRole('table', { name: 'Services' }).getByRole('link').first().waitFor()
  })

  it('a lead sees their department, and a member no one’s figures', async () => {
    const omar = await stage.signIn(OMAR)
    await part(omar).getByText('Engineering', { exact: true }).waitFor()
    await monthsOf(omar, RENEWALS).first().waitFor()
    expect(await stage.faultsAtBothWidths(omar, 'pictures-lead')).toEqual([])
    const yuki = await stage.signIn(YUKI)
    await yuki.getByText('My open requests').or(yuki.getByText('No open requests')).first().waitFor()
    expect(await part(yuki).count()).toBe(0)
    expect(stage.complaints).toEqual([])
  })
})
