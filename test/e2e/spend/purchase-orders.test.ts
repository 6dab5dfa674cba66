import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { q, rule } from '../../../worker/local/demo/forms.ts'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { makeCategory } from '../../support/e2e/categories.ts'
import { cellOf, typeInto } from '../../support/e2e/lines.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A purchase order from the step of a request to a discussion about it. */
const MAYA = 'maya@brightwater.example'
const DANA = 'dana@brightwater.example'

const FORM = [
  {
    ...{ id: 'what', label: 'What', ordinal: 0, isAdditionalStep: false },
    questions: [
      q('title', 'REQUEST_TITLE', 'What is it?', { isRequired: true }),
      q('vendor', 'VENDOR_SELECT', 'From whom?'),
      q('price', 'REQUEST_AMOUNT', 'What does it cost?'),
    ],
  },
]
const STEP = rule('order', 'Order the seats', {
  ...{ type: 'NETSUITE_PURCHASE_ORDER', approverUserIds: ['demo-dana', 'demo-omar'] },
  settings: { purchaseOrder: { mappings: { vendor: 'vendor', amount: 'price', memo: 'title' } } },
})
const TITLE = 'CAD seats for the new team'

describe('purchase orders', () => {
  let stage: Stage
  let dana: Page
  let request: string
  staged('purchase-orders', async (opened) => {
    stage = opened
    const api = await Api.signIn(stage.host, MAYA)
    const call = async (path: string, body: object) => {
      const answer = await api.call('POST', path, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    }
    const { category, workflow } = await makeCategory(api, 'Orders', FORM, 'Standard')
    const entryPoints = { chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] }
    const levels = [{ id: 'level', number: 1, rules: [STEP] }]
    await call(`/api/intake-workflow/${workflow}/levels`, { version: 1, entryPoints, levels })
    const answers = [
      { questionId: 'title', value: TITLE },
      { questionId: 'vendor', value: 'demo-kestrel-cad-vendors' },
      { questionId: 'price', value: { value: 1_200_000, currency: 'USD' } },
    ]
    const submission = { intakeCategoryId: category, isDraft: false, answers }
    request = (await call('/api/intake-submission', { batch: 1, totalBatches: 1, submission })).id
    dana = await stage.signIn(DANA)
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(dana, `orders-${name}`)).toEqual([])
  }

  it('the step’s dialog is filled in from the answers, asks before it forgets, and makes the order', async () => {
    await dana.goto(`/intake-request/${request}`)
    await dana.getByRole('button', { name: 'Fill in order' }).first().click()
    const dialog = dana.getByRole('dialog', { name: 'Order the seats' })
    const amount = cellOf(dialog, 0, 'amount')
    await amount.waitFor()
    expect(await amount.textContent()).toBe('12,000.00')
    expect(await dialog.getByRole('combobox', { name: 'Vendor in NetSuite' }).inputValue()).toBe('Kestrel CAD')
    expect(await dialog.getByRole('textbox', { name: 'Memo' }).inputValue()).toBe(TITLE)
    await amount.focus()
    await dana.keyboard.press('Delete')
    await dialog.getByRole('button', { name: 'Create and send order' }).click()
    await dialog.getByText('Required').first().waitFor()
    await noFaults('task')
    await dana.keyboard.press('Escape')
    await dana.getByRole('button', { name: 'Stay' }).click()
    await typeInto(dana, amount, '9000')
    await typeInto(dana, cellOf(dialog, 0, 'account'), 'Software and tools')
    await dialog.getByRole('button', { name: 'Add line' }).click()
    await typeInto(dana, cellOf(dialog, 1, 'amount'), '500.50')
    await dialog.getByText('$9,500.50').first().waitFor()
    await dialog.getByRole('button', { name: 'Create and send order' }).click()
    await dana.getByText('Sending the order to NetSuite').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await dana.locator('header, main').getByText('Approved', { exact: true }).first().waitFor()
    await noFaults('request')
  })

  it('the list finds the order, which opens with its lines', async () => {
    await dana.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Purchase orders' }).click()
    await dana.getByRole('row', { name: /Granite Hosting/ }).waitFor()
    await noFaults('list')
    await dana.getByRole('textbox', { name: 'Search purchase orders' }).fill('new team')
    await dana.getByRole('row', { name: /Granite Hosting/ }).waitFor({ state: 'detached' })
    await dana
      .getByRole('row', { name: /Kestrel CAD/ })
      .getByRole('link')
      .first()
      .click()
    await dana.getByRole('heading', { level: 1, name: /Kestrel CAD/ }).waitFor()
    await dana.getByRole('row', { name: /9,000\.00/ }).waitFor()
    await noFaults('page')
  })

  it('a comment on it stays, beside the version that was made', async () => {
    await dana.getByRole('tab', { name: 'Comments' }).click()
    await dana.getByRole('textbox', { name: 'New comment' }).fill('Please deliver to the plant')
    await dana.getByRole('button', { name: 'Add comment' }).click()
    await dana.getByText('Comment added').or(dana.getByRole('article')).first().waitFor()
    await dana.reload()
    await dana.getByText('Please deliver to the plant').waitFor()
    await noFaults('comments')
    await dana.getByRole('tab', { name: 'Versions' }).click()
    await dana.getByRole('heading', { name: 'Version 1, now' }).waitFor()
    await noFaults('versions')
  })

  it('a change waits for someone else, who approves it in the inbox, and becomes the second version', async () => {
    await dana.getByRole('button', { name: 'More actions' }).click()
    await dana.getByRole('menuitem', { name: 'Change order' }).click()
    const dialog = dana.getByRole('dialog', { name: /^Change PO-/ })
    await typeInto(dana, cellOf(dialog, 0, 'amount'), '11000')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two more seats')
    await dialog.getByText('Change of the purchase order').waitFor()
    await noFaults('change-dialog')
    await dialog.getByRole('button', { name: 'Send for approval' }).click()
    await dana.getByRole('link', { name: 'See what changes' }).click()
    await dana.getByText('$9,500.50').first().waitFor()
    await noFaults('change')
    const id = /purchase-orders\/([\w-]+)/.exec(dana.url())?.[1] ?? ''
    const omar = await stage.signIn('omar@brightwater.example')
    await omar.goto(`/inbox?open=PURCHASE_ORDER.${id}`)
    await omar.getByText('Two more seats').waitFor()
    expect(await stage.faultsAtBothWidths(omar, 'orders-change-inbox')).toEqual([])
    await omar.keyboard.press('a')
    await omar.keyboard.press('Enter')
    const api = await Api.signIn(stage.host, MAYA)
    await afterUndo(
      stage.host,
      'the second version',
      async () => (await api.get(`/api/purchase-orders/${id}`)).body.totalAmount === 1_150_050,
    )
    await dana.goto(`/purchase-orders/${id}/approvals`)
    await dana.getByText('Version 2 of the order').waitFor()
    await noFaults('changed')
  })

  it('an order that the accounting system refused says why, and is there once it is sent again', async () => {
    const maya = await stage.signIn(MAYA)
    await maya.goto('/purchase-orders/demo-order-3')
    await maya.getByText('The account 6300 is inactive.').waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'orders-refused')).toEqual([])
    await maya.getByRole('button', { name: 'Send again' }).click()
    await maya
      .getByRole('link', { name: /^P9\d+$/ })
      .first()
      .waitFor()
    await maya.getByText('The account 6300 is inactive.').waitFor({ state: 'detached' })
    expect(await stage.faultsAtBothWidths(maya, 'orders-sent-again')).toEqual([])
    expect(stage.complaints).toEqual([])
  })
})
