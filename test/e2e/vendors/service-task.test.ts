import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { q } from '../../../worker/local/demo/forms.ts'
import { Api } from '../../support/e2e/api.ts'
import { NARROW, type Stage } from '../../support/e2e/browser.ts'
import { makeCategory } from '../../support/e2e/categories.ts'
import { choose } from '../../support/e2e/fields.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A note on an answer, and the service that a request leads to: configured, filed, created by the task's person. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'
const VENDOR = 'Kestrel CAD'
/** Names of choices arrive after the form. */
const PATIENT = { timeout: 10_000 }

const FORM = [
  {
    ...{ id: 'what', label: 'What', ordinal: 0, isAdditionalStep: false },
    questions: [
      q('title', 'REQUEST_TITLE', 'What is it?', { isRequired: true }),
      q('vendor', 'VENDOR_SELECT', 'From whom?'),
      q('price', 'REQUEST_AMOUNT', 'What does it cost?'),
      q('from', 'START_DATE', 'From when?'),
      q('until', 'END_DATE', 'Until when?'),
      q('places', 'NUMBER', 'For how many people?'),
    ],
  },
]

describe('answer notes and the service task of a request', () => {
  let stage: Stage
  let maya: Page
  let ada: Page
  let api: Api
  let category: string
  let workflow: string
  let request: string
  staged('service-task', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
    ada = await stage.signIn(ADA)
    api = await Api.signIn(stage.host, MAYA)
    const made = await makeCategory(api, 'Subscriptions', FORM, 'Standard')
    category = made.category
    workflow = made.workflow
  })

  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `service-task-${name}`)).toEqual([])
  }

  it('a form question can be set to allow a note', async () => {
    await maya.goto(`/settings/intake-categories/${category}/form`)
    await maya.getByRole('button', { name: /^What does it cost/ }).click()
    await maya.getByRole('checkbox', { name: 'Allow a note' }).check()
    const preview = maya.getByRole('region', { name: 'Preview of the form' })
    await preview.getByRole('button', { name: 'Add a note to What does it cost?' }).waitFor()
    await noFaults(maya, 'form')
    await maya.getByRole('button', { name: 'Save form' }).click()
    await maya.getByText('Saved', { exact: true }).first().waitFor()
  })

  it('the task is built with the questions that fill in the service', async () => {
    await maya.goto(`/settings/intake-categories/${category}/workflows/${workflow}`)
    await maya.getByRole('button', { name: 'Add level' }).click()
    await maya.getByRole('menuitem', { name: /Create service/ }).click()
    await maya.getByRole('textbox', { name: 'Name', exact: true }).fill('Set up the service')
    await choose(maya, /people/, 'Maya Lindqvist')
    const pick = async (field: string, question: string) => {
      await maya.getByRole('combobox', { name: field, exact: true }).click()
      await maya.getByRole('option', { name: question, exact: true }).click()
    }
    await pick('Name', 'What is it?')
    await pick('Vendor', 'From whom?')
    await pick('Start date', 'From when?')
    await pick('End date', 'Until when?')
    await pick('Total cost', 'What does it cost?')
    await pick('Seats', 'For how many people?')
    await noFaults(maya, 'workflow')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Saved', { exact: true }).first().waitFor()
    await maya.reload()
    await maya.getByText('Set up the service').first().waitFor()
  })

  it('removing a question that the task needs shows a warning', async () => {
    await maya.goto(`/settings/intake-categories/${category}/form`)
    await maya.getByRole('button', { name: 'Actions of From whom?' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await maya.getByText(/The workflow “Standard” uses it/).waitFor()
    await stage.picture(maya, 'service-task-question-in-use')
    await maya.getByRole('button', { name: 'Cancel' }).click()
  })

  it('a requester adds a note, sees when it is too long, and finds it on the request', async () => {
    await ada.goto(`/intake-requests/${category}/new`)
    await ada.getByRole('textbox', { name: 'What is it?' }).fill('Kestrel CAD for the new team')
    await choose(ada, 'From whom?', VENDOR)
    await ada.getByRole('textbox', { name: 'What does it cost?' }).fill('12000')
    await ada.getByRole('button', { name: 'Add a note to What does it cost?' }).click()
    const note = ada.getByRole('textbox', { name: 'Note on What does it cost?' })
    await note.fill('x'.repeat(10_001))
    await ada.getByRole('button', { name: 'Next' }).click()
    await ada.getByText('At most 10,000 characters').waitFor()
    await note.fill('Ten seats; the price is good until the end of the year.')
    await ada.getByRole('textbox', { name: 'From when?' }).fill('Jan 1, 2030')
    await ada.getByRole('textbox', { name: 'Until when?' }).fill('Dec 31, 2030')
    await ada.getByRole('textbox', { name: 'For how many people?' }).fill('12')
    await ada.keyboard.press('Tab')
    await noFaults(ada, 'filing')
    await ada.getByRole('button', { name: 'Next' }).click()
    await ada.getByText('Ten seats; the price is good').waitFor()
    await noFaults(ada, 'review')
    await ada.getByRole('button', { name: 'Submit request' }).click()
    await ada.waitForURL(/\/intake-request\/[\w-]+$/)
    request = new URL(ada.url()).pathname
    await ada.getByRole('region', { name: 'What' }).getByText('Ten seats; the price is good').waitFor()
    await noFaults(ada, 'request')
  })

  it('the task’s dialog opens from its address, filled in from the answers', async () => {
    await maya.goto(request)
    await maya.getByRole('button', { name: 'Create service' }).first().click()
    const dialog = maya.getByRole('dialog', { name: 'Set up the service' })
    await dialog.waitFor()
    expect(new URL(maya.url()).searchParams.get('dialog')).toBe('create-service')
    await maya.reload()
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue(), PATIENT).toMatch(/^Kestrel CAD/)
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Vendor' }).inputValue(), PATIENT).toBe(VENDOR)
    expect(await dialog.getByRole('textbox', { name: 'Start date' }).inputValue()).toContain('2030')
    expect(await dialog.getByRole('textbox', { name: 'Total cost' }).inputValue()).toContain('12,000')
    expect(await dialog.getByRole('textbox', { name: 'Seats' }).inputValue()).toBe('12')
    await noFaults(maya, 'dialog')
    await maya.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(maya.url()).search).toBe('')
  })

  it('closing the dialog by mistake loses nothing', async () => {
    await maya.getByRole('button', { name: 'Create service' }).first().click()
    const dialog = maya.getByRole('dialog', { name: 'Set up the service' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Kestrel CAD seats')
    await maya.keyboard.press('Escape')
    await maya.getByRole('button', { name: 'Stay' }).click()
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Kestrel CAD seats')
  })

  it('completing the task creates the service, and the request names it', async () => {
    await maya.setViewportSize(NARROW)
    const dialog = maya.getByRole('dialog', { name: 'Set up the service' })
    await dialog.getByRole('button', { name: 'Create service' }).click()
    await maya.getByText('Kestrel CAD seats created').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await maya.getByRole('link', { name: 'Kestrel CAD seats' }).first().waitFor()
    await noFaults(maya, 'created')
    await ada.getByText('Approved', { exact: true }).first().waitFor()
    await maya.getByRole('link', { name: 'Kestrel CAD seats' }).first().click()
    await maya.getByRole('heading', { name: 'Kestrel CAD seats' }).waitFor()
    await maya.getByText('$12,000.00').first().waitFor()
  })

  it('the address of a completed step says so and shows the request', async () => {
    const { body } = await api.get(`/api${request.replace('intake-request', 'intake-submission')}/approvals`)
    const [block] = body.levels[0].blocks
    await maya.goto(`${request}?dialog=create-service&step=${block.id}`)
    await maya.getByText('You have nothing left to do in “Set up the service”.').waitFor()
    await maya.waitForURL((url) => url.search === '')
    await maya.goto(`${request}?dialog=watchers`)
    await maya.getByRole('dialog').waitFor()
    await maya.goto(`${request}?dialog=comments&question=price`)
    await maya.getByRole('dialog', { name: 'Comments on What does it cost?' }).waitFor()
    expect(stage.complaints).toEqual([])
  })
})
