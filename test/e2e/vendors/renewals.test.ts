import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Renewals, for an admin of the demo company in California: calendar, list, link, settings, and a reminder. */
describe('renewals', () => {
  let stage: Stage
  let maya: Page
  staged('renewals', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `renewals-${name}`)).toEqual([])
  }
  /** The name of the month so many months from now in a time zone: on its last evening, one may be behind another. */
  const monthName = (offset: number, timeZone: string) => {
    const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone })
      .format(new Date())
      .split('-')
      .map(Number)
    const first = new Date(Date.UTC(year, month - 1 + offset, 1))
    return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(first)
  }
  const monthShown = (name: string) => maya.getByRole('heading', { level: 2, name })

  it('upcoming renewals appear on Home, and on their days in the calendar', async () => {
    await maya.getByRole('heading', { name: 'Renewals within 90 days' }).waitFor()
    await noFaults('home')
    await maya.getByRole('button', { name: /^Reports/ }).click()
    await maya.getByRole('link', { name: 'Service renewal calendar' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Service renewal calendar' }).waitFor()
    // Maya is in California, her company in New York.
    const present = monthName(0, 'America/Los_Angeles')
    const next = monthName(1, 'America/New_York')
    await monthShown(present).waitFor()
    for (let shown = present, at = 1; shown !== next; at += 1) {
      await maya.getByRole('button', { name: 'Next month' }).click()
      shown = monthName(at, 'America/Los_Angeles')
      await monthShown(shown).waitFor()
    }
    // Product analytics started ten months ago for a year, so it ends on the last day of next month everywhere.
    const event = maya.getByRole('link', { name: 'Renews: Product analytics' })
    await event.waitFor()
    const last = await maya.locator('td:has(time)').last().locator('time').getAttribute('datetime')
    expect(await maya.locator('td').filter({ has: event }).locator('time').getAttribute('datetime')).toBe(last)
    await noFaults('calendar')
  })

  it('a timeline shows for twelve months what ends when, until when it can be canceled, and what it costs', async () => {
    await maya.getByText('Timeline', { exact: true }).click()
    await maya.waitForURL('**/reports/services-renewal?*view=timeline*')
    const row = maya.getByRole('table', { name: 'Renewals by month' }).getByRole('row', { name: /^Product analytics/ })
    await row.getByText(/^Cancel by .* · Renews after /).waitFor()
    await row.getByText('$17,640.00').waitFor()
    await noFaults('timeline')
  })

  it('renewals can be listed by end date or last day to cancel, and exported', async () => {
    await maya.getByText('List', { exact: true }).click()
    await maya.getByRole('row', { name: /Product analytics Atlas Analytics/ }).waitFor()
    await noFaults('list')
    await maya.getByRole('combobox', { name: 'Order' }).click()
    await maya.getByRole('option', { name: 'By last day to cancel' }).click()
    await maya
      .getByRole('row', { name: /Compute and storage Acme Cloud/ })
      .first()
      .waitFor()
    await maya
      .getByRole('row', { name: /Content delivery/ })
      .first()
      .waitFor({ state: 'detached' })
    await maya.getByRole('button', { name: 'More actions' }).click()
    const download = maya.waitForEvent('download')
    await maya.getByRole('menuitem', { name: 'Export as CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^outlay-renewals-.*\.csv$/)
  })

  it('a private link subscribes to renewals until it is revoked', async () => {
    await maya.getByRole('button', { name: 'Calendar link' }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByLabel('All services').check()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = await dialog.getByLabel('Your link').inputValue()
    await noFaults('link')
    const read = () => fetch(new URL(new URL(url).pathname, stage.host.url))
    expect(await (await read()).text()).toContain('BEGIN:VCALENDAR')
    await dialog.getByRole('button', { name: 'Revoke link' }).click()
    await maya.getByText('Calendar link revoked').waitFor()
    expect((await read()).status).toBe(404)
    await maya.keyboard.press('Escape')
  })

  it('renewals are emailed to the chosen people on the period’s reminder days', async () => {
    await maya.goto('/settings/notifications/reminders')
    await maya.getByRole('heading', { name: 'Service renewal reminder' }).waitFor()
    await maya.getByLabel('Message').fill('Look at the seats first')
    await maya.getByRole('switch', { name: 'Admins' }).check()
    await maya.getByRole('button', { name: 'Save changes' }).click()
    await maya.getByText('Renewal reminders saved').waitFor()
    await noFaults('settings')
    await maya.goto('/services?search=Kestrel')
    await maya.getByRole('link', { name: 'Kestrel CAD seats' }).click()
    await maya.getByRole('link', { name: 'Edit service' }).click()
    const period = maya.getByRole('group', { name: 'Service period 1' })
    await period.getByLabel('Notice period in days').fill('45')
    await period.getByText(/^Last day to cancel: /).waitFor()
    const today = await maya.evaluate(() => new Intl.DateTimeFormat('en-CA').format(new Date()))
    await period.getByLabel('Date of a reminder').fill(today)
    await maya.keyboard.press('Tab')
    await period.getByRole('button', { name: 'Add reminder' }).click()
    await period.getByRole('list', { name: 'Days of reminders' }).getByRole('button').first().waitFor()
    await noFaults('period')
    await maya.getByRole('button', { name: 'Save service' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Kestrel CAD seats' }).waitFor()
    await maya
      .getByText(/^Cancel by /)
      .first()
      .waitFor()
    // In the morning there. Before that, the email waits.
    const hour = Number(await maya.evaluate(() => new Date().getHours()))
    if (hour < 8) return
    await expect
      .poll(async () => (await mailsTo(stage.host, 'maya@brightwater.example')).map((mail) => mail.subject), {
        timeout: 15_000,
      })
      .toContain('Renewal reminder: Kestrel CAD seats of Kestrel CAD')
  })
})
