import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { q, rule } from '../../../worker/local/demo/forms.ts'
import { LOCAL_NETSUITE, SMALL_ACCOUNT } from '../../../worker/local/host/stand-ins/netsuite/index.ts'
import { Api } from './api.ts'
import type { Stage } from './browser.ts'
import { makeCategory } from './categories.ts'
import { cellOf } from './lines.ts'

/** What people do with their accounting system in the browser, from connecting it on, whichever it is. */

export type Look = (name: string) => Promise<void>

export interface System {
  name: 'NetSuite' | 'QuickBooks'
  /** As the page of actuals names the company. */
  company: string
  connect(person: Page): Promise<void>
  /** Where its stand-in is told what someone does there. */
  host: string
  asked: object
}

export const SMALL_REALM = '9341452000000002'

export const toIntuit = async (person: Page): Promise<void> => {
  await person.goto('/budget-tracking/actuals/login')
  await person.getByRole('button', { name: /^Connect QuickBooks/ }).click()
  await person.waitForURL('**/providers/appcenter.intuit.com/**')
}

export const agreeAtIntuit = async (person: Page): Promise<void> => {
  await person.getByText('Brightwater Labs').click()
  await person.getByRole('button', { name: /connect|agree/i }).click()
  await person.waitForURL('**/budget-tracking/actuals')
}

export const sendTokens = (person: Page): Promise<void> =>
  person.getByRole('dialog').getByRole('button', { name: 'Connect NetSuite' }).click()

export const fillTokens = async (person: Page, consumerSecret: string): Promise<void> => {
  const dialog = person.getByRole('dialog')
  await dialog.getByLabel('Account ID').fill(SMALL_ACCOUNT)
  await dialog.getByLabel('Consumer key').fill(LOCAL_NETSUITE.consumerKey)
  await dialog.getByLabel('Consumer secret').fill(consumerSecret)
  await dialog.getByLabel('Token ID').fill(LOCAL_NETSUITE.tokenId)
  await dialog.getByLabel('Token secret').fill(LOCAL_NETSUITE.tokenSecret)
}

export const NETSUITE: System = {
  ...{ name: 'NetSuite', company: 'Brightwater Robotics, Inc.' },
  host: `${SMALL_ACCOUNT.toLowerCase().replace('_', '-')}.suitetalk.api.netsuite.com`,
  asked: {},
  async connect(person) {
    await person.goto('/budget-tracking/actuals/login')
    await person.getByRole('button', { name: 'Connect NetSuite' }).click()
    await fillTokens(person, LOCAL_NETSUITE.consumerSecret)
    await sendTokens(person)
    await person.waitForURL('**/budget-tracking/actuals')
  },
}

export const QUICKBOOKS: System = {
  ...{ name: 'QuickBooks', company: 'Brightwater Labs', host: 'appcenter.intuit.com' },
  asked: { realmId: SMALL_REALM },
  async connect(person) {
    await toIntuit(person)
    await agreeAtIntuit(person)
  },
}

