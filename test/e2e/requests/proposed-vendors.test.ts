import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { clicking } from '../../support/e2e/clicks.ts'
import { pickByKeyboard } from '../../support/e2e/fields.ts'
import { tabTo } from '../../support/e2e/keyboard.ts'
import { cellOf, typeInto } from '../../support/e2e/lines.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { softwareAnswers, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A vendor that isn't there yet, proposed while a request is filed. Each step builds on the one before. */
const ADA = 'ada@brightwater.example'
const OMAR = 'omar@brightwater.example'
const MAYA = 'maya@brightwater.example'

/** The job that is counted: a software request for a new vendor. */
const MOST_CLICKS = 16

describe('a vendor that isn’t there yet', () => {
  let stage: Stage
  let ada: Page
  let omar: Page
  let requestId: string
  staged('proposed-vendors', async (opened) => {
    stage = opened
    ada = await stage.signIn(ADA)
    omar = await stage.signIn(OMAR)
  })

  const noFaults = async (page: Page, picture: string) => {
    expect(await stage.faultsAtBothWidths(page, `proposed-vendors-${picture}`)).toEqual([])
  }
  /** From Home to the sent request, with a vendor of this name. */
  const fileFor = async (page: Page, name: string, shown?: (dialogOpen: Page) => Promise<void>) => {
    const { counted, click } = clicking(page)
    await page.goto('/')
    // A narrow Home has the forms themselves.
    if (page.viewportSize()?.width !== NARROW.width) await click('link', 'New request')
    await click('link', /^Software/)
    await click('textbox', /^What should we call this request/)
    await page.keyboard.type(`${name}, 12 seats`)
    await click('combobox', /^Vendor/)
    await page.keyboard.type(name)
    await click('option', `Propose “${name}” as a new vendor`)
    const dialog = page.getByRole('dialog', { name: 'Propose a new vendor' })
    // The name is there already. The keyboard goes on from it.
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(name)
    await page.locator('[role="dialog"] input:focus').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('https://www.falkenried.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Netherlands')
    await shown?.(page)
    await click('button', 'Propose vendor')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('https://www.falkenried.example · Netherlands').waitFor()
    await click('combobox', /^What kind of purchase/)
    await click('option', 'New tool')
    await click('textbox', /^What will it be used for/)
    await page.keyboard.type('Drawings')
    await click('radio', 'No')
    await click('button', 'Next')
    await click('textbox', /^Total cost of the first year/)
    await page.keyboard.type('900')
    await page.getByRole('combobox', { name: /^Which department pays/ }).focus()
    await page.keyboard.type('Engineering')
    await click('option', 'Engineering')
    await page.getByRole('textbox', { name: /^When should it start/ }).focus()
    await page.keyboard.type('2027-01-04')
    await page.keyboard.press('Tab')
    return { click, counted }
  }

  it('a new vendor is proposed where a vendor is chosen, and the whole request takes at most 16 clicks', async () => {
    const { click, counted } = await fileFor(ada, 'Falkenried CAD', (page) => noFaults(page, 'dialog'))
    await click('button', 'Next')
    await ada.getByText('Falkenried CAD (proposed)').first().waitFor()
    await noFaults(ada, 'review')
    await click('button', 'Submit request')
    expect(counted.clicks).toBeLessThanOrEqual(MOST_CLICKS)
    await ada.getByText('The vendor is created when the request is approved.').waitFor()
    requestId = new URL(ada.url()).pathname.split('/').at(-1) ?? ''
    await noFaults(ada, 'request')
  })

  it('a narrow page takes at most 16 clicks too', async () => {
    await ada.setViewportSize(NARROW)
    const { click, counted } = await fileFor(ada, 'Narrow CAD')
    await click('button', 'Next')
    await click('button', 'Submit request')
    await ada.getByText('The vendor is created when the request is approved.').waitFor()
    expect(counted.clicks).toBeLessThanOrEqual(MOST_CLICKS)
    await ada.setViewportSize(DESKTOP)
  })

  it('the keyboard alone files a request with a new vendor', async () => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await ada.keyboard.press(key)
    }
    const choose = async (option: string) => pickByKeyboard(ada, ada.getByRole('option', { name: option, exact: true }))
    const fill = async (label: RegExp, text: string) => {
      await tabTo(ada, 'textbox', label)
      await ada.keyboard.type(text)
    }
    await ada.goto('/')
    await tabTo(ada, 'link', 'New request')
    await press('Enter')
    await tabTo(ada, 'link', /^Software/)
    await press('Enter')
    await fill(/^What should we call this request/, 'Keyboard CAD, 2 seats')
    await tabTo(ada, 'combobox', /^Vendor/)
    await ada.keyboard.type('Keyboard CAD')
    await choose('Propose “Keyboard CAD” as a new vendor')
    await ada.locator('[role="dialog"] input:focus').waitFor()
    await tabTo(ada, 'button', 'Propose vendor')
    await press('Enter')
    await ada.getByRole('dialog').waitFor({ state: 'detached' })
    await tabTo(ada, 'combobox', /^What kind of purchase/)
    await press('ArrowDown')
    await choose('New tool')
    await fill(/^What will it be used for/, 'Drawings')
    await tabTo(ada, 'radio', 'Yes')
    await press('ArrowDown')
    await tabTo(ada, 'button', 'Next')
    await press('Enter')
    await fill(/^Total cost of the first year/, '900')
    await tabTo(ada, 'combobox', /^Which department pays/)
    await ada.keyboard.type('Engineering')
    await choose('Engineering')
    await fill(/^When should it start/, '2027-01-04')
    await tabTo(ada, 'button', 'Next')
    await press('Enter')
    await tabTo(ada, 'button', 'Submit request')
    await press('Enter')
    await ada.getByText('The vendor is created when the request is approved.').waitFor()
  })

  it('the dialog shows vendors that may be the same, one of which can be used instead', async () => {
    await ada.goto('/intake-requests/new')
    await ada
      .getByRole('link', { name: /^Software/ })
      .first()
      .click()
    await ada.getByRole('combobox', { name: /^Vendor/ }).click()
    await ada.keyboard.type('ACME CLOUD, Inc')
    await ada.getByRole('option', { name: 'Propose “ACME CLOUD, Inc” as a new vendor' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Propose a new vendor' })
    await dialog.getByText('You may already have this vendor').waitFor()
    await noFaults(ada, 'doubles')
    await dialog.getByRole('button', { name: 'Use this vendor instead: Acme Cloud' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await ada.getByRole('combobox', { name: /^Vendor/ }).inputValue()).toBe('Acme Cloud')
  })

  it('what is missing is said beside its field, and the form behind isn’t sent', async () => {
    await ada.getByRole('combobox', { name: /^Vendor/ }).click()
    await ada.getByRole('combobox', { name: /^Vendor/ }).fill('Zz nowhere')
    await ada.getByRole('option', { name: /^Propose “Zz nowhere”/ }).click()
    const dialog = ada.getByRole('dialog', { name: 'Propose a new vendor' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('')
    await dialog.getByLabel('Contact email').fill('no one')
    await ada.keyboard.press('Enter')
    await dialog.getByText('Vendor name is required').waitFor()
    await dialog.getByText('Invalid email').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await ada.getByRole('heading', { name: 'What you need' }).waitFor()
  })

  it('a proposed vendor is in no list until the request is approved, and then it is', async () => {
    const api = await Api.signIn(stage.host, MAYA)
    const found = async () =>
      (await api.get('/api/vendors?search=Falkenried%20CAD')).body.edges.map(
        ({ node }: { node: { name: string } }) => node.name,
      )
    expect(await found()).not.toContain('Falkenried CAD')
    await ada.goto(`/intake-request/${requestId}`)
    await ada.getByText('Proposed by').waitFor()
    await omar.setViewportSize(NARROW)
    await omar.goto(`/intake-request/${requestId}`)
    await omar.getByText('Proposed by').waitFor()
    await noFaults(omar, 'approver')
    await omar.setViewportSize(DESKTOP)
    await omar.getByRole('button', { name: 'Approve request' }).first().click()
    await omar.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
    await afterUndo(stage.host, 'the vendor', async () => (await found()).includes('Falkenried CAD') || undefined)
    // The page that shows the proposal says by itself when the vendor is there.
    await ada.getByRole('region', { name: 'Vendors' }).getByRole('link', { name: 'Falkenried CAD' }).click()
    await ada.getByRole('heading', { level: 1, name: 'Falkenried CAD' }).waitFor()
    await noFaults(ada, 'vendor')
    expect(stage.complaints).toEqual([])
  })

  it('if the same vendor was added meanwhile, its future owner says on the request what it is', async () => {
    const adaApi = await Api.signIn(stage.host, ADA)
    const mayaApi = await Api.signIn(stage.host, MAYA)
    const omarApi = await Api.signIn(stage.host, OMAR)
    const proposed = await adaApi.call('POST', '/api/proposed-vendors', { name: 'Marsh Harrier' })
    const answers = softwareAnswers('Marsh Harrier, 3 seats', 900, { 'sw-vendor': proposed.body.id })
    const intakeCategoryId = await softwareCategory(adaApi)
    const submission = { intakeCategoryId, isDraft: false, answers }
    const filed = await adaApi.call('POST', '/api/intake-submission', { batch: 1, totalBatches: 1, submission })
    const added = await mayaApi.call('POST', '/api/vendors', {
      ...{ name: 'MARSH HARRIER', owners: ['demo-maya'], paymentMethod: 'ACH' },
    })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    await omar.goto(`/intake-request/${filed.body.id}`)
    await omar.getByText('You may already have this vendor').waitFor()
    const { levels } = (await omarApi.get(`/api/intake-submission/${filed.body.id}/approvals`)).body
    const decision = { status: 'APPROVED', levelGroupStatusId: levels[0].blocks[0].id, seenVersion: 1 }
    expect((await omarApi.call('POST', `/api/intake-submission/${filed.body.id}/status`, decision)).status).toBe(200)
    await afterUndo(stage.host, 'the question', async () => {
      const { state } = (await adaApi.get(`/api/proposed-vendors/${proposed.body.id}`)).body
      return state === 'WAITING' || undefined
    })
    await ada.goto(`/intake-request/${filed.body.id}`)
    await ada.getByRole('button', { name: 'Create as a new vendor' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Create vendor' }).click()
    await ada.getByText('A vendor with this name already exists').waitFor()
    await noFaults(ada, 'own-name')
    await ada.keyboard.press('Escape')
    await noFaults(ada, 'waiting')
    await ada.getByRole('button', { name: 'Use this vendor instead: MARSH HARRIER' }).click()
    await ada.getByRole('region', { name: 'Vendors' }).getByRole('link', { name: 'MARSH HARRIER' }).waitFor()
  })

  it('the form of a spend request proposes one the same way, which counts as a new vendor', async () => {
    const jonas = await stage.signIn('jonas@brightwater.example')
    const type = (field: string, text: string) => typeInto(jonas, cellOf(jonas, 0, field), text)
    await jonas.goto('/spend-requests/add-new')
    await jonas.getByRole('combobox', { name: 'Vendor', exact: true }).fill('Sparrowhawk Tools')
    await jonas.getByRole('option', { name: 'Propose “Sparrowhawk Tools” as a new vendor' }).click()
    const dialog = jonas.getByRole('dialog', { name: 'Propose a new vendor' })
    await dialog.getByLabel('Contact name').fill('Ines Sparrow')
    await dialog.getByRole('button', { name: 'Propose vendor' }).click()
    await jonas.getByText('Ines Sparrow').waitFor()
    await jonas.getByRole('textbox', { name: 'Description' }).first().fill('Bench tools')
    await jonas.getByRole('textbox', { name: 'Service start date' }).fill('Jan 15, 2027')
    await type('amount', '900')
    await type('categoryId', 'Software')
    await type('departmentId', 'Engineering')
    await noFaults(jonas, 'spend-form')
    // The rules for new vendors apply to it.
    await jonas.getByRole('complementary', { name: 'Who will approve' }).getByText('New vendor check').waitFor()
    expect(stage.complaints).toEqual([])
  })
})
