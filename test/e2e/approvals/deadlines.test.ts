import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** An admin gives approvers a deadline, which approvers then see. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'
const OMAR = 'omar@brightwater.example'

describe('deadlines', () => {
  let stage: Stage
  let maya: Page
  let omar: Page
  let ada: Api
  staged('deadlines', async (opened) => {
    stage = opened
    ada = await Api.signIn(stage.host, ADA)
    maya = await stage.signIn(MAYA)
    omar = await stage.signIn(OMAR)
  })
  const noFaults = async (page: Page, picture: string) => {
    expect(await stage.faultsAtBothWidths(page, `deadlines-${picture}`)).toEqual([])
  }

  it('an admin sets deadlines, and a number that makes no sense is refused beside its field', async () => {
    await maya.goto('/settings/approvals')
    const form = maya.getByRole('form', { name: 'Deadlines' })
    await form.getByText('No deadlines').waitFor()
    await noFaults(maya, 'off')
    await form.getByRole('radio', { name: 'Remind approvers, then involve their manager' }).check()
    await form.getByLabel('Business hours to decide').fill('0')
    await form.getByRole('button', { name: 'Save deadlines' }).click()
    await form.getByText('At least 1 hour').waitFor()
    await form.getByLabel('Business hours to decide').fill('8')
    await noFaults(maya, 'on')
    await form.getByRole('button', { name: 'Save deadlines' }).click()
    await maya.getByText('Deadlines saved').waitFor()
    await maya.reload()
    await form.getByLabel('Business hours to decide').waitFor()
    expect(await form.getByLabel('Business hours to decide').inputValue()).toBe('8')
  })

  it('the approver sees until when to decide, on the request and in the inbox', async () => {
    const id = await saveSoftware(ada, await softwareCategory(ada), 'Due soon', 900)
    await omar.goto(`/intake-request/${id}`)
    await omar
      .getByText(/^due in/)
      .first()
      .waitFor()
    await noFaults(omar, 'request')
    await omar.goto('/inbox')
    await omar
      .getByRole('button', { name: /^Due soon/ })
      .getByText(/^due in/)
      .waitFor()
    await noFaults(omar, 'inbox')
    expect(stage.complaints).toEqual([])
  })
})
