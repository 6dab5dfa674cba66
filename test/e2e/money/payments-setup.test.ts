import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { Api, eventually } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Payments: an admin of a company without sets payments up with Stripe, verifies a bank account and adds money. */
describe('setting up payments', () => {
  let stage: Stage
  let erik: Page
  staged('payments-setup', async (opened) => {
    stage = opened
  })
  beforeAll(async () => {
    const staff = await Api.signIn(stage.host, 'staff@outlay.example')
    const admin = await Api.signIn(stage.host, 'erik@haldenfoods.example')
    const { companyId } = (await admin.call('GET', '/jwt-data')).body
    const features = ['paymentsEnabled']
    const { status } = await staff.call('POST', '/api/super-admin/enable-company-features', { companyId, features })
    expect(status).toBe(200)
    erik = await stage.signIn('erik@haldenfoods.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(erik, `payments-setup-${name}`)).toEqual([])
  }

  it('the company tells Stripe about itself, and comes back', async () => {
    await erik.goto('/settings/payments')
    await erik.getByText('Payments aren’t set up yet').waitFor()
    await noFaults('not-set-up')
    await erik.getByRole('link', { name: 'Set up payments' }).click()
    await erik.getByRole('button', { name: 'Set up with Stripe' }).waitFor()
    await noFaults('steps')
    await erik.getByRole('button', { name: 'Set up with Stripe' }).click()
    await erik.getByRole('button', { name: 'Agree and submit' }).click()
    await erik.getByText('Ready', { exact: true }).waitFor()
  })

  it('a bank account is added with mistakes shown, and verified by the code of its deposit', async () => {
    await erik.getByRole('button', { name: 'Add bank account' }).click()
    const dialog = erik.getByRole('dialog', { name: 'Add bank account' })
    await dialog.getByLabel('Account holder').fill('Halden Foods Inc.')
    await dialog.getByLabel('Routing number').fill('123456789')
    await dialog.getByLabel('Account number').fill('000123456789')
    await dialog.getByRole('button', { name: 'Add bank account' }).click()
    await dialog.getByText('Enter the nine-digit routing number of a US bank').waitFor()
    await noFaults('dialog')
    await dialog.getByLabel('Routing number').fill('110000000')
    await dialog.getByRole('button', { name: 'Add bank account' }).click()
    const link = erik.getByRole('link', { name: 'Confirm the deposit' })
    await link.waitFor()
    await noFaults('verifying')
    const [deposits] = await Promise.all([erik.waitForEvent('popup'), link.click()])
    await deposits.getByLabel('Code, beginning with SM').fill('SM11AA')
    await deposits.getByRole('button', { name: 'Verify' }).click()
    await deposits.getByText('Bank account verified').waitFor()
    await deposits.close()
    await erik.getByText('Payments are ready').waitFor()
    await noFaults('ready')
  })

  it('money is added to the balance and arrives', async () => {
    await erik.getByRole('link', { name: 'Go to payments settings' }).click()
    await erik.getByRole('button', { name: 'Add funds' }).click()
    const dialog = erik.getByRole('dialog', { name: 'Add funds' })
    await dialog.getByLabel('Amount').fill('25000')
    await noFaults('add-funds')
    await dialog.getByRole('button', { name: 'Add funds' }).click()
    const row = erik.getByRole('row', { name: /From STRIPE TEST BANK ••••6789/ })
    await row.waitFor()
    await eventually('the load has arrived', () => row.getByText('Completed').isVisible())
    await erik.reload()
    await erik.getByText('$25,000.00').first().waitFor()
    await noFaults('balance')
    expect(stage.complaints).toEqual([])
  })
})
