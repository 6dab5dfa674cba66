import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'
const OMAR = 'omar@brightwater.example'
const ADA = 'ada@brightwater.example'
const JONAS = 'jonas@brightwater.example'
const GRACE = 'grace@brightwater.example'
/** Ada's, in the demo company: waiting for Omar, her manager, then for Finance. */
const REQUEST = 'Kestrel CAD, 12 seats'
/** Jonas's request, on which someone asks him something. */
const ASKED = 'Atlas Analytics, team plan'

describe('actions on a running request', () => {
  let stage: Stage
  let maya: Page
  let ada: Page
  staged('request-actions', (opened) => {
    stage = opened
  })

  const accessibleAtBothWidths = async (page: Page, name: string) => {
    for (const viewport of [NARROW, DESKTOP]) {
      await page.setViewportSize(viewport)
      expect(await stage.accessibilityFaults(page), `${name} at ${viewport.width}`).toEqual([])
      await stage.picture(page, `request-actions-${name}-${viewport.width}`)
    }
  }
  const menu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const aboutBlock = async (page: Page, label: string, item: string | RegExp) => {
    await page
      .getByRole('button', { name: `More about ${label}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const choose = async (page: Page, box: Locator, text: string, option = text) => {
    await box.click()
    await box.fill(text)
    await page.getByRole('option', { name: option }).click()
  }
  const idOf = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? ''

  it('an approval that an admin adds appears in the timeline with the admin’s name', async () => {
    maya = await stage.signIn(MAYA)
    const api = await Api.signIn(stage.host, MAYA)
    const { body } = await api.get(`/api/intake-submissions?filter=ALL&search=${encodeURIComponent(REQUEST)}`)
    await maya.goto(`/intake-request/${body.edges[0].node.id}`)
    await maya.getByRole('heading', { name: REQUEST }).waitFor()
    await menu(maya, 'Add approval or task…')
    const dialog = maya.getByRole('dialog', { name: 'Add approval or task' })
    await dialog.getByRole('button', { name: 'Add approval' }).click()
    await dialog.getByText('Required').first().waitFor()
    await dialog.getByLabel('Name').fill('Data protection')
    await choose(maya, dialog.getByRole('combobox', { name: /people/ }), 'Jonas', 'Jonas Berg')
    await maya.keyboard.press('Escape')
    await accessibleAtBothWidths(maya, 'add')
    await dialog.getByRole('button', { name: 'Add approval' }).click()
    await maya.getByText('Approval added').waitFor()
    await maya.getByText('Added by Maya Lindqvist').first().waitFor()
    await accessibleAtBothWidths(maya, 'added')
  })

  it('the work status and the assignee of a step can be set with the keyboard, and both are shown', async () => {
    await maya.getByRole('button', { name: 'More about Data protection' }).first().focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('menuitem', { name: 'Work status' }).focus()
    await maya.keyboard.press('ArrowRight')
    await maya.getByRole('menuitem', { name: 'Waiting on vendor' }).click()
    await maya.getByText('Work status set').waitFor()
    await maya.getByText('Waiting on vendor').first().waitFor()
    await aboutBlock(maya, 'Data protection', 'Assign…')
    // Only its approvers can be asked to decide.
    await maya.getByRole('combobox', { name: 'Assignee' }).click()
    await maya.getByRole('option', { name: 'Jonas Berg' }).click()
    await maya.getByRole('button', { name: 'Save assignee' }).click()
    await maya.getByText('Assigned to Jonas').first().waitFor()
    await aboutBlock(maya, 'Data protection', 'History and documents')
    const dialog = maya.getByRole('dialog', { name: 'Data protection' })
    await dialog.getByText('Time in status').waitFor()
    await dialog.getByText(/set “Data protection” to waiting on the vendor/).waitFor()
    await accessibleAtBothWidths(maya, 'about')
    await maya.keyboard.press('Escape')
  })

  it('an admin changes the approvers of a step and bypasses it with a reason', async () => {
    await aboutBlock(maya, 'Data protection', 'Change approvers…')
    const approvers = maya.getByRole('dialog', { name: 'Change approvers' })
    await choose(maya, approvers.getByRole('combobox', { name: /people/ }), 'Omar', 'Omar Haddad')
    await maya.keyboard.press('Escape')
    await approvers.getByRole('button', { name: 'Save approvers' }).click()
    await maya.getByText('Approvers changed').waitFor()
    // Someone who chose the approvers can't bypass the step, but another person with that access can.
    const grace = await stage.signIn(GRACE)
    await grace.goto(new URL(maya.url()).pathname)
    await grace.getByRole('heading', { name: REQUEST }).waitFor()
    await aboutBlock(grace, 'Data protection', 'Bypass step…')
    const dialog = grace.getByRole('dialog', { name: 'Bypass step' })
    await dialog.getByRole('button', { name: 'Bypass step' }).click()
    await dialog.getByText('Required').waitFor()
    await dialog.getByLabel('Reason').fill('No personal data is kept there.')
    await accessibleAtBothWidths(grace, 'bypass')
    await dialog.getByRole('button', { name: 'Bypass step' }).click()
    await grace.getByText('Step bypassed').waitFor()
    await grace
      .getByText(/Bypassed by Grace Osei/)
      .first()
      .waitFor()
    await grace
      .getByText(/No personal data is kept there/)
      .first()
      .waitFor()
  })

  it('the requester sees a comment on an answer at once, replies and resolves it', async () => {
    ada = await stage.signIn(ADA)
    await ada.goto(`/intake-request/${idOf(maya)}/comments`)
    await ada.getByText('No comments yet').waitFor()
    await accessibleAtBothWidths(ada, 'no-comments')
    await maya.getByRole('button', { name: 'Comment on What will it be used for?' }).click()
    const dialog = maya.getByRole('dialog', { name: /Comments on/ })
    await dialog.getByRole('textbox', { name: 'New comment' }).fill('Could the drawing office use it too, @Ada')
    await maya.getByRole('option', { name: /Ada/ }).first().click()
    await dialog.getByRole('button', { name: 'Add comment' }).click()
    await maya.getByText('Comment added').waitFor()
    await dialog.getByText('Could the drawing office use it too,').waitFor()
    await accessibleAtBothWidths(maya, 'comment')
    await maya.keyboard.press('Escape')

    await ada.getByText('About What will it be used for?').waitFor()
    await ada.getByRole('button', { name: 'Reply' }).click()
    await ada
      .getByRole('textbox', { name: 'Reply' })
      .fill('Yes, <b>two</b> of the seats are theirs: https://kestrel.example/seats')
    await ada.keyboard.press('ControlOrMeta+Enter')
    await ada.getByText('Yes, <b>two</b> of the seats').waitFor()
    await ada.getByRole('link', { name: 'https://kestrel.example/seats' }).waitFor()
    await ada.getByRole('button', { name: 'Resolve' }).click()
    await ada.getByText(/Resolved by Ada/).waitFor()
    await accessibleAtBothWidths(ada, 'resolved')
    await ada.getByRole('button', { name: 'Reopen' }).click()
    await ada.getByText('Discussion reopened').waitFor()
    const mails = await eventually('the mail of the mention', async () => {
      const found = (await mailsTo(stage.host, ADA)).filter((mail) => mail.subject.includes('mentioned you'))
      return found.length > 0 && found
    })
    expect(mails[0]?.text).toContain(`/intake-request/${idOf(maya)}/comments`)
  })

  it('mentioning someone who can’t see the request is refused beside the text, which stays', async () => {
    const box = ada.getByRole('textbox', { name: 'New comment' })
    await box.fill('What do you think, @Yuki')
    await ada.getByRole('option', { name: /Yuki/ }).first().click()
    await ada.getByRole('button', { name: 'Add comment' }).click()
    await ada.getByText(/can’t see this request\. Add them as a watcher/).waitFor()
    expect(await box.inputValue()).toContain('What do you think, @Yuki')
    await menu(ada, 'Watchers…')
    const dialog = ada.getByRole('dialog', { name: 'Who can see this request' })
    await choose(ada, dialog.getByRole('combobox', { name: 'Watchers' }), 'Yuki', 'Yuki Tanaka')
    await ada.keyboard.press('Escape')
    await accessibleAtBothWidths(ada, 'watchers')
    await dialog.getByRole('button', { name: 'Save watchers' }).click()
    await ada.getByText('Watchers saved').waitFor()
    await ada.getByRole('button', { name: 'Add comment' }).click()
    await ada.getByRole('article').filter({ hasText: 'What do you think,' }).waitFor()
    await eventually('an empty box', async () => (await box.inputValue()) === '')
  })

  it('a question waits on Home until it is answered', async () => {
    const jonas = await stage.signIn(JONAS)
    const waiting = jonas.getByRole('list', { name: 'Waiting for you' })
    await waiting.getByText(/mentioned you: @Jonas Berg please ask them/).waitFor()
    await accessibleAtBothWidths(jonas, 'home')
    await waiting.getByRole('link', { name: `Comment: ${ASKED}` }).click()
    await jonas.getByRole('button', { name: 'Reply' }).click()
    await jonas.getByRole('textbox', { name: 'Reply' }).fill('I asked them today.')
    await jonas.getByRole('button', { name: 'Reply' }).last().click()
    await jonas.getByText('I asked them today.').waitFor()
    await jonas.goto('/')
    await jonas.getByRole('tab', { name: 'My open requests' }).waitFor()
    expect(await waiting.getByText(/please ask them/).count()).toBe(0)
  })

  it('the requester archives and unarchives the request at 40rem', async () => {
    await ada.setViewportSize(NARROW)
    await menu(ada, 'Archive request…')
    await ada.getByLabel('Message').fill('Not this quarter')
    await ada.getByRole('button', { name: 'Archive request' }).click()
    await ada.getByText('Request archived').waitFor()
    await menu(ada, 'Unarchive request…')
    await ada.getByLabel('Message').fill('There is money after all')
    await ada.getByRole('button', { name: 'Unarchive request' }).click()
    await ada.getByText('Request unarchived').waitFor()
  })

  it('a webhook set up in the workflow runs automatically and shows the response', async () => {
    const api = await Api.signIn(stage.host, MAYA)
    const { body: categories } = await api.get('/api/intake-categories/for-settings')
    const events = categories.find((one: { name: string }) => /event/i.test(one.name))
    const { body: workflows } = await api.get(`/api/intake-categories/${events.id}/workflows`)
    await maya.goto(`/settings/intake-categories/${events.id}/workflows/${workflows[0].id}`)
    await maya.getByRole('button', { name: 'Add rule to level 1' }).click()
    await maya.getByRole('menuitem', { name: /Webhook/ }).click()
    const address = maya.getByLabel('Address')
    await address.fill('https://10.0.0.1/hook')
    await maya.getByText('The URL must be public').first().waitFor()
    await address.fill('https://hooks.brightwater-systems.com/outlay')
    await choose(maya, maya.getByRole('combobox', { name: /people/ }).first(), 'Omar', 'Omar Haddad')
    await maya.keyboard.press('Escape')
    await maya.getByRole('button', { name: 'Add field' }).click()
    await maya.getByLabel('Name of field 1', { exact: true }).fill('source')
    await maya.getByLabel('Value of field 1', { exact: true }).fill('Outlay')
    await accessibleAtBothWidths(maya, 'webhook')
    await maya.getByRole('button', { name: /^Save/ }).first().click()
    await maya.getByText(/saved/i).first().waitFor()

    const { body: form } = await api.get(`/api/intake-categories/${events.id}/steps`)
    expect(form.steps.length).toBeGreaterThan(0)
    const { body: list } = await api.get('/api/intake-submissions?filter=ALL&search=Robotics')
    const { id } = list.edges[0].node
    await api.call('POST', `/api/intake-submission/${id}/restart`, {})
    await eventually('the webhook', async () => {
      const { body } = await api.get(`/api/intake-submission/${id}/approvals`)
      return body.levels[0].blocks.find(
        (block: { ruleType: string; status: string }) => block.ruleType === 'WEBHOOK' && block.status === 'APPROVED',
      )
    })
    await maya.goto(`/intake-request/${id}`)
    await maya.getByText('The target answered 200').first().waitFor()
    await aboutBlock(maya, 'Webhook', 'History and documents')
    await maya.getByRole('dialog').getByText('The target answered 200').waitFor()
    await maya.getByRole('dialog').getByRole('button', { name: 'Show details' }).first().click()
    await accessibleAtBothWidths(maya, 'deliveries')
  })

  it('an approver can still decide what is waiting for them', async () => {
    const omar = await stage.signIn(OMAR)
    await omar.getByRole('link', { name: REQUEST }).first().click()
    await omar.getByRole('button', { name: 'Approve request' }).first().click()
    await omar.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
    await omar.getByText('Your approval is recorded').waitFor()
    expect(stage.complaints).toEqual([])
  })
})
