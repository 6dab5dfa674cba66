import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { q } from '../../../worker/local/demo/forms.ts'
import { Api } from '../../support/e2e/api.ts'
import { DESKTOP, type Stage } from '../../support/e2e/browser.ts'
import { makeCategory } from '../../support/e2e/categories.ts'
import { choose } from '../../support/e2e/fields.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A request that waits for a vendor's form: configured, filed, answered in the portal, reviewed, approved. */
const FORM = [
  {
    ...{ id: 'what', label: 'What', ordinal: 0, isAdditionalStep: false },
    questions: [
      q('title', 'REQUEST_TITLE', 'What is it?', { isRequired: true }),
      q('vendor', 'VENDOR_SELECT', 'From which vendor?'),
      q('mail', 'EMAIL', 'Who answers there?'),
    ],
  },
]
const SLOWLY = { timeout: 30_000 }

describe('a task that waits for a vendor’s form', () => {
  let stage: Stage
  let maya: Page
  let lena: Page
  let ada: Page
  let priya: Page
  let category: string
  let workflow: string
  let request: string
  staged('vendor-form-task', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
    lena = await stage.signIn('lena@kestrelcad.example', DESKTOP)
    ada = await stage.signIn('ada@brightwater.example')
    priya = await stage.signIn('priya@brightwater.example')
    const api = await Api.signIn(stage.host, 'maya@brightwater.example')
    const made = await makeCategory(api, 'New suppliers', FORM, 'Standard')
    category = made.category
    workflow = made.workflow
  })
  /** In a dialog, which Escape would close. */
  const pick = async (page: Page, label: string | RegExp, text: string) => {
    const box = page.getByRole('dialog').getByRole('combobox', { name: label })
    await box.click()
    await box.fill(text)
    await page.getByRole('option', { name: text }).first().click()
  }
  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `vendor-form-task-${name}`)).toEqual([])
  }
  const file = async (title: string, vendor: string | null) => {
    await ada.goto(`/intake-requests/${category}/new`)
    await ada.getByRole('textbox', { name: 'What is it?' }).fill(title)
    if (vendor) await choose(ada, 'From which vendor?', vendor)
    await ada.getByRole('button', { name: 'Next' }).click()
    await ada.getByRole('button', { name: 'Submit request' }).click()
    await ada.waitForURL(/\/intake-request\/[\w-]+$/)
    return new URL(ada.url()).pathname
  }

  it('the task is built with its forms, its vendor and its message', async () => {
    await maya.goto(`/settings/intake-categories/${category}/workflows/${workflow}`)
    await maya.getByRole('button', { name: 'Add level' }).click()
    await maya.getByRole('menuitem', { name: /Send vendor form/ }).click()
    await maya.getByRole('textbox', { name: 'Name', exact: true }).fill('Security questionnaire')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Choose at least one vendor form to send').first().waitFor()
    await maya.getByRole('combobox', { name: 'Forms to send' }).click()
    await maya.getByRole('option', { name: 'Security review' }).click()
    await maya.keyboard.press('Escape')
    await maya.getByRole('combobox', { name: 'Send to' }).click()
    await maya.getByRole('option', { name: 'Answer to “Who answers there?”' }).waitFor()
    await maya.getByRole('option', { name: /Everyone there with an account/ }).click()
    await maya.getByRole('textbox', { name: 'Message' }).fill('We need this before we order.')
    await choose(maya, /people/, 'Priya Raman')
    await noFaults(maya, 'workflow')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Saved', { exact: true }).first().waitFor()
  })

  it('a request waits for the vendor, says so, and reminds it', async () => {
    request = await file('Kestrel hosting', 'Kestrel CAD')
    await priya.goto(request)
    await priya.getByText('Waiting on vendor').first().waitFor(SLOWLY)
    await priya.getByText(/Sent to everyone at Kestrel CAD/).waitFor()
    expect(await priya.getByRole('button', { name: 'Complete task' }).count()).toBe(0)
    await noFaults(priya, 'waiting')
    await priya.getByRole('button', { name: 'Send reminder' }).click()
    await priya.getByRole('dialog').getByRole('textbox').first().fill('By Friday, please.')
    await noFaults(priya, 'remind')
    await priya
      .getByRole('dialog')
      .getByRole('button', { name: /^Send reminder/ })
      .click()
    await priya.getByText(/Reminded by Priya Raman/).waitFor()
  })

  it('the vendor answers in the portal', async () => {
    await lena.goto('/v/home')
    await lena.getByRole('button', { name: /Brightwater Robotics/ }).click()
    await lena
      .getByRole('link', { name: /Security review/ })
      .first()
      .click()
    await lena.getByText('We need this before we order.').waitFor()
    await lena.getByRole('combobox', { name: 'Which certificates do you have?' }).click()
    await lena.getByRole('option', { name: 'ISO 27001' }).click()
    await lena.keyboard.press('Escape')
    await lena.getByLabel('Security incidents in the last two years').first().fill('None in this region.')
    await lena.getByRole('textbox', { name: 'Security contact' }).fill('security@kestrelcad.example')
    await lena.getByRole('button', { name: 'Next' }).click()
    await lena.getByRole('heading', { name: 'Review', exact: true }).waitFor()
    await lena.getByRole('button', { name: 'Submit form' }).click()
    await lena.getByText('In review').waitFor()
  })

  it('the reviewer reads the answers from the request and completes the task', async () => {
    await priya.goto(request)
    await priya.getByRole('button', { name: 'Complete task' }).first().waitFor(SLOWLY)
    await noFaults(priya, 'answered')
    await priya.getByRole('link', { name: 'Security review' }).click()
    await priya.getByText('None in this region.').waitFor()
    await priya.goBack()
    await priya.getByRole('button', { name: 'Complete task' }).first().click()
    await priya
      .getByRole('dialog')
      .getByRole('button', { name: /^Complete/ })
      .click()
    await priya.getByText('Approved', { exact: true }).first().waitFor()
    await noFaults(priya, 'approved')
  })

  it('a form that can’t be sent says why, and someone chooses who gets it', async () => {
    const path = await file('A tool without a vendor', null)
    await priya.goto(path)
    await priya.getByText(/The request doesn’t name a vendor/).waitFor(SLOWLY)
    await noFaults(priya, 'failed')
    await priya.getByRole('button', { name: 'Choose who gets it…' }).click()
    const dialog = priya.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send form' }).click()
    await dialog.getByText('Required').first().waitFor()
    await pick(priya, 'Vendor', 'Kestrel CAD')
    await dialog.getByRole('combobox', { name: 'Send to' }).click()
    await priya.getByRole('option', { name: /Lena Fischer/ }).click()
    await noFaults(priya, 'send')
    await dialog.getByRole('button', { name: 'Send form' }).click()
    await priya.getByText('Form sent').waitFor()
    await priya.getByText('Waiting on vendor').first().waitFor()
    await priya.getByText(/Sent to Lena Fischer/).waitFor()
  })

  it('the same task is added to a request by hand', async () => {
    const path = await file('Another tool', null)
    await maya.goto(path)
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Add approval or task…' }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByText('Vendor form', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Extra questionnaire')
    await dialog.getByRole('combobox', { name: 'Forms to send' }).click()
    await maya.getByRole('option', { name: 'Vendor onboarding' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).click()
    await dialog.getByRole('combobox', { name: 'Vendor' }).click()
    await maya.getByRole('option', { name: 'A certain vendor' }).click()
    await pick(maya, 'Which vendor', 'Kestrel CAD')
    await pick(maya, /people/, 'Priya Raman')
    await dialog.getByRole('textbox', { name: 'Name' }).click()
    await noFaults(maya, 'by-hand')
    await dialog.getByRole('button', { name: 'Add task' }).click()
    await dialog.waitFor({ state: 'detached' })
    await maya.getByText(/Sent to everyone at Kestrel CAD/).waitFor(SLOWLY)
  })
})
