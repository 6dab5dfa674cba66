import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, mailsTo } from '../../../support/e2e/api.ts'
import { NARROW, type Stage } from '../../../support/e2e/browser.ts'
import { staged } from '../../../support/e2e/staged.ts'

const INES = 'ines@fernhill.example'
const TOM = 'tom@fernhill.example'

/** From nothing to an approved request, by people whom no one added. Each step builds on the one before. */
describe('starting a company', () => {
  let stage: Stage
  let ines: Page
  let tom: Page
  staged('sign-up', async (opened) => {
    stage = opened
    ines = await stage.visitor()
  })
  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `sign-up-${name}`)).toEqual([])
  }
  const linkIn = (email: string, path: string) =>
    eventually(`a link for ${email}`, async () => {
      const found = (await mailsTo(stage.host, email)).map(({ text }) =>
        new RegExp(`${path}\\?token=[\\w.-]+`).exec(text),
      )
      return found.findLast((match) => match !== null)?.[0]
    })

  it('the login page leads to it, and the link comes by email once the box is ticked', async () => {
    await ines.goto('/login')
    await ines.getByRole('link', { name: 'Start your company' }).click()
    await ines.getByRole('heading', { level: 1, name: 'Start your company' }).waitFor()
    await ines.getByLabel('I am a person').waitFor()
    await noFaults(ines, 'ask')
    await ines.getByLabel('Work email').fill(INES)
    await ines.getByRole('button', { name: 'Email me a link' }).click()
    await ines.getByText('Tick this box').waitFor()
    await ines.getByLabel('I am a person').check()
    await ines.getByRole('button', { name: 'Email me a link' }).click()
    await ines.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor()
    expect(await ines.evaluate(() => document.activeElement?.textContent)).toBe('Check your inbox')
    await noFaults(ines, 'sent')
  })

  it('the link asks for the company, says what is missing, and opens its templates', async () => {
    await ines.goto(await linkIn(INES, '/signup'))
    await ines.getByLabel('Company name').waitFor()
    await noFaults(ines, 'form')
    await ines.getByRole('button', { name: 'Start company' }).click()
    await ines.getByText('Required').first().waitFor()
    expect(await ines.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('organization')
    await ines.keyboard.type('Fernhill Gardens')
    await ines.getByLabel('First name').fill('Ines')
    await ines.getByLabel('Last name').fill('Fern')
    await ines.getByRole('radio', { name: 'An empty company' }).check()
    await ines.getByRole('button', { name: 'Start company' }).click()
    await ines.waitForURL('**/settings/intake-categories/templates**')
    await ines.getByRole('button', { name: 'Preview Hardware and equipment' }).click()
    await ines.getByRole('button', { name: 'Create category' }).click()
    await ines.getByRole('link', { name: 'Try its approvals' }).waitFor()
    await noFaults(ines, 'category')
  })

  it('a colleague joins, and approves the first request', async () => {
    await ines.goto('/settings/members?dialog=new')
    const dialog = ines.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Tom')
    await dialog.getByLabel('Last name').fill('Hill')
    await dialog.getByRole('textbox', { name: 'Email' }).fill(TOM)
    await dialog.getByRole('checkbox', { name: 'Admin', exact: true }).check()
    await dialog.getByRole('button', { name: 'Add member' }).click()
    tom = await stage.visitor(NARROW)
    await stage.openLoginLink(tom, await linkIn(TOM, '/login-with-token'))
    await tom.waitForURL((url) => url.pathname === '/')
    await ines.goto('/intake-requests/new')
    await ines
      .getByRole('link', { name: /Hardware and equipment/ })
      .first()
      .click()
    await ines.getByLabel('What should we call this request?').fill('Laptop for Tom')
    await ines.getByRole('combobox', { name: 'What kind of equipment is it?' }).click()
    await ines.getByRole('option', { name: 'Laptop or computer' }).click()
    await ines.getByLabel('How many?').fill('1')
    await ines.getByRole('combobox', { name: 'Why is it needed?' }).click()
    await ines.getByRole('option', { name: 'New hire' }).click()
    await ines.getByRole('button', { name: 'Next' }).click()
    await ines.getByLabel(/^Total cost/).fill('800')
    await ines.getByLabel('Where should it be delivered?').fill('The office')
    await ines.getByRole('button', { name: 'Next' }).click()
    await noFaults(ines, 'review')
    await ines.getByRole('button', { name: 'Submit request' }).click()
    await ines.waitForURL(/\/intake-request\/[^/]+$/)
    await noFaults(ines, 'request')
    await tom.goto('/inbox')
    await tom
      .getByRole('button', { name: /^Laptop for Tom/ })
      .first()
      .click()
    await tom.getByRole('button', { name: 'Approve request' }).first().click()
    await tom
      .getByRole('dialog', { name: /^Approve/ })
      .getByRole('button', { name: /^Approve/ })
      .click()
    await ines.getByText('Tom Hill approved').or(ines.getByText('Approved today')).first().waitFor()
  })

  it('who opens the used link is led to log in', async () => {
    const other = await stage.visitor()
    await other.goto(await linkIn(INES, '/signup'))
    await other.getByText('A company was already started with this link. Log in to open it.').waitFor()
    await noFaults(other, 'used')
  })
})
