import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { addInvoice, BOOKED, IN_BOOKS } from '../../support/e2e/invoices.ts'
import { tabTo } from '../../support/e2e/keyboard.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A bill is paid by three people: Maya enters it and confirms bank details, Dana enters those, and Sofia pays. */
const DANA = 'dana@brightwater.example'
const MAYA = 'maya@brightwater.example'
const SOFIA = 'sofia@brightwater.example'

describe('paying a bill', () => {
  let stage: Stage
  let dana: Page
  let maya: Api
  let paymentId: string
  /** The payment of a bill that Maya entered and Dana approved. */
  const approved = async (invoiceNumber: string): Promise<string> => {
    const entered = await maya.call('POST', '/api/payments/bills', {
      ...{ newErpVendorName: 'Halden Crates', invoiceId: await addInvoice(maya), invoiceNumber, ...IN_BOOKS },
      ...{ invoiceDate: '2026-11-02', dueDate: '2026-12-02' },
      ...{ totalAmount: 48_550, description: 'Crates', lines: [{ amount: 48_550, memo: 'Crates', ...BOOKED }] },
    })
    expect(entered.status, JSON.stringify(entered.body)).toBe(200)
    const billId = entered.body.id
    const approver = await Api.signIn(stage.host, DANA)
    const { levels } = (await approver.get(`/api/payments/bills/${billId}/approvals`)).body
    await approver.call('POST', `/api/payments/bills/${billId}/status`, {
      ...{ status: 'APPROVED', levelGroupStatusId: levels[0].blocks[0].id },
    })
    const bill = () => maya.get(`/api/payments/bills/${billId}`)
    return afterUndo(stage.host, 'the payment', async () => (await bill()).body.billPayment?.id)
  }
  staged('bill-payments', async (opened) => {
    stage = opened
    maya = await Api.signIn(stage.host, MAYA)
    paymentId = await approved('H-2001')
    dana = await stage.signIn(DANA)
  })
  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `bill-payments-${name}`)).toEqual([])
  }

  /** Everything that a browser keeps of a site, as text. */
  const keptBy = (page: Page): Promise<string> =>
    page.evaluate(async () => {
      const kept: unknown[] = [
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        history.state,
        location.href,
      ]
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) kept.push(request.url, await (await cache.match(request))?.text())
      }
      return JSON.stringify([...kept, await indexedDB.databases()])
    })
  const keepsNoNumber = async (page: Page) => {
    expect(await keptBy(page)).not.toContain('000123456789')
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  }

  it('bank details of the vendor are entered from its payment, with mistakes shown beside the fields', async () => {
    await dana.goto('/payments/transactions')
    await dana.getByRole('row', { name: /Halden Crates/ }).waitFor()
    await noFaults(dana, 'list')
    await dana.getByRole('link', { name: 'H-2001' }).click()
    await dana.getByRole('heading', { level: 1, name: 'Halden Crates H-2001' }).waitFor()
    await dana.getByRole('button', { name: 'Add bank details' }).click()
    await dana.getByRole('menuitem', { name: 'Enter bank details' }).click()
    const dialog = dana.getByRole('dialog', { name: 'Bank details of Halden Crates' })
    await dialog.getByLabel('Routing number').fill('123456789')
    await dialog.getByLabel('Account number').fill('000123456789')
    await dialog.getByLabel('Email for payment advices').fill('accounts@halden.example')
    await dialog.getByRole('button', { name: 'Enter bank details' }).click()
    await dialog.getByText('Enter the nine-digit routing number of a US bank').waitFor()
    await noFaults(dana, 'dialog')
    await dialog.getByLabel('Routing number').fill('110000000')
    await dialog.getByRole('button', { name: 'Enter bank details' }).click()
    await keepsNoNumber(dana)
    await dana.getByText('Needs confirmation').waitFor()
    await noFaults(dana, 'waiting')
  })

  it('someone else confirms them, and can’t start the payment of a bill that they entered', async () => {
    const page = await stage.signIn(MAYA)
    await page.goto(`/payments/bill-payments/${paymentId}`)
    await page.getByRole('button', { name: 'Confirm bank details' }).click()
    await page.getByText('Ready to pay').first().waitFor()
    await page.getByText('You entered this bill, so someone else has to start the payment.').waitFor()
    await noFaults(page, 'not-startable')
    await page.getByRole('button', { name: 'Show number' }).click()
    await page.getByText('000123456789').waitFor()
    await keepsNoNumber(page)
  })

  it('a third person pays it, and the vendor gets the payment advice', async () => {
    await dana.reload()
    const bar = 'You entered these bank details, so someone else has to start the payment. Sofia Almeida can.'
    await dana.getByText(bar).waitFor()
    expect(await dana.getByRole('button', { name: 'Pay $485.50' }).count()).toBe(0)
    const sofia = await stage.signIn(SOFIA)
    await sofia.goto(`/payments/bill-payments/${paymentId}`)
    // With the keyboard alone. Where the job ends, the focus is on something.
    await tabTo(sofia, 'button', 'Pay $485.50')
    await sofia.keyboard.press('Enter')
    await sofia.getByRole('dialog').waitFor()
    await tabTo(sofia, 'button', 'Pay $485.50')
    await sofia.keyboard.press('Enter')
    await sofia.getByText('On its way').first().waitFor()
    await sofia.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually('the focus', async () => (await sofia.evaluate(() => document.activeElement?.tagName)) !== 'BODY')
    const isPaid = async () => (await maya.get(`/api/payments/bill-payments/${paymentId}`)).body.status === 'PAID'
    await afterUndo(stage.host, 'the payment is made', isPaid, 60)
    // The page follows by itself.
    await sofia.getByText('On its way', { exact: true }).waitFor({ state: 'detached' })
    await noFaults(sofia, 'paid')
    const advice = await eventually(
      'the payment advice',
      async () => (await mailsTo(stage.host, 'accounts@halden.example'))[0],
    )
    expect(advice.text).toContain('H-2001')
    expect(stage.complaints).toEqual([])
  })
})
