import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { QUESTION_TYPES, type QuestionType } from '../../../schema/requests/forms/form.ts'
import { typeLabel } from '../../../schema/requests/forms/form-rules.ts'
import { q } from '../../../worker/local/demo/forms.ts'
import { Api } from '../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { makeCategory } from '../../support/e2e/categories.ts'
import { pickByKeyboard } from '../../support/e2e/fields.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A form with every type of question: built, tried in the preview, filed, read and edited. */
const MAYA = 'maya@brightwater.example'
/** What these ask for is set where they are added. The others are in the form from the start. */
const ADDED: QuestionType[] = ['CUSTOM_SELECT', 'DEPARTMENT_SELECT']
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

describe('every type of question', () => {
  let stage: Stage
  let maya: Page
  let api: Api
  let categoryId: string
  staged('question-types', async (opened) => {
    stage = opened
    api = await Api.signIn(stage.host, MAYA)
    const questions = QUESTION_TYPES.filter((type) => !ADDED.includes(type)).map((type, ordinal) => ({
      ...q(type.toLowerCase(), type, typeLabel(type), {
        isRequired: ['REQUEST_TITLE', 'REQUEST_AMOUNT'].includes(type),
      }),
      ordinal,
    }))
    const form = [{ id: 'everything', label: 'Everything', ordinal: 0, isAdditionalStep: false, questions }]
    categoryId = (await makeCategory(api, 'Every question', form, 'Standard')).category
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `question-types-${name}`)).toEqual([])
  }
  const choose = async (name: string, option: string) => {
    await maya.getByRole('combobox', { name, exact: true }).click()
    await maya.getByRole('option', { name: option, exact: true }).click()
  }

  it('questions are added to a form with the other types, and each type appears in its preview', async () => {
    await maya.goto(`/settings/intake-categories/${categoryId}/form`)
    for (const type of ADDED) {
      await maya.getByRole('button', { name: 'Add question to step Everything' }).click()
      await maya.getByLabel('Search question types').fill(typeLabel(type))
      const found = maya.getByRole('option').filter({ has: maya.getByText(typeLabel(type), { exact: true }) })
      await pickByKeyboard(maya, found)
      await maya.getByRole('textbox', { name: /^(Question|Heading)/ }).waitFor()
      if (type === 'CUSTOM_SELECT') {
        for (const option of ['New', 'Renewal']) {
          await maya.getByLabel('New option').fill(option)
          await maya.keyboard.press('Enter')
        }
      } else {
        await maya.getByLabel('Require an approver for each department').check()
        await noFaults('department')
      }
    }
    const preview = maya.getByRole('region', { name: 'Preview of the form' })
    expect(await preview.locator('[id^="question-"]').count()).toBeGreaterThanOrEqual(QUESTION_TYPES.length - 1)
    await preview.getByRole('button', { name: 'Check answers' }).click()
    await preview.getByText('Required', { exact: true }).first().waitFor()
    await noFaults('builder')
    await maya.getByRole('button', { name: 'Save form' }).click()
    await maya.getByText('Saved', { exact: true }).first().waitFor()
  })

  it('each type has its own control, which says what is missing', async () => {
    await maya.goto(`/intake-requests/${categoryId}/new`)
    await maya.getByRole('button', { name: 'Next' }).click()
    expect(await maya.getByText('Required', { exact: true }).count()).toBe(2)
    await noFaults('missing')
    await maya.getByRole('textbox', { name: /^Request title/ }).fill('One of each')
    await maya.getByRole('textbox', { name: /^Request amount/ }).fill('1250')
    await maya.getByRole('textbox', { name: 'Money', exact: true }).fill('99.50')
    await maya.getByRole('textbox', { name: 'Number', exact: true }).fill('-3')
    await maya.getByRole('textbox', { name: 'Text', exact: true }).fill('A paragraph')
    for (const [label, day] of [
      ['Date', '2027-01-31'],
      ['Due date', '2027-02-01'],
      ['Start date', '2027-03-01'],
      ['End date', '2028-02-29'],
    ] as const) {
      await maya.getByRole('textbox', { name: label, exact: true }).fill(day)
      await maya.keyboard.press('Tab')
    }
    await maya.getByLabel('Years').fill('2')
    await maya.getByRole('combobox', { name: 'Address line 1' }).fill('Main St 1')
    await maya.getByLabel('City').fill('Springfield')
    await maya
      .getByRole('radiogroup', { name: /Yes or no/ })
      .getByLabel('Yes')
      .check()
    await maya.getByLabel('Needs a signer').check()
    await choose('Choice from a list', 'Renewal')
    await choose('Business unit', 'Industrial')
    await choose('Entity', 'Brightwater Robotics B.V.')
    await choose('Location', 'Rotterdam')
    await choose('Member', 'Dana Fox')
    await choose('Request owner', 'Dana Fox')
    await choose('Spend category', 'Software')
    await choose('Vendor', 'Granite Hosting')
    await choose('Service', 'Build servers')
    await choose('Department', 'Marketing')
    const approver = maya.getByRole('combobox', { name: /^Approver for Marketing/ })
    await approver.waitFor()
    await expect.poll(() => approver.inputValue()).toBe('Ines Moreau')
    await maya
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) })
    await maya.getByRole('button', { name: /Remove.*offer\.pdf/ }).waitFor()
    const email = maya.getByRole('textbox', { name: 'Email', exact: true })
    await email.fill('nobody')
    await maya.getByRole('button', { name: 'Next' }).click()
    await maya.getByText('Invalid email').waitFor()
    await email.fill('grace@example.com')
    await noFaults('filled')
    await maya.getByRole('button', { name: 'Next' }).click()
    await maya.getByText('Marketing (approver: Ines Moreau)').waitFor()
    await noFaults('review')
    await maya.getByRole('button', { name: 'Submit request' }).click()
    await maya.waitForURL(/\/intake-request\/[^/]+$/)
  })

  it('each answer reads the way a person would say it', async () => {
    for (const text of [
      'One of each',
      '$1,250.00',
      '$99.50',
      'A paragraph',
      'Jan 31, 2027',
      'Feb 29, 2028',
      '2 years',
      'Main St 1',
      'Renewal',
      'Industrial',
      'Rotterdam',
      'Granite Hosting',
      'Build servers',
      'Marketing (approver: Ines Moreau)',
      'offer.pdf',
      'grace@example.com',
    ])
      await maya.locator('main').getByText(text).first().waitFor()
    await noFaults('request')
  })

  it('at 40rem each control says visibly and to screen readers that it is required', async () => {
    const made = (await api.call('POST', '/api/intake-categories', { name: 'Everything required' })).body.id
    const { body } = await api.get(`/api/intake-categories/${categoryId}/steps`)
    const steps = body.steps.map((one: { questions: object[] }) => ({
      ...one,
      questions: one.questions.map((asked) => ({ ...asked, isRequired: true })),
    }))
    const query = `mutation ($c: ID!, $s: [IntakeStepInput!]!) {
      updateIntakeSteps(intakeCategoryId: $c, transactionId: "required", batch: 1, totalBatches: 1, intakeSteps: $s) { formVersion }
    }`
    const saved = await api.call('POST', '/graphql', { query, variables: { c: made, s: steps } })
    expect(saved.body.errors, JSON.stringify(saved.body)).toBeUndefined()
    await maya.setViewportSize(NARROW)
    await maya.goto(`/intake-requests/${made}/new`)
    await maya.getByRole('button', { name: 'Next' }).click()
    await maya.getByText('Required', { exact: true }).first().waitFor()
    const told: Record<string, string[]> = {}
    for (const { id, type } of steps[0].questions as { id: string; type: string }[])
      told[type] = await maya.locator(`[id="question-${id}"]`).evaluate((place) => {
        const said = [...place.querySelectorAll('[aria-describedby]')].some((control) =>
          (control.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .some((message) => document.getElementById(message)?.textContent === 'Required'),
        )
        const seen = [...place.querySelectorAll('*')].some(
          (part) => part.childElementCount === 0 && part.textContent === 'Required',
        )
        return [...(seen ? ['seen'] : []), ...(said ? ['said'] : [])]
      })
    const silent = ['DISPLAY_ONLY', 'NEEDS_REQUEST_SIGNER']
    expect(told).toEqual(
      Object.fromEntries(QUESTION_TYPES.map((type) => [type, silent.includes(type) ? [] : ['seen', 'said']])),
    )
    const first = (steps[0].questions as { id: string; type: string }[]).find(({ type }) => !silent.includes(type))
    expect(
      await maya.locator(`[id="question-${first?.id}"]`).evaluate((place) => place.contains(document.activeElement)),
    ).toBe(true)
    await noFaults('required')
    const [chooser] = await Promise.all([
      maya.waitForEvent('filechooser'),
      maya.locator('input[type=file]:not([capture])').press('Enter'),
    ])
    expect(chooser.isMultiple()).toBe(true)
    await maya.setViewportSize(DESKTOP)
  })

  it('the browser reports no errors', () => expect(stage.complaints).toEqual([]))
})
