import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const STAFF = 'desk@outlay.example'
const ADA = 'ada@linenworks.example'

/** Sample data of a new company, from the first steps on Home until it is gone. Each step builds on the one before. */
describe('sample data', () => {
  let stage: Stage
  let ada: Page
  staged(
    'sample-data',
    async (opened) => {
      stage = opened
      const desk = await stage.signInByMail(STAFF)
      const answer = await desk.evaluate(async (email) => {
        const { status } = await fetch('/api/super-admin/company', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({
            ...{ name: 'Linenworks', emailShortName: 'linenworks', currency: 'EUR' },
            featureFlags: { enableIntakeRequests: true, enableCurrencies: true },
            admin: { email, firstName: 'Ada', lastName: 'Linen' },
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
    expect(await stage.faultsAtBothWidths(ada, `sample-data-${name}`)).toEqual([])
  }
  const samples = () => ada.getByRole('region', { name: 'Sample data' })

  it('a dialog says what will come, and the keyboard loads it', async () => {
    await samples().getByRole('button', { name: 'Load sample data' }).focus()
    await noFaults('none')
    await ada.keyboard.press('Enter')
    const dialog = ada.getByRole('dialog', { name: 'Load sample data?' })
    await dialog.getByText('4 vendors, 6 services, 5 requests, 2 documents, and 1 request category').waitFor()
    await noFaults('dialog')
    await ada.keyboard.press('Enter')
    await samples()
      .getByText(/^Ada Linen loaded 4 vendors/)
      .waitFor()
  })

  it('Home, its charts, the lists and a request look alive', async () => {
    await ada.reload()
    await ada
      .getByRole('link', { name: /Sample: Design tool, five more seats/ })
      .first()
      .waitFor()
    await ada
      .getByText(/Sample: Design tool$/)
      .first()
      .waitFor()
    await noFaults('home')
    await ada
      .getByRole('link', { name: /Sample: Cloud hosting, larger plan/ })
      .first()
      .click()
    await ada.getByRole('heading', { name: 'Sample: Cloud hosting, larger plan' }).first().waitFor()
    await ada.getByText('Finance').first().waitFor()
    await noFaults('request')
    await ada.goto('/services')
    await ada.getByText('Sample: Legal retainer').first().waitFor()
    await noFaults('services')
  })

  it('the settings say what goes and what stays, and everything else is gone afterwards', async () => {
    const kept = await ada.evaluate(async () => {
      const { edges } = await (await fetch('/api/vendors')).json()
      const vendor = edges.find(({ node }: { node: { name: string } }) => node.name === 'Sample: Harbor Legal')
      const answer = await fetch('/api/services', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ name: 'Real advice', vendorId: vendor.node.id }),
      })
      return answer.status
    })
    expect(kept).toBe(200)
    await ada.goto('/settings/company')
    await samples().getByRole('button', { name: 'Remove sample data' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Remove sample data?' })
    await dialog.getByText('The service Real advice is bought from it').waitFor()
    expect(await dialog.getByRole('listitem').allInnerTexts()).toHaveLength(1)
    await noFaults('removal')
    await dialog.getByRole('button', { name: 'Remove sample data' }).click()
    await samples().getByRole('button', { name: 'Load sample data' }).waitFor()
    await samples().getByText('These stayed and are yours now').waitFor()
    await noFaults('removed')
    const left = await ada.evaluate(async () => {
      const count = async (path: string) => (await (await fetch(path)).json()).edges.length
      return [await count('/api/vendors'), await count('/api/services'), await count('/api/documents')]
    })
    expect(left).toEqual([1, 1, 0])
    await ada.goto('/')
    await samples().waitFor()
    expect(await ada.getByText('Sample: Design tool').count()).toBe(0)
    expect((await mailsTo(stage.host, ADA)).length).toBe(1)
  })
})
