import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const CONTRACT = 'Acme Cloud master agreement.pdf'

/** Questions about a document, if the installation has the assistant. */
describe('asking about a document', () => {
  let stage: Stage
  let maya: Page
  staged(
    'ask-document',
    async (opened) => {
      stage = opened
      maya = await stage.signIn('maya@brightwater.example')
    },
    { OUTLAY_LOCAL_FLAGS: 'assistant' },
  )

  it('an answer quotes the document, and its page opens by a click', async () => {
    await maya.getByRole('link', { name: 'Documents' }).click()
    await maya.getByRole('link', { name: CONTRACT }).click()
    await maya.getByRole('button', { name: 'What is the notice period?' }).click()
    await maya.getByText(/Notice period: 60 days/).waitFor()
    await maya.getByLabel('Your question').fill('When does it end?')
    await maya.keyboard.press('Enter')
    await maya.getByText(/End date: /).waitFor()
    await maya
      .getByRole('button', { name: /^p\. \d, quote \[1\]$/ })
      .last()
      .click()
    await maya.waitForURL(/page=\d/)
    expect(await stage.faultsAtBothWidths(maya, 'ask-document')).toEqual([])
  })

  it('what the document doesn’t say is refused, and the conversation is there again later', async () => {
    await maya.getByLabel('Your question').fill('Is there an arbitration clause for penguins?')
    await maya.getByRole('button', { name: 'Ask', exact: true }).click()
    await maya.getByText(/I found nothing about that in this document/).waitFor()
    await maya.reload()
    await maya.getByText(/Notice period: 60 days/).waitFor()
    await maya.getByRole('button', { name: 'New conversation' }).click()
    await maya.getByRole('button', { name: 'How much does it cost?' }).waitFor()
    expect(stage.complaints).toEqual([])
  })

  it('someone who sees all requests asks about them from their list', async () => {
    await maya.goto('/intake-requests')
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Ask about requests' }).click()
    await maya.getByRole('button', { name: 'How many requests this year by month?' }).click()
    await maya.getByText(/^\d+ requests filed from Jan 1/).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'ask-requests')).toEqual([])
    await maya.getByLabel('Your question').fill('How many laptops?')
    await maya.keyboard.press('Enter')
    await maya.getByText(/I don’t know what “laptops” means here/).waitFor()
    expect(stage.complaints).toEqual([])
  })
})
