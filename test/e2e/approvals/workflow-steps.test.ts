import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { q } from '../../../worker/local/demo/forms.ts'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { makeCategory } from '../../support/e2e/categories.ts'
import { choose } from '../../support/e2e/fields.ts'
import { staged } from '../../support/e2e/staged.ts'

/** An additional step and a sent document: built in the workflow, then completed on the request. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

const FORM = [
  {
    ...{ id: 'what', label: 'What', ordinal: 0, isAdditionalStep: false },
    questions: [
      q('title', 'REQUEST_TITLE', 'What is it?', { isRequired: true }),
      q('contact', 'EMAIL', 'Who should get the terms?'),
    ],
  },
  {
    ...{ id: 'review', label: 'Risk review', ordinal: 1, isAdditionalStep: true },
    questions: [
      q('risk', 'YES_NO', 'Is there a risk?', { isRequired: true }),
      q('notes', 'TEXT', 'What did you find?', { isRequired: true }),
    ],
  },
]

describe('additional steps and sent documents', () => {
  let stage: Stage
  let maya: Page
  let api: Api
  let category: string
  let workflow: string
  staged('workflow-steps', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
    api = await Api.signIn(stage.host, MAYA)
    const made = await makeCategory(api, 'Advice', FORM, 'Advice')
    category = made.category
    workflow = made.workflow
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `workflow-steps-${name}`)).toEqual([])
  }

  it('an additional step is built with its questions and the people who answer them', async () => {
    await maya.goto(`/settings/intake-categories/${category}/workflows/${workflow}`)
    await maya.getByRole('button', { name: 'Add level' }).click()
    await maya.getByRole('menuitem', { name: /Additional step/ }).click()
    await maya.getByRole('textbox', { name: 'Name' }).fill('Risk check')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Choose the form step to fill in').first().waitFor()
    await maya.getByRole('combobox', { name: 'Steps of the form' }).click()
    await maya.getByRole('option', { name: 'Risk review' }).click()
    await maya.keyboard.press('Escape')
    await choose(maya, /people/, 'Maya Lindqvist')
    await noFaults('additional-step')
  })

  it('a document task is set up with its documents and recipient, and both are saved', async () => {
    await maya.getByRole('button', { name: 'Add level' }).click()
    await maya.getByRole('menuitem', { name: /Send document/ }).click()
    await maya.getByRole('textbox', { name: 'Name' }).last().fill('Send the terms')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Choose at least one document to send').first().waitFor()
    await maya
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) })
    await maya.getByRole('button', { name: /Remove.*terms\.pdf/ }).waitFor()
    await maya.getByRole('combobox', { name: 'To', exact: true }).click()
    await maya.getByRole('option', { name: /Who should get the terms/ }).click()
    await choose(maya, /people/, 'Maya Lindqvist')
    await noFaults('send-document')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Saved', { exact: true }).waitFor()
    await maya.reload()
    await maya.getByText('Risk check').first().waitFor()
    await maya.getByText('Send the terms').first().waitFor()
  })

  it('the additional step is answered on the request, and missing answers are asked for', async () => {
    const ada = await Api.signIn(stage.host, ADA)
    const answers = [
      { questionId: 'title', value: 'Advice on a lease' },
      { questionId: 'contact', value: 'counsel@northwind.example' },
    ]
    const submission = { intakeCategoryId: category, isDraft: false, answers }
    const filed = await ada.call('POST', '/api/intake-submission', { batch: 1, totalBatches: 1, submission })
    await maya.goto(`/intake-request/${filed.body.id}`)
    await maya.getByRole('button', { name: 'Answer questions' }).first().click()
    const dialog = maya.getByRole('dialog', { name: 'Risk check' })
    await dialog.getByRole('button', { name: 'Save answers' }).click()
    await dialog.getByText('Required').first().waitFor()
    await noFaults('answer')
    await dialog.getByRole('radio', { name: 'No' }).check()
    await dialog.getByRole('textbox', { name: 'What did you find?' }).fill('Nothing of note')
    await dialog.getByRole('button', { name: 'Save answers' }).click()
    await maya.getByText('Answers saved').waitFor()
    await maya.getByRole('region', { name: 'Risk review' }).getByText('Nothing of note').waitFor()
    await maya.getByText('Sent to counsel@northwind.example').first().waitFor({ timeout: 30_000 })
    await noFaults('answered')
    expect(stage.complaints).toEqual([])
  })
})
