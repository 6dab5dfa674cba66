import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const CONTRACT = 'Acme Cloud master agreement.pdf'
const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })

/** A service that starts with the terms of its contract, if the installation has turned that on. */
describe('creating a service from a document', () => {
  let stage: Stage
  let maya: Page
  staged(
    'service-from-document',
    async (opened) => {
      stage = opened
      maya = await stage.signIn('maya@brightwater.example')
    },
    { OUTLAY_LOCAL_FLAGS: 'createServiceFromDocument' },
  )

  it('the form is filled in with the extracted terms and their places', async () => {
    await maya.getByRole('link', { name: 'Documents' }).click()
    await maya.getByRole('link', { name: CONTRACT }).click()
    await maya.getByRole('link', { name: 'Create a service from it' }).click()
    await maya.getByText('Filled in from the document').waitFor()
    const { edges } = await (await maya.request.get('/api/documents', { params: { displayName: CONTRACT } })).json()
    const [{ node }] = edges
    /** Days since the demo company got its contract. */
    const day = (days: number) => DAY.format(Date.parse(node.createdAt) + days * 86_400_000)
    const value = (label: string) => maya.getByLabel(label).inputValue()
    expect({
      starts: await value('Start date'),
      ends: await value('End date'),
      notice: await value('Notice period in days'),
      terms: await maya.getByRole('combobox', { name: 'Payment terms' }).inputValue(),
      renews: await maya.getByRole('checkbox', { name: 'Auto-renews' }).isChecked(),
    }).toEqual({ starts: day(-245), ends: day(119), notice: '60', terms: 'Net 30', renews: true })
    await maya
      .getByText(/renews automatically for successive periods/)
      .first()
      .waitFor()
    await maya.getByText(`Last day to cancel: ${day(59)}`).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'service-from-document')).toEqual([])
  })

  it('the service is saved with corrections and has the document attached', async () => {
    await maya.getByLabel('Name').fill('Master agreement')
    await maya.getByRole('combobox', { name: 'Vendor' }).fill('Acme')
    await maya.getByRole('option', { name: 'Acme Cloud' }).click()
    await maya.getByRole('button', { name: 'Add service', exact: true }).click()
    await maya.getByRole('heading', { level: 1, name: 'Master agreement' }).waitFor()
    await maya.getByText('$186,000.00').first().waitFor()
    await maya.getByText(CONTRACT).waitFor()
    expect(stage.complaints).toEqual([])
  })
})
