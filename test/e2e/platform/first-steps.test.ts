import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const STAFF = 'desk@outlay.example'
const ADA = 'ada@quillworks.example'

/** A new company’s first admin, from joining until everything is set up. Each step builds on the one before. */
describe('first steps', () => {
  let stage: Stage
  let ada: Page
  staged(
    'first-steps',
    async (opened) => {
      stage = opened
      const desk = await stage.signInByMail(STAFF)
      const answer = await desk.evaluate(async (email) => {
        const { status } = await fetch('/api/super-admin/company', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({
            ...{ name: 'Quillworks', emailShortName: 'quillworks', currency: 'EUR' },
            featureFlags: { enableIntakeRequests: true },
            admin: { email, firstName: 'Ada', lastName: 'Quill' },
          }),
        })
        return status
      }, ADA)
      expect(answer).toBe(200)
      ada = await stage.visitor()
      const link = await eventually('the invitation', async () => {
        const [mail] = await mailsTo(stage.host, ADA)
        return /\/login-with-token\?token=[\w.-]+/.exec(mail?.text ?? '')?.[0]
      })
      await stage.openLoginLink(ada, link)
      await ada.waitForURL((url) => url.pathname === '/')
    },
    { OUTLAY_INTERNAL_STAFF: STAFF },
  )
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(ada, `first-steps-${name}`)).toEqual([])
  }
  const progress = () => ada.getByRole('region', { name: 'First steps' }).getByRole('status')

  it('Home of a new company lists what to do, and each line leads to its page with the keyboard alone', async () => {
    await progress().getByText('0 of 5 done').waitFor()
    await noFaults('none')
    await ada.getByRole('link', { name: 'Import members' }).focus()
    await ada.keyboard.press('Enter')
    await ada.getByRole('heading', { level: 1, name: 'Import members' }).waitFor()
  })

  it('people and departments from a file are two steps', async () => {
    await ada.getByLabel('CSV file of members').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Email,First name,Last name,Department,Role\nbo@quillworks.example,Bo,Quill,Design,Admin'),
    })
    await ada.getByRole('button', { name: 'Check file' }).click()
    await ada.getByRole('checkbox', { name: 'Create these departments with the import' }).check()
    await ada.getByRole('button', { name: 'Add 1 member' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Add members' }).click()
    await ada.getByRole('heading', { name: 'What happened' }).waitFor()
    await ada.goto('/')
    await progress().getByText('2 of 5 done').waitFor()
  })

  it('a category from a template and trying its approvals are two more', async () => {
    await ada.getByRole('link', { name: 'Use a template' }).click()
    await ada.getByRole('button', { name: 'Preview Hardware and equipment' }).click()
    await ada.getByRole('button', { name: 'Create category' }).click()
    const [tried] = await Promise.all([
      ada.waitForResponse((response) => response.url().endsWith('/api/first-steps/tried-approvals')),
      ada.getByRole('link', { name: 'Try its approvals' }).click(),
    ])
    expect(tried.status()).toBe(204)
    await ada.goto('/')
    await progress().getByText('4 of 5 done').waitFor()
    await noFaults('four')
  })

  it('the list can be hidden, and brought back in the company’s settings', async () => {
    await ada.getByRole('button', { name: 'Hide first steps' }).focus()
    await ada.keyboard.press('Enter')
    await ada.getByRole('region', { name: 'First steps' }).waitFor({ state: 'detached' })
    await ada.goto('/settings/company')
    await ada.getByRole('button', { name: 'Show first steps on Home' }).click()
    await ada.getByText('The first steps are on Home again').waitFor()
    await ada.goto('/')
    await progress().getByText('4 of 5 done').waitFor()
  })

  it('once everything is done, Home says so once', async () => {
    const status = await ada.evaluate(async () => {
      const read = async (path: string) => (await fetch(path)).json()
      const [{ id: intakeCategoryId }] = await read('/api/intake-categories')
      const { steps } = await read(`/api/intake-categories/${intakeCategoryId}/steps`)
      const { edges } = await read('/api/department-select-options')
      const values: Record<string, unknown> = {
        ...{ REQUEST_TITLE: 'A laptop', NUMBER: 1, TEXT: 'Office' },
        ...{ REQUEST_AMOUNT: { value: 90_000, currency: 'EUR' }, DEPARTMENT_SELECT: edges[0]?.node.value },
      }
      type Asked = { id: string; type: string; isRequired: boolean; options: { id: string }[]; conditionAnyOfs: [] }
      const answers = steps
        .flatMap((step: { questions: Asked[] }) => step.questions)
        .filter((asked: Asked) => asked.isRequired && asked.conditionAnyOfs.length === 0)
        .map((asked: Asked) => ({ questionId: asked.id, value: values[asked.type] ?? asked.options[0]?.id }))
      const answer = await fetch('/api/intake-submission', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({
          ...{ batch: 1, totalBatches: 1, submission: { intakeCategoryId, isDraft: false, answers } },
        }),
      })
      return `${answer.status} ${answer.ok ? '' : await answer.text()}`
    })
    expect(status).toBe('200 ')
    await ada.goto('/')
    await ada.getByRole('region', { name: 'You’re all set' }).waitFor()
    await noFaults('finished')
    await ada.reload()
    await ada.getByRole('heading', { level: 1 }).waitFor()
    await ada
      .getByText('Recent requests')
      .or(ada.getByRole('heading', { level: 2 }))
      .first()
      .waitFor()
    expect(await ada.getByRole('region', { name: 'You’re all set' }).count()).toBe(0)
  })
})
