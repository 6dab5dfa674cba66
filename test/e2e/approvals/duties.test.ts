import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { q } from '../../../worker/local/demo/forms.ts'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { makeCategory } from '../../support/e2e/categories.ts'
import { choose } from '../../support/e2e/fields.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Who decided an earlier step doesn't decide this one: set in the builder, then met on requests. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'
const GRACE = 'grace@brightwater.example'
const DANA = 'dana@brightwater.example'
const OPTION = 'Who decided an earlier step doesn’t decide this one'

describe('duties across steps', () => {
  let stage: Stage
  let maya: Page
  let grace: Page
  let ada: Api
  let category: string
  let workflow: string
  staged('duties', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
    grace = await stage.signIn(GRACE)
    ada = await Api.signIn(stage.host, ADA)
    const form = [
      {
        ...{ id: 'what', label: 'What', ordinal: 0, isAdditionalStep: false },
        questions: [q('title', 'REQUEST_TITLE', 'What is it?', { isRequired: true })],
      },
    ]
    const made = await makeCategory(await Api.signIn(stage.host, MAYA), 'Grants', form, 'Grants')
    category = made.category
    workflow = made.workflow
  })

  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `duties-${name}`)).toEqual([])
  }
  const addApproval = async (name: string, people: string[]) => {
    await maya.getByRole('button', { name: 'Add level' }).click()
    await maya.getByRole('menuitem', { name: /^Approval/ }).click()
    await maya.getByRole('textbox', { name: 'Name' }).fill(name)
    await maya.getByRole('combobox', { name: 'Who approves', exact: true }).click()
    await maya.getByRole('option', { name: 'Groups, people or a matrix' }).click()
    for (const person of people) await choose(maya, /people/, person)
  }
  const file = async (title: string): Promise<string> => {
    const submission = { intakeCategoryId: category, isDraft: false, answers: [{ questionId: 'title', value: title }] }
    const { body } = await ada.call('POST', '/api/intake-submission', { batch: 1, totalBatches: 1, submission })
    return body.id
  }
  const approve = async (page: Page) => {
    await page.getByRole('button', { name: 'Approve request' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  it('an admin sets the option on a rule, and the list of rules says so', async () => {
    await maya.goto(`/settings/intake-categories/${category}/workflows/${workflow}`)
    await addApproval('Budget', ['Grace Osei'])
    await addApproval('Payment', ['Grace Osei', 'Dana Fox'])
    await maya.getByLabel(OPTION).check()
    await maya.getByText('Not by earlier deciders').waitFor()
    await noFaults(maya, 'builder')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Saved', { exact: true }).waitFor()
    await maya.reload()
    await maya.getByText('Not by earlier deciders').waitFor()
  })

  it('who approves the first step leaves the second to someone else, and reads why', async () => {
    const id = await file('Robotics fair')
    await grace.goto(`/intake-request/${id}`)
    await approve(grace)
    await grace.getByText('Grace Osei decided “Budget”, so someone else decides this.').waitFor()
    await grace
      .getByText(/Waiting for .*Dana Fox/)
      .first()
      .waitFor()
    await grace.reload()
    await grace.getByText('Grace Osei decided “Budget”, so someone else decides this.').waitFor()
    expect(await grace.getByRole('button', { name: 'Approve request' }).count()).toBe(0)
    await noFaults(grace, 'kept-out')
    const dana = await stage.signIn(DANA)
    await dana.goto(`/intake-request/${id}`)
    await approve(dana)
    await dana.locator('main').getByText('Approved', { exact: true }).first().waitFor()
  })

  it('a step that would be left without anyone goes to the admins', async () => {
    await maya
      .locator('main')
      .getByRole('button', { name: /^Payment/ })
      .first()
      .click()
    await maya.getByRole('combobox', { name: /people/ }).click()
    await maya.keyboard.press('Backspace')
    await maya.keyboard.press('Escape')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Saved', { exact: true }).waitFor()
    const id = await file('Student prize')
    await grace.goto(`/intake-request/${id}`)
    await approve(grace)
    await grace.getByText('Goes to admins: everyone who could approve decided an earlier step').waitFor()
    await noFaults(grace, 'admins')
    await maya.goto(`/intake-request/${id}`)
    await approve(maya)
    await maya.locator('main').getByText('Approved', { exact: true }).first().waitFor()
    expect(stage.complaints).toEqual([])
  })
})
