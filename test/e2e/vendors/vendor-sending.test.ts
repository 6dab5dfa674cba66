import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { q } from '../../../worker/local/demo/forms.ts'
import { Api, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A vendor's answers from requests, and documents emailed to its contacts. */
describe('the answers and documents of a vendor', () => {
  let stage: Stage
  let maya: Page
  staged('vendor-sending', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `vendor-sending-${name}`)).toEqual([])
  }
  const open = async (name: string) => {
    await maya.goto('/vendors')
    await maya.getByRole('link', { name, exact: true }).first().click()
    await maya.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }

  it('a vendor shows answers from requests and links to them', async () => {
    await open('Atlas Analytics')
    const said = maya.getByRole('region', { name: 'From requests' })
    await said.getByText('Holds personal data').waitFor()
    await said.getByText('Yes', { exact: true }).waitFor()
    await noFaults('answers')
    const source = said.getByRole('link').first()
    const title = (await source.textContent())?.replace(/^#\d+ /, '') ?? ''
    await source.click()
    await maya.waitForURL(/\/intake-request\//)
    await maya.getByRole('heading', { level: 1, name: title }).waitFor()
  })

  it('documents can be emailed to a vendor at the suggested address', async () => {
    await open('Acme Cloud')
    await maya.getByRole('link', { name: /^Documents \(/ }).click()
    const names = ['Acme Cloud SOC 2 report.pdf', 'Acme Cloud master agreement.pdf']
    for (const name of names) await maya.getByRole('checkbox', { name: `Select ${name}` }).check()
    await maya.getByText('2 selected').waitFor()
    await noFaults('chosen')
    await maya.getByRole('button', { name: 'Send by email' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Send 2 documents' })
    await dialog.getByText(names[0] ?? '').waitFor()
    await dialog.getByRole('button', { name: 'Send 2 documents' }).click()
    await dialog.getByText('Required').waitFor()
    const to = dialog.getByLabel('To', { exact: false }).first()
    await to.fill('nobody')
    await dialog.getByRole('button', { name: 'Send 2 documents' }).click()
    await dialog.getByText('Invalid email').waitFor()
    await to.fill('')
    await to.press('ArrowDown')
    await maya.getByRole('option', { name: /Ken Ito/ }).waitFor()
    await noFaults('dialog')
    // By name, which isn't part of the address.
    await to.fill('Rosa D')
    await maya.getByRole('option', { name: /Rosa Delgado/ }).click()
    const email = 'rosa.delgado@acmecloud.example'
    expect(await to.inputValue()).toBe(email)
    await dialog.getByRole('textbox', { name: 'Message' }).fill('The signed agreement, for your files.')
    await dialog.getByRole('button', { name: 'Send 2 documents' }).click()
    await maya.getByText(`Sending to ${email}`).waitFor()
    await maya.getByText('2 selected').waitFor({ state: 'detached' })
    await expect.poll(async () => (await mailsTo(stage.host, email)).length, { timeout: 15_000 }).toBe(1)
    const [mail] = await mailsTo(stage.host, email)
    expect(mail?.subject).toMatch(/ sent you 2 documents$/)
    expect(mail?.text).toContain('The signed agreement, for your files.')
    await maya.getByRole('link', { name: 'History' }).click()
    await maya.getByText(`Sent ${names.join(', ')} to ${email}`).waitFor()
    await noFaults('history')
  })

  it('documents of a task without a recipient can be sent manually', async () => {
    const api = await Api.signIn(stage.host, 'maya@brightwater.example')
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await api.call(method, path, body)
      if (answer.status >= 300 || answer.body?.errors) throw new Error(JSON.stringify(answer.body))
      return answer.body
    }
    const { id: category } = await call('POST', '/api/intake-categories', { name: 'Terms' })
    const questions = [q('title', 'REQUEST_TITLE', 'What is it?', { isRequired: true }), q('to', 'EMAIL', 'To whom?')]
    await call('POST', '/graphql', {
      query: `mutation ($c: ID!, $s: [IntakeStepInput!]!) {
        updateIntakeSteps(intakeCategoryId: $c, transactionId: "terms", batch: 1, totalBatches: 1, intakeSteps: $s) { formVersion }
      }`,
      variables: { c: category, s: [{ id: 'step', label: 'What', ordinal: 0, isAdditionalStep: false, questions }] },
    })
    const made = await call('POST', '/graphql', {
      query: 'mutation ($c: ID!) { createIntakeWorkflow(intakeCategoryId: $c, label: "Standard") { id } }',
      variables: { c: category },
    })
    const none = { chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] }
    const documents = await call('GET', '/api/documents?first=1')
    const rule = {
      ...{ id: 'terms', label: 'Send the terms', type: 'SEND_DOCUMENT', ordinal: 0, ...none },
      ...{ approverType: 'CUSTOM_APPROVERS', approverGroupIds: [], approverUserIds: ['demo-priya'] },
      ...{ approverMatrixId: null, approverMatrixColumnId: null, quorum: { kind: 'ANY' } },
      ...{ watcherType: 'NO_WATCHERS', watcherGroupIds: [], watcherUserIds: [] },
      settings: {
        sendDocument: {
          recipient: { source: 'QUESTION', questionId: 'to' },
          emailCopy: 'Please read our terms.',
          documentIds: [documents.edges[0].node.id],
        },
      },
    }
    await call('POST', `/api/intake-workflow/${made.data.createIntakeWorkflow.id}/levels`, {
      ...{ version: 1, entryPoints: none },
      levels: [{ id: 'level', number: 1, rules: [rule] }],
    })
    const filed = await call('POST', '/api/intake-submission', {
      ...{ batch: 1, totalBatches: 1 },
      submission: {
        ...{ intakeCategoryId: category, isDraft: false },
        answers: [{ questionId: 'title', value: 'Terms for Ken' }],
      },
    })
    await maya.goto(`/intake-request/${filed.id}`)
    await maya.getByText(/“To whom\?” isn’t answered/).waitFor()
    await maya.getByRole('button', { name: 'More about Send the terms' }).click()
    await maya.getByRole('menuitem', { name: 'History and documents' }).click()
    await maya.getByRole('button', { name: 'Send by hand…' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Send the terms' })
    expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Please read our terms.')
    await dialog.getByLabel(/^To\b/).first().fill('ken.ito@acmecloud.example')
    await noFaults('by-hand')
    await dialog.getByRole('button', { name: 'Send document' }).click()
    await maya.getByText('Sending to ken.ito@acmecloud.example').waitFor()
    await maya.getByText('Sent to ken.ito@acmecloud.example').first().waitFor()
    expect(await mailsTo(stage.host, 'ken.ito@acmecloud.example')).toHaveLength(1)
  })

  it('the browser reports no errors', () => {
    expect(stage.complaints).toEqual([])
  })
})
