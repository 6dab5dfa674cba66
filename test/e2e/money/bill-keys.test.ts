import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { textPdf } from '../../../worker/local/demo/document-files.ts'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Invoices of a known vendor, entered one after another with as few keys as there are decisions. */
const DANA = 'dana@brightwater.example'

const invoice = async (number: string, total: string): Promise<Buffer> =>
  Buffer.from(
    await textPdf('Kestrel CAD Ltd', [
      [
        { heading: 'Invoice' },
        { row: ['Invoice number:', number] },
        { row: ['Invoice date:', 'November 16, 2026'] },
        { row: ['Total amount due', total] },
      ],
    ]),
  )

describe('clean invoices', () => {
  let stage: Stage
  let api: Api
  let dana: Page
  let keys = 0
  staged('bill-keys', async (opened) => {
    stage = opened
    api = await Api.signIn(stage.host, DANA)
    dana = await stage.signIn(DANA)
  })
  const press = async (key: string) => {
    keys += 1
    await dana.keyboard.press(key)
  }
  const upload = async (number: string, total: string) => {
    const file = { name: `${number}.pdf`, mimeType: 'application/pdf', buffer: await invoice(number, total) }
    await dana.getByRole('button', { name: 'Upload invoice' }).click()
    await dana.getByRole('dialog').locator('input[type=file]:not([capture])').setInputFiles(file)
    await dana.getByRole('link', { name: `Enter bill of ${number}.pdf` }).waitFor()
    await dana.getByRole('dialog').waitFor({ state: 'detached' })
    // Keys right after a dialog closed were meant for the dialog.
    await dana.waitForTimeout(600)
  }
  const focused = (name: string) => dana.getByRole('button', { name }).and(dana.locator(':focus')).waitFor()
  const number = () => dana.getByRole('textbox', { name: 'Invoice number' })

  it('three keys from the inbox submit a bill, and the next one opens', async () => {
    await dana.goto('/payments')
    // The newest is the first in the inbox.
    await upload('KC-7902', '$640.00')
    await upload('KC-7901', '$1,280.00')
    keys = 0
    await press('e')
    await focused('Use its values')
    expect(await number().inputValue()).toBe('KC-7901')
    await press('Enter')
    await focused('Submit bill')
    await press('Enter')
    await dana.getByRole('heading', { level: 2, name: 'KC-7902.pdf' }).waitFor()
    expect(keys).toBe(3)
    const { body } = await api.get('/api/payments/bills?search=KC-7901')
    expect(body.edges.map(({ node }: { node: object }) => node)).toMatchObject([
      { invoiceNumber: 'KC-7901', totalAmount: { value: 128_000, currency: 'USD' } },
    ])
  })

  it('from one to the next it takes two, with what the vendor’s last bill was booked to', async () => {
    await focused('Use its values')
    expect(await number().inputValue()).toBe('KC-7902')
    keys = 0
    await press('Enter')
    await focused('Submit bill')
    // It comes with the vendor's last bill, a moment after the form.
    await expect.poll(() => dana.locator('[data-path="lines.0.erpAccountId"]').textContent()).toMatch(/^\d{4} /)
    await press('Enter')
    await dana.getByText('Bill submitted').first().waitFor()
    await expect.poll(async () => (await api.get('/api/payments/bills?search=KC-7902')).body.edges.length).toBe(1)
    expect(keys).toBe(2)
  })

  it('an invoice in which no one typed is left without a question, and offers nothing when it is opened again', async () => {
    await dana.goto('/payments')
    await upload('KC-7903', '$99.00')
    for (const _ of ['first', 'second']) {
      await dana.getByRole('link', { name: 'Enter bill of KC-7903.pdf' }).click()
      await focused('Use its values')
      expect(await number().inputValue()).toBe('KC-7903')
      expect(await dana.getByText(/You left unsaved changes|What you typed until/).count()).toBe(0)
      // Longer than the pause after which what is typed is kept.
      await dana.waitForTimeout(600)
      await dana.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Bills' }).click()
      await dana.waitForURL('**/payments/bills')
      expect(await dana.getByRole('dialog').count()).toBe(0)
      await dana.goto('/payments')
    }
    expect(stage.complaints).toEqual([])
  })
})
