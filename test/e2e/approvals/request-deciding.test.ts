import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import { NARROW, type Stage } from '../../support/e2e/browser.ts'
import { saveSoftware, softwareAnswers, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Decisions and related actions, each by the person it is for: the rest of the command table in a browser. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'
const OMAR = 'omar@brightwater.example'
const SOFIA = 'sofia@brightwater.example'

describe('deciding on a request', () => {
  let stage: Stage
  let ada: Page
  let omar: Page
  let maya: Page
  let adaApi: Api
  let mayaApi: Api
  let categoryId: string
  staged('request-deciding', async (opened) => {
    stage = opened
    mayaApi = await Api.signIn(stage.host, MAYA)
    adaApi = await Api.signIn(stage.host, ADA)
    categoryId = await softwareCategory(mayaApi)
    omar = await stage.signIn(OMAR)
    ada = await stage.signIn(ADA)
    maya = await stage.signIn(MAYA)
  })

  const save = (title: string, dollars: number, more?: object) => saveSoftware(adaApi, categoryId, title, dollars, more)
  const approvals = async (id: string) => (await mayaApi.get(`/api/intake-submission/${id}/approvals`)).body
  const statuses = async (id: string): Promise<Record<string, string>> => {
    const { levels } = (await approvals(id)) as { levels: { blocks: { label: string; status: string }[] }[] }
    return Object.fromEntries(levels.flatMap(({ blocks }) => blocks).map(({ label, status }) => [label, status]))
  }
  const menu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const choose = async (page: Page, name: string, text: string, option: string) => {
    const box = page.getByRole('combobox', { name })
    await box.click()
    if (text) await box.fill(text)
    await page.getByRole('option', { name: option }).click()
  }
  const noFaults = async (page: Page, picture: string) => {
    expect(await stage.faultsAtBothWidths(page, `request-deciding-${picture}`)).toEqual([])
  }

  it('the email leads to the decision, at 40rem too, and opening its link doesn’t decide', async () => {
    const id = await save('Mailed laptop stands', 900)
    const link = await eventually('the mail to the approver', async () => {
      const mail = (await mailsTo(stage.host, OMAR)).find(({ subject }) => subject.includes('Mailed laptop stands'))
      return mail && /https?:\/\/\S+\/intake-request\/\S+/.exec(mail.text)?.[0]
    })
    expect((await omar.request.get(link)).status()).toBe(200)
    expect((await approvals(id)).status).toBe('PENDING')
    await omar.setViewportSize(NARROW)
    await omar.goto(link)
    const bar = omar.getByRole('region', { name: 'Your decision' })
    await bar.getByRole('button', { name: 'Approve request' }).waitFor()
    expect((await approvals(id)).status).toBe('PENDING')
    await noFaults(omar, 'mailed')
  })

  it('answers that changed since the approver read them are shown before the decision', async () => {
    const id = await save('Plotter paper', 900)
    await omar.goto(`/intake-request/${id}`)
    await omar.getByRole('button', { name: 'Approve request' }).first().click()
    const dialog = omar.getByRole('dialog', { name: 'Approve request' })
    await dialog.getByLabel('Comment').fill('Fine at this price')
    await save('Plotter paper', 1900, { id, version: 1 })
    await dialog.getByRole('button', { name: 'Approve request' }).click()
    await dialog.getByText('The answers changed since you opened this request').waitFor()
    await dialog.getByText('$1,900.00').waitFor()
    await dialog.getByText('$900.00').waitFor()
    expect(await dialog.getByLabel('Comment').inputValue()).toBe('Fine at this price')
    expect((await approvals(id)).status).toBe('PENDING')
    await noFaults(omar, 'changed')
    await dialog.getByRole('button', { name: 'Approve request' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await approvals(id)).status).toBe('APPROVED')
  })

  it('an approver can give several approvals at once and keeps their task', async () => {
    const id = await save('Three hats', 900)
    for (const task of [
      { ruleType: 'APPROVAL', label: 'Budget owner' },
      { ruleType: 'TASK', label: 'Order it' },
    ]) {
      const body = { ...task, approverUserIds: ['demo-omar'] }
      expect((await mayaApi.call('POST', `/api/intake-submission/${id}/task`, body)).status).toBe(200)
    }
    await omar.goto(`/intake-request/${id}`)
    await omar.getByRole('button', { name: 'Approve request' }).first().click()
    const dialog = omar.getByRole('dialog', { name: 'Approve request' })
    await dialog.getByLabel('Approve all my approvals (2)').check()
    await dialog.getByText('Manager, Budget owner').waitFor()
    await noFaults(omar, 'all')
    await dialog.getByRole('button', { name: 'Approve request' }).click()
    await omar.getByText('Your approval is recorded').waitFor()
    await omar.getByRole('button', { name: 'Complete task' }).first().waitFor()
    expect(await statuses(id)).toEqual({ Manager: 'APPROVED', 'Budget owner': 'APPROVED', 'Order it': 'PENDING' })
  })

  it('the requester sends a reminder with a note, which is emailed and appears in the timeline', async () => {
    const id = await save('Forgotten cables', 900)
    await ada.goto(`/intake-request/${id}`)
    await ada.getByRole('button', { name: 'Send reminder' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Send reminder' })
    await dialog.getByText('Omar Haddad will be reminded').waitFor()
    await dialog.getByLabel('Note').fill('The offer ends on Friday')
    await noFaults(ada, 'remind')
    await dialog.getByRole('button', { name: 'Send reminder' }).click()
    await ada.getByText(/Reminded by Ada Pereira/).waitFor()
    await ada
      .getByText(/The offer ends on Friday/)
      .first()
      .waitFor()
    await eventually('the reminder', async () =>
      (await mailsTo(stage.host, OMAR)).some(({ text }) => text.includes('The offer ends on Friday')),
    )
  })

  it('a rejected request can be restarted unchanged after confirming', async () => {
    const id = await save('Second chance', 900)
    const omarApi = await Api.signIn(stage.host, OMAR)
    const decision = { status: 'REJECTED', levelGroupStatusId: `${id}-1-1`, seenVersion: 1, comment: 'Not now' }
    expect((await omarApi.call('POST', `/api/intake-submission/${id}/status`, decision)).status).toBe(200)
    await ada.goto(`/intake-request/${id}`)
    await ada.getByText('Not now').first().waitFor()
    await menu(ada, 'Restart approvals')
    const asked = ada.getByRole('dialog', { name: 'Restart approvals' })
    await noFaults(ada, 'restart')
    await asked.getByRole('button', { name: 'Restart approvals' }).click()
    await ada.getByText('Approvals restarted').waitFor()
    await ada.getByText(/Approvals were restarted once/).waitFor()
    await ada
      .getByText(/Waiting for .*Omar/)
      .first()
      .waitFor()
  })

  it('the requester deletes a request for everyone after confirming', async () => {
    const id = await save('Never mind', 900)
    await ada.goto(`/intake-request/${id}`)
    await menu(ada, 'Delete request')
    const asked = ada.getByRole('dialog', { name: 'Delete request' })
    await asked.getByText(/is permanently deleted/).waitFor()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await menu(ada, 'Delete request')
    await asked.getByRole('button', { name: 'Delete request' }).click()
    await ada.getByText('Request deleted').waitFor()
    await ada.waitForURL(/\/intake-requests$/)
    await omar.goto(`/intake-request/${id}`)
    await omar
      .getByText(/not found/i)
      .first()
      .waitFor()
  })

  it('the person a request is assigned to is notified', async () => {
    const settings = `/api/intake-categories/${categoryId}/settings`
    const { owners, ...before } = (await mayaApi.get(settings)).body
    const saved = await mayaApi.call('POST', settings, {
      ...before,
      ownerIds: owners.map(({ id }: { id: string }) => id),
      enableAssignees: true,
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const id = await save('Looked after', 900)
    await maya.goto(`/intake-request/${id}`)
    await menu(maya, 'Assign request…')
    await choose(maya, 'Assignee', 'Leo', 'Leo Novak')
    await maya.getByRole('button', { name: 'Save assignee' }).click()
    await maya.getByRole('region', { name: 'Facts' }).getByText('Leo Novak').waitFor()
    await eventually('the mail to the assignee', async () =>
      (await mailsTo(stage.host, 'leo@brightwater.example')).some(({ subject }) => subject.includes('Looked after')),
    )
    await noFaults(maya, 'assigned')
  })

  it('a step has its own discussion and documents, visible to everyone on the request', async () => {
    const id = await save('With papers', 900)
    await omar.goto(`/intake-request/${id}`)
    await omar.getByRole('button', { name: 'More about Manager' }).click()
    await omar.getByRole('menuitem', { name: 'Comments' }).click()
    const comments = omar.getByRole('dialog', { name: /Comments on/ })
    await comments.getByRole('textbox', { name: 'New comment' }).fill('Which cost centre?')
    await comments.getByRole('button', { name: 'Add comment' }).click()
    await comments.getByText('Which cost centre?').waitFor()
    await omar.keyboard.press('Escape')
    await omar.getByRole('button', { name: '1 open discussion' }).waitFor()
    await omar.getByRole('button', { name: 'More about Manager' }).click()
    await omar.getByRole('menuitem', { name: 'History and documents' }).click()
    const about = omar.getByRole('dialog', { name: 'Manager' })
    await about.locator('input[type=file]:not([capture])').setInputFiles({
      name: 'budget.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
    })
    await omar.getByText('Document added').waitFor()
    await about.getByText('budget.pdf', { exact: true }).waitFor()
    await noFaults(omar, 'papers')
    await ada.goto(`/intake-request/${id}/documents`)
    await ada.getByText('budget.pdf', { exact: true }).first().waitFor()
    await ada.goto(`/intake-request/${id}/comments`)
    await ada.getByText('Which cost centre?').waitFor()
  })

  it('a request filed for someone else goes to that person’s manager and names both people', async () => {
    const sofia = await stage.signIn(SOFIA)
    await sofia.goto(`/intake-requests/${categoryId}/new`)
    await choose(sofia, 'Request for', 'Ada', 'Ada Pereira')
    await sofia.getByLabel(/^What should we call/).fill('Desk for Ada')
    const aside = sofia.getByRole('complementary', { name: 'Who will approve' })
    await aside.getByText('Omar Haddad').first().waitFor()
    await choose(sofia, 'Vendor', 'Acme', 'Acme Cloud')
    await choose(sofia, 'What kind of purchase is it?', '', 'New tool')
    await sofia.getByLabel(/^What will it be used for/).fill('Standing')
    await sofia
      .getByRole('radiogroup', { name: /Holds personal data/ })
      .getByLabel('No')
      .check()
    await sofia.getByRole('button', { name: 'Next' }).click()
    await sofia.getByLabel(/^Total cost/).fill('400')
    await choose(sofia, 'Which department pays?', 'Eng', 'Engineering')
    await sofia.getByLabel(/^When should it start/).fill('2027-01-04')
    await sofia.keyboard.press('Tab')
    await sofia.getByRole('button', { name: 'Next' }).click()
    await noFaults(sofia, 'for-others')
    await sofia.getByRole('button', { name: 'Submit request' }).click()
    await sofia.waitForURL(/\/intake-request\/[^/]+$/)
    const facts = sofia.getByRole('region', { name: 'Facts' })
    await facts.getByText('Ada Pereira').first().waitFor()
    await facts.getByText('Sofia Almeida').waitFor()
    await sofia
      .getByText(/Waiting for .*Omar/)
      .first()
      .waitFor()
  })

  it('an admin corrects a request and keeps every approval, and the history says so', async () => {
    const personal = { 'sw-personal-data': true, 'sw-data-kinds': 'Names' }
    const id = await save('Slightly dearer', 0, { answers: softwareAnswers('Slightly dearer', 12_000, personal) })
    const dana = await Api.signIn(stage.host, 'dana@brightwater.example')
    const omarApi = await Api.signIn(stage.host, OMAR)
    const decide = async (who: Api, block: number) => {
      const body = { status: 'APPROVED', levelGroupStatusId: `${id}-1-${block}`, seenVersion: 1 }
      const { status, body: said } = await who.call('POST', `/api/intake-submission/${id}/status`, body)
      expect(status, JSON.stringify(said)).toBe(200)
    }
    await decide(omarApi, 1)
    await decide(dana, 2)
    await maya.goto(`/intake-request/${categoryId}/${id}/edit`)
    await maya.getByText('Changes restart the approvals it already has').waitFor()
    await maya.getByRole('button', { name: 'Next' }).click()
    await maya.getByLabel(/^Total cost/).fill('13000')
    await maya.getByRole('button', { name: 'Next' }).click()
    await maya.getByLabel('Keep all approvals').check()
    await noFaults(maya, 'keep')
    await maya.getByRole('button', { name: 'Save request' }).click()
    await maya.waitForURL((url) => url.pathname === `/intake-request/${id}`)
    await maya
      .getByText(/Waiting for .*Security review/)
      .first()
      .waitFor()
    expect(await statuses(id)).toEqual({ Manager: 'APPROVED', Finance: 'APPROVED', 'Security review': 'PENDING' })
    await maya.getByRole('tab', { name: 'History' }).click()
    await maya.getByText('Maya Lindqvist edited the request and kept all approvals').first().waitFor()
  })

  it('leaving a page asks only about unsaved changes', async () => {
    const id = await save('Half edited', 900)
    await ada.goto(`/intake-request/${categoryId}/${id}/edit`)
    await ada.getByLabel(/^What should we call/).fill('Half edited, really')
    await ada.getByRole('link', { name: 'Requests', exact: true }).first().click()
    const asked = ada.getByRole('dialog', { name: 'Leave without saving' })
    await asked.getByText('Your latest changes aren’t saved.').waitFor()
    await asked.getByRole('button', { name: 'Stay' }).click()
    expect(await ada.getByLabel(/^What should we call/).inputValue()).toBe('Half edited, really')
    await ada.getByRole('link', { name: 'Requests', exact: true }).first().click()
    await asked.getByRole('button', { name: 'Leave' }).click()
    await ada.waitForURL(/\/intake-requests/)
    expect((await adaApi.get(`/api/intake-submission/${id}`)).body.title).toBe('Half edited')

    await ada.goto(`/intake-requests/${categoryId}/new`)
    await ada.getByLabel(/^What should we call/).fill('Kept by itself')
    await ada.getByText('Saved', { exact: true }).first().waitFor()
    await ada.getByRole('link', { name: 'Requests', exact: true }).first().click()
    await ada.waitForURL(/\/intake-requests$/)
    expect(stage.complaints).toEqual([])
  })
})
