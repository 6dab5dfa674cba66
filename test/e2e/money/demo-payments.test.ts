import { describe, expect, it } from 'vitest'
import { BILL_PAYMENT_WORDS } from '../../../schema/money/payments/bill-payment-states.ts'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** What the demo company has paid, and what its vendor sees of that. */
describe('payments of the demo company', () => {
  let stage: Stage
  staged('demo-payments', (opened) => {
    stage = opened
  })

  it('its payments are in every state, and the balance is what the provider and the ledger say', async () => {
    const page = await stage.signIn('sofia@brightwater.example')
    await page.goto('/payments/transactions')
    const main = page.getByRole('main')
    for (const words of Object.values(BILL_PAYMENT_WORDS))
      await main.getByRole('row').getByText(words).first().waitFor()
    await main.getByRole('row', { name: /NT5518/ }).waitFor()
    expect(await stage.faultsAtBothWidths(page, 'demo-payments-list')).toEqual([])
    await main.getByRole('link', { name: 'NT5518' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Northwind Travel NT5518' }).waitFor()
    await main.getByText('The bank account is closed.').first().waitFor()
    expect(await stage.faultsAtBothWidths(page, 'demo-payments-returned')).toEqual([])
    const maya = await Api.signIn(stage.host, 'maya@brightwater.example')
    const { available, outboundPending } = (await maya.get('/api/payments/financial-account-balance')).body
    expect(outboundPending.value).toBe(412_000)
    expect(available.value).toBe(14_000_000 - 1_842_055 - 961_200 - 3_240_000 - 234_000 - 1_904_410 - 412_000)
  })

  it('a vendor’s person sees theirs, and scrolls the table by keyboard', async () => {
    const lena = await stage.signIn('lena@kestrelcad.example')
    await lena.getByRole('button', { name: /Brightwater Robotics/ }).click()
    await lena.getByRole('heading', { name: 'Your customers' }).waitFor()
    await lena.goto('/v/payments')
    const main = lena.getByRole('main')
    await main.getByRole('row', { name: /KC-7440.*Paid/ }).waitFor()
    await main.getByRole('row', { name: /KC-7702/ }).waitFor()
    expect(await main.getByText(/AL\/|NT5/).count()).toBe(0)
    expect(await stage.faultsAtBothWidths(lena, 'demo-payments-vendor')).toEqual([])
    expect(stage.complaints).toEqual([])
  })
})
