import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** An approver revokes their decision, as long as nothing that followed from it has left the house. */
const ADA = 'ada@brightwater.example'
const OMAR = 'omar@brightwater.example'
const DANA = 'dana@brightwater.example'

describe('revoking a decision', () => {
  let stage: Stage
  let ada: Page
  let omar: Page
  let dana: Page
  let id: string
  staged('revoking', async (opened) => {
    stage = opened
    const api = await Api.signIn(stage.host, ADA)
    id = await saveSoftware(api, await softwareCategory(api), 'Revoked seats', 12_000)
    omar = await stage.signIn(OMAR)
    dana = await stage.signIn(DANA)
    ada = await stage.signIn(ADA)
  })

  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `revoking-${name}`)).toEqual([])
  }
  const approve = async (page: Page) => {
    await page.getByRole('button', { name: 'Approve request' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const openMenu = async (page: Page, step: string) => {
    await page.getByRole('button', { name: `More about ${step}` }).click()
    await page.getByRole('menuitem', { name: 'Comments' }).waitFor()
  }

  it('asks for a reason, and does nothing without one', async () => {
    await omar.goto(`/intake-request/${id}`)
    await approve(omar)
    await omar
      .getByText(/Waiting for .*Dana/)
      .first()
      .waitFor()
    await openMenu(omar, 'Manager')
    await noFaults(omar, 'menu')
    await omar.getByRole('menuitem', { name: 'Revoke my decision…' }).click()
    const dialog = omar.getByRole('dialog', { name: 'Revoke my decision' })
    await dialog.getByRole('button', { name: 'Revoke decision' }).click()
    await dialog.getByText('Required', { exact: true }).waitFor()
    await noFaults(omar, 'dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The quote is for last year')
    await dialog.getByRole('button', { name: 'Revoke decision' }).click()
    await omar.getByText('Decision revoked').waitFor()
  })

  it('the step waits again, and everyone on the request reads who revoked what, and why', async () => {
    await omar
      .getByText(/Waiting for .*Omar|Waiting for you/)
      .first()
      .waitFor()
    for (const page of [omar, ada, dana]) {
      await page.goto(`/intake-request/${id}`)
      await page.getByText(/Omar Haddad revoked their approval .*: The quote is for last year/).waitFor()
    }
    await dana.getByText(/Waiting for .*Omar Haddad.*then Finance/).waitFor()
    await noFaults(ada, 'requester')
    await ada.getByRole('tab', { name: 'History' }).click()
    await ada
      .getByText(/Omar Haddad revoked/)
      .first()
      .waitFor()
    await noFaults(ada, 'history')
    await eventually('the mail to the requester', async () =>
      (await mailsTo(stage.host, ADA)).some(
        ({ subject, text }) => /revoked/i.test(`${subject} ${text}`) && text.includes('The quote is for last year'),
      ),
    )
  })

  it('the approver decides again, and once the request is approved nothing can be revoked', async () => {
    await omar.goto(`/intake-request/${id}`)
    await approve(omar)
    await dana.goto(`/intake-request/${id}`)
    await approve(dana)
    await dana.locator('main').getByText('Approved', { exact: true }).first().waitFor()
    for (const [page, step] of [
      [omar, 'Manager'],
      [dana, 'Finance'],
    ] as const) {
      await page.goto(`/intake-request/${id}`)
      await openMenu(page, step)
      expect(await page.getByRole('menuitem', { name: 'Revoke my decision…' }).count()).toBe(0)
    }
    expect(stage.complaints).toEqual([])
  })
})