/** Tells a stand-in what someone does in the system, without Outlay. */
export const doThere = async (
  { host }: Stage,
  system: System,
  asked: object,
): Promise<Record<'clientId' | 'certificateId' | 'privateKey', string>> => {
  const answer = await fetch(`${host.mailboxUrl}/providers/${system.host}/local`, {
    method: 'POST',
    body: JSON.stringify({ ...system.asked, ...asked }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<'clientId' | 'certificateId' | 'privateKey', string>
}

export const newestSync = (person: Page) => person.getByRole('region', { name: 'Newest sync' })
export const isRead = (person: Page): Promise<void> =>
  newestSync(person).getByText('Complete', { exact: true }).waitFor()

const KINDS = ['Departments', 'Locations', 'Vendors', 'Expense accounts', 'Revenue accounts']

/** Maps everything by name, kind after kind, as the wizard asks for it. */
export const mapEverything = async (person: Page, look: Look): Promise<void> => {
  await person.getByRole('link', { name: 'Continue setup' }).click()
  for (const kind of KINDS) {
    await person
      .getByRole('listitem')
      .filter({ hasText: kind, has: person.locator('strong') })
      .waitFor()
    const match = person.getByRole('button', { name: 'Match all by name' })
    await person.getByText(/ of \d+ unmapped$/).waitFor()
    if (await match.isEnabled()) {
      await match.click()
      await person.getByText(/ not saved yet$/).waitFor()
    }
    if (kind === 'Departments') await look('mapping')
    await person.getByRole('button', { name: /^(Save and continue|Continue)$/ }).click()
  }
  await person.getByRole('heading', { name: 'Sync status' }).waitFor()
}

/** The wizard ends with a sync. */
export const isSetUp = async (person: Page): Promise<void> => {
  await isRead(person)
  await person.goto('/budget-tracking/actuals')
  await person.getByRole('link', { name: 'Sync status' }).waitFor()
  await person.getByRole('list', { name: 'Steps' }).waitFor({ state: 'detached' })
  await person.getByRole('region', { name: 'Mappings' }).getByText('All mapped').nth(4).waitFor()
}

/** What was mapped reaches the lines after the answer. Until then the page says that it is being updated. */
const isMapped = async (person: Page, rows: Locator): Promise<void> => {
  const isDone = async (): Promise<boolean> => {
    await person.reload()
    await rows.first().waitFor()
    const totals = person.getByRole('region', { name: 'Totals' })
    await totals.getByText(/^[\d,]+ transactions?$/).waitFor()
    return (await totals.getByText('Totals are being updated').count()) === 0
  }
  await expect.poll(isDone, { timeout: 60_000 }).toBe(true)
}

/** One of the newest expenses gets another vendor. Its history says so, and that it was undone. */
export const recodeAndUndo = async (person: Page, look: Look): Promise<void> => {
  await person.goto('/budget-tracking/actuals')
  await person.getByRole('link', { name: 'Show expenses' }).click()
  const rows = person.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
  await rows.first().waitFor()
  await isMapped(person, rows)
  await person.getByRole('region', { name: 'Totals' }).waitFor()
  await look('transactions')
  // Beside the name, which leads to the vendor.
  await rows
    .first()
    .locator('td')
    .nth(1)
    .click({ position: { x: 3, y: 3 } })
  const dialog = person.getByRole('dialog')
  const vendor = dialog.getByRole('combobox', { name: 'Vendor' })
  // The field shows it a moment after the page does.
  const shown = (await dialog.locator('dt:text-is("Vendor") + dd').first().textContent()) ?? ''
  const before = shown === '–' ? '' : shown
  await expect.poll(() => vendor.inputValue()).toBe(before)
  await vendor.click()
  const options = person.getByRole('option')
  await options.nth(2).waitFor()
  const names = await options.allTextContents()
  const after = names.find((name) => name !== before && !name.startsWith('No ')) ?? ''
  await person.getByRole('option', { name: after, exact: true }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  const said = person.getByText('Transaction changed')
  await said.waitFor()
  await dialog.getByText(`Vendor: ${before || 'None'} → ${after}`).waitFor()
  await said.getByRole('button', { name: 'Undo' }).click()
  await person.getByText('1 transaction undone').waitFor()
  await dialog.getByText(/, undone by /).waitFor()
  await expect.poll(() => vendor.inputValue()).toBe(before)
  await look('recoded')
  await person.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

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
const STEP = (userId: string) =>
  rule('order', 'Order it', {
    ...{ type: 'NETSUITE_PURCHASE_ORDER', approverUserIds: [userId] },
    settings: { purchaseOrder: { mappings: { vendor: 'vendor', amount: 'price', memo: 'title' } } },
  })

/** A request whose step makes a purchase order, of a vendor that the accounting system has. Answers its address. */
const fileOrder = async (stage: Stage, email: string, title: string): Promise<string> => {
  const api = await Api.signIn(stage.host, email)
  const ask = async (path: string, body: object, as = api) => {
    const answer = await as.call('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const staff = await Api.signIn(stage.host, 'staff@outlay.example')
  const { id: companyId } = (await api.get('/api/company-settings')).body
  const features = ['enableNetsuitePurchaseOrder']
  await ask('/api/super-admin/enable-company-features', { companyId, features }, staff)
  const { category, workflow } = await makeCategory(api, 'Orders', FORM, 'Standard')
  const entryPoints = { chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] }
  // No one decides on what they filed.
  const colleague = 'sofia@haldenfoods.example'
  await ask('/api/member/new', { email: colleague, firstName: 'Sofia', lastName: 'Lund' })
  const sofia = await Api.signIn(stage.host, colleague)
  const { userId } = (await api.get('/jwt-data')).body
  const levels = [{ id: 'level', number: 1, rules: [STEP(userId)] }]
  await ask(`/api/intake-workflow/${workflow}/levels`, { version: 1, entryPoints, levels })
  const vendors = (await api.get('/api/erp-vendors?first=100')).body.edges as {
    node: { status: string; vendorId: string | null }
  }[]
  const vendor = vendors.find(({ node }) => node.status === 'ACTIVE' && node.vendorId)?.node.vendorId
  const answers = [
    { questionId: 'title', value: title },
    { questionId: 'vendor', value: vendor },
    { questionId: 'price', value: { value: 120_000, currency: 'USD' } },
  ]
  const submission = { intakeCategoryId: category, isDraft: false, answers }
  const { id } = await ask('/api/intake-submission', { batch: 1, totalBatches: 1, submission }, sofia)
  return `/intake-request/${id}`
}

/** An order is sent, changed there without Outlay, found by the report, and accepted with a reason. */
export const orderAndDrift = async (
  stage: Stage,
  person: Page,
  email: string,
  system: System,
  look: Look,
): Promise<void> => {
  const request = await fileOrder(stage, email, 'Chairs')
  await person.goto(request)
  await person.getByRole('button', { name: 'Fill in order' }).first().click()
  const dialog = person.getByRole('dialog', { name: 'Order it' })
  await dialog.getByRole('combobox', { name: `Vendor in ${system.name}` }).waitFor()
  // QuickBooks has one.
  if (system.name === 'NetSuite') {
    await dialog.getByRole('combobox', { name: 'Entity', exact: true }).click()
    await person.getByRole('option', { name: system.company }).first().click()
  }
  await cellOf(dialog, 0, 'account').focus()
  await person.keyboard.press('Enter')
  await person
    .getByRole('option', { name: /Office|Software|Insurance/ })
    .first()
    .click()
  await look('order')
  await dialog.getByRole('button', { name: 'Create and send order' }).click()
  // It is sent before the answer, after what a sync is asking just now.
  await dialog.waitFor({ state: 'detached', timeout: 60_000 })
  await person.locator('header, main').getByText('Approved', { exact: true }).first().waitFor()
  await doThere(stage, system, { action: 'change', type: 'purchaseOrder', patch: { memo: 'Chairs and tables' } })
  await person.goto('/budget-tracking/actuals/status')
  const sent = person.getByRole('region', { name: `Sent to ${system.name}` })
  await sent.getByRole('button', { name: 'Compare now' }).click()
  const row = sent.getByRole('row').filter({ hasText: 'Chairs and tables' })
  await row.waitFor()
  await look('differs')
  await row.getByRole('button', { name: 'Accept' }).click()
  const accept = person.getByRole('dialog', { name: 'Accept what is there' })
  await accept.getByRole('textbox', { name: 'Reason' }).fill('Tables were added by phone')
  await accept.getByRole('button', { name: 'Accept' }).click()
  await sent.getByText('No differences').waitFor()
}
