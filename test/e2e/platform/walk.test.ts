import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { addQuestion } from '../../support/e2e/fields.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { staged } from '../../support/e2e/staged.ts'

/**
 * The whole product, as its people use it: an admin configures a category, a requester files, the manager and the
 * finance group decide, a task is completed, another request is rejected and restarted, and a stranger sees none of it.
 * Each step builds on the one before.
 */
const CATEGORY = 'Software tools'
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'
const OMAR = 'omar@brightwater.example'
const DANA = 'dana@brightwater.example'

const quote = async (): Promise<Buffer> => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  pdf.addPage([400, 300]).drawText('Quote: 25,000.00 USD', { x: 40, y: 220, size: 18, font })
  return Buffer.from(await pdf.save())
}

const choose = async (page: Page, field: string | RegExp, search: string, option: string | RegExp) => {
  const box = page.getByRole('combobox', { name: field }).first()
  await box.click()
  if (search) await box.pressSequentially(search)
  await page.getByRole('option', { name: option }).first().click()
}

describe('a request from the first form to the last approval', () => {
  let stage: Stage
  let maya: Page
  let ada: Page
  let requestPath = ''
  staged('walk', (opened) => {
    stage = opened
  })
  const noFaults = async (page: Page) => expect(await stage.accessibilityFaults(page), page.url()).toEqual([])

  it('an admin creates a category and builds its form in two steps, with a conditional question', async () => {
    maya = await stage.signIn(MAYA)
    await maya
      .getByRole('button', { name: /^Settings/ })
      .or(maya.getByRole('link', { name: /^Settings/ }))
      .first()
      .click()
    await maya.getByRole('link', { name: 'Request configuration' }).click()
    await maya.getByRole('button', { name: 'New category' }).click()
    await maya.getByRole('dialog').getByLabel('Name').fill(CATEGORY)
    await maya.keyboard.press('Enter')
    await maya.getByRole('button', { name: 'Start with an empty step' }).click()
    await maya.getByLabel('Name of step 1').fill('What you need')
    await addQuestion(maya, 'What you need', 'Request title', 'Title')
    await addQuestion(maya, 'What you need', 'Vendor', 'Vendor')
    await addQuestion(maya, 'What you need', 'Choice from a list', 'Kind')
    await maya.getByLabel('New option').fill('New tool')
    await maya.keyboard.press('Enter')
    await maya.getByLabel('New option').fill('Renewal')
    await maya.keyboard.press('Enter')
    await addQuestion(maya, 'What you need', 'Yes or no', 'Holds personal data?')
    await addQuestion(maya, 'What you need', 'Text', 'Which data?')
    await choose(maya, 'Show this question: add a condition', '', 'Holds personal data?')
    await maya.getByRole('button', { name: 'Add step' }).click()
    await maya.getByLabel('Name of step 2').fill('Money')
    await addQuestion(maya, 'Money', 'Request amount', 'Amount')
    await addQuestion(maya, 'Money', 'Department', 'Department')
    await addQuestion(maya, 'Money', 'Date', 'Needed by')
    await addQuestion(maya, 'Money', 'Documents', 'Quote')
    await noFaults(maya)
    await stage.picture(maya, 'walk-form-builder')
  })

  it('the admin orders questions by keyboard and by drag, and saves the form', async () => {
    const names = async () =>
      (
        await maya
          .getByRole('button', { name: /^Move / })
          .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
      ).map((name) => name.replace('Move ', ''))
    const before = await names()
    expect(before.slice(1, 6)).toEqual(['Title', 'Vendor', 'Kind', 'Holds personal data?', 'Which data?'])
    await maya.getByRole('button', { name: 'Move Kind' }).focus()
    for (const key of ['Space', 'ArrowUp', 'Space']) {
      await maya.keyboard.press(key)
      // The sensor listens from the next event loop turn on, and no one types faster than that.
      await maya.waitForTimeout(150)
    }
    await eventually(
      'Kind before Vendor',
      async () => (await names()).indexOf('Kind') < (await names()).indexOf('Vendor'),
    )
    const handle = maya.getByRole('button', { name: 'Move Quote' })
    await handle.scrollIntoViewIfNeeded()
    const from = await handle.boundingBox()
    const to = await maya.getByRole('button', { name: 'Move Needed by' }).boundingBox()
    if (!from || !to) throw new Error('The handles are not on the screen')
    await maya.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await maya.mouse.down()
    await maya.mouse.move(from.x + from.width / 2, from.y - 10, { steps: 5 })
    await maya.mouse.move(to.x + to.width / 2, to.y - 4, { steps: 10 })
    await maya.mouse.up()
    await eventually(
      'Quote before Needed by',
      async () => (await names()).indexOf('Quote') < (await names()).indexOf('Needed by'),
    )
    await maya.getByRole('button', { name: 'Save form' }).click()
    await maya.getByText('Saved', { exact: true }).first().waitFor()
    await maya.reload()
    await maya.getByRole('button', { name: 'Move Title' }).waitFor()
    const after = await names()
    expect(after.indexOf('Kind')).toBeLessThan(after.indexOf('Vendor'))
    expect(after.indexOf('Quote')).toBeLessThan(after.indexOf('Needed by'))
  })

  it('the admin builds the workflow (manager, then finance above an amount, beside a task) and sees it drawn', async () => {
    await maya
      .getByRole('tab', { name: 'Workflows' })
      .or(maya.getByRole('link', { name: 'Workflows' }))
      .first()
      .click()
    await maya
      .getByRole('button', { name: /New workflow|Add workflow/ })
      .first()
      .click()
    await maya.getByRole('dialog').getByLabel('Name').fill('Standard')
    await maya.keyboard.press('Enter')
    await maya.getByRole('button', { name: 'Add level' }).click()
    await maya.getByRole('menuitem', { name: /^Approval/ }).click()
    await maya.getByRole('textbox', { name: 'Name' }).fill('Manager')
    await choose(maya, 'Who approves', '', /^Requester’s manager/)
    await maya.getByRole('button', { name: 'Add level', exact: true }).click()
    await maya.getByRole('menuitem', { name: /^Approval/ }).click()
    await maya.getByRole('textbox', { name: 'Name' }).fill('Finance')
    await choose(maya, 'Who approves', '', /^Groups/)
    await choose(maya, 'Who approves: groups', 'Fin', 'Finance')
    await maya.keyboard.press('Escape')
    await choose(maya, 'When required: add a condition', '', 'Amount')
    await maya.getByLabel(/^At least/).fill('10000')
    await maya.getByRole('button', { name: 'Add rule to level 2' }).click()
    await maya.getByRole('menuitem', { name: /^Task/ }).click()
    await maya.getByRole('textbox', { name: 'Name' }).fill('Check the budget')
    await maya.getByLabel('What needs to be done').fill('See that the cost centre has room for it.')
    await choose(maya, 'Who does it', '', /^Groups/)
    await choose(maya, 'Who does it: groups', 'Fin', 'Finance')
    await maya.keyboard.press('Escape')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Saved', { exact: true }).first().waitFor()
    const picture = maya.getByLabel('How the workflow runs')
    await picture.getByText('Check the budget').first().waitFor()
    await picture
      .getByText(/\$10,000\.00/)
      .first()
      .waitFor()
    await noFaults(maya)
    await stage.picture(maya, 'walk-workflow-builder')
    await maya.setViewportSize(NARROW)
    await noFaults(maya)
    await stage.picture(maya, 'walk-workflow-builder-40rem')
    await maya.setViewportSize(DESKTOP)
  })

  it('a requester can’t submit with missing fields, saves a draft and continues it later', async () => {
    ada = await stage.signIn(ADA)
    await ada.getByRole('link', { name: CATEGORY }).first().click()
    await ada.getByRole('button', { name: 'Next' }).click()
    await ada.getByText('Required', { exact: true }).first().waitFor()
    await noFaults(ada)
    await ada.getByLabel('Title').fill('Harbor licences')
    await choose(ada, 'Vendor', 'Harbor', 'Harbor Legal')
    await choose(ada, 'Kind', '', 'New tool')
    expect(await ada.getByLabel('Which data?').count()).toBe(0)
    await ada
      .getByRole('radiogroup', { name: /Holds personal data/ })
      .getByLabel('Yes')
      .check()
    await ada.getByLabel('Which data?').fill('Names of customers')
    await ada.getByText('Saved', { exact: true }).first().waitFor()
    await ada.goto('/intake-requests')
    await ada.getByRole('tab', { name: 'My drafts' }).click()
    await ada.getByText('Harbor licences').first().click()
    await ada.getByLabel('Title').waitFor()
    expect(await ada.getByLabel('Title').inputValue()).toBe('Harbor licences')
    expect(await ada.getByLabel('Which data?').inputValue()).toBe('Names of customers')
  })

  it('the requester fills in the second step with a PDF, sees who will approve and why, and submits', async () => {
    await ada.getByRole('button', { name: 'Next' }).click()
    await ada.getByLabel(/^Amount/).fill('25,000')
    await choose(ada, 'Department', 'Eng', 'Engineering')
    await ada.getByLabel(/^Needed by/).fill('2027-03-01')
    await ada.keyboard.press('Tab')
    await ada
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'quote.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
    await ada.getByText('File type is not allowed.').waitFor()
    await ada
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'quote.pdf', mimeType: 'application/pdf', buffer: await quote() })
    await ada.getByRole('button', { name: /Remove.*quote\.pdf/ }).waitFor()
    await noFaults(ada)
    await ada.getByRole('button', { name: 'Next' }).click()
    const preview = ada.locator('main')
    await preview.getByText('Omar Haddad').first().waitFor()
    await preview
      .getByText(/Amount is \$10,000 or more \(\$25,000\.00\)/)
      .first()
      .waitFor()
    await preview.getByText('Check the budget').first().waitFor()
    await noFaults(ada)
    await stage.picture(ada, 'walk-review')
    await ada.getByRole('button', { name: 'Submit request' }).click()
    await ada.waitForURL(/\/intake-request\/[^/]+$/)
    requestPath = new URL(ada.url()).pathname
    await ada
      .getByText(/Waiting for/)
      .first()
      .waitFor()
    await stage.picture(ada, 'walk-request')
  })

  it('the manager finds the request on Home, reads it, previews the PDF and approves in two taps at 40rem', async () => {
    const omar = await stage.signIn(OMAR, NARROW)
    await omar.getByText('Harbor licences').first().click()
    await omar.getByText('Names of customers').waitFor()
    await omar.getByRole('link', { name: 'quote.pdf' }).click()
    await omar.getByRole('button', { name: 'quote.pdf', exact: true }).click()
    const file = omar.getByRole('dialog')
    await file.waitFor()
    const source = await file
      .locator('iframe, embed, object, img')
      .first()
      .evaluate((one) => one.getAttribute('src') ?? one.getAttribute('data'))
    const answer = await omar.request.get(new URL(source ?? '', stage.host.url).href)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('application/pdf')
    await omar.keyboard.press('Escape')
    await noFaults(omar)
    await stage.picture(omar, 'walk-request-40rem')
    await omar.getByRole('region', { name: 'Your decision' }).getByRole('button', { name: 'Approve request' }).click()
    await omar.getByRole('dialog').getByLabel('Comment').fill('Worth it.')
    await omar.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
    await omar
      .getByText(/Waiting for .*(Dana|Grace|Finance)/)
      .first()
      .waitFor()
  })

  it('the requester sees each step without reloading while the group does its task and approves', async () => {
    await ada.getByText('Worth it.').first().waitFor()
    const dana = await stage.signIn(DANA)
    await dana.getByText('Harbor licences').first().click()
    await dana.getByRole('button', { name: 'Complete task' }).first().click()
    await dana.getByRole('dialog').getByLabel('Comment').fill('There is room.')
    await dana.getByRole('dialog').getByRole('button', { name: 'Complete task' }).click()
    await ada.getByText('There is room.').first().waitFor()
    await dana.getByRole('button', { name: 'Approve request' }).first().click()
    await dana.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
    await ada
      .getByText(/^Approved/)
      .first()
      .waitFor()
    await ada.getByText('Approved', { exact: true }).first().waitFor()
    expect(new URL(ada.url()).pathname).toBe(requestPath)
    await noFaults(ada)
    await stage.picture(ada, 'walk-approved')
  })

  it('history, audit chain and emails record everything', async () => {
    await ada.getByRole('tab', { name: 'History' }).click()
    for (const entry of ['Ada Pereira submitted the request', /Omar Haddad approved/])
      await ada.getByText(entry).first().waitFor()
    await noFaults(ada)
    const verified = await (await Api.signIn(stage.host, MAYA)).call('POST', '/api/audit-logs/verify', {})
    expect(verified.body).toMatchObject({ ok: true })
    // That Omar approved is told only while the request isn't decided yet.
    await afterUndo(stage.host, 'the email that it is approved', async () =>
      (await mailsTo(stage.host, ADA)).some(({ subject }) => subject === 'Approved: Harbor licences'),
    )
    const toManager = (await mailsTo(stage.host, OMAR)).filter((mail) => mail.subject.includes('Harbor licences'))
    expect(toManager.map((mail) => mail.subject)).toEqual(['Approve: Harbor licences ($25,000.00)'])
  })

  it('a rejected request is edited and sent again by its requester', async () => {
    await ada.goto('/intake-requests/new')
    await ada
      .getByRole('link', { name: new RegExp(CATEGORY) })
      .first()
      .click()
    await ada.getByLabel('Title').fill('Inkwell plotter')
    await choose(ada, 'Vendor', 'Ink', 'Inkwell Print')
    await choose(ada, 'Kind', '', 'New tool')
    await ada
      .getByRole('radiogroup', { name: /Holds personal data/ })
      .getByLabel('No')
      .check()
    await ada.getByRole('button', { name: 'Next' }).click()
    await ada.getByLabel(/^Amount/).fill('4000')
    await choose(ada, 'Department', 'Eng', 'Engineering')
    await ada.getByLabel(/^Needed by/).fill('2027-03-01')
    await ada.keyboard.press('Tab')
    await ada.getByRole('button', { name: 'Next' }).click()
    await ada.getByRole('button', { name: 'Submit request' }).click()
    await ada.waitForURL(/\/intake-request\/[^/]+$/)
    const path = new URL(ada.url()).pathname
    const omar = await stage.signIn(OMAR)
    await omar.goto(path)
    await omar.getByRole('button', { name: 'Reject request' }).first().click()
    await omar.getByRole('dialog').getByLabel('Comment').fill('Too dear; ask for the smaller one.')
    await omar.getByRole('dialog').getByRole('button', { name: 'Reject request' }).click()
    await ada.getByText('Too dear; ask for the smaller one.').first().waitFor()
    await ada
      .getByRole('link', { name: 'Edit and resubmit' })
      .or(ada.getByRole('button', { name: 'Edit and resubmit' }))
      .first()
      .click()
    await ada.getByRole('button', { name: 'Next' }).click()
    await ada.getByLabel(/^Amount/).fill('1500')
    await ada.getByRole('button', { name: 'Next' }).click()
    await ada.getByRole('button', { name: 'Save and resubmit' }).click()
    await ada.waitForURL((url) => url.pathname === path)
    await ada
      .getByText(/Waiting for/)
      .first()
      .waitFor()
    await omar.getByRole('button', { name: 'Approve request' }).first().click()
    await omar.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
    await ada
      .getByText(/Check the budget/)
      .first()
      .waitFor()
  })

  it('a member of another company can’t see any of it by screen, REST, GraphQL or document URL', async () => {
    const erik = await Api.signIn(stage.host, 'erik@haldenfoods.example')
    const id = requestPath.split('/').pop()
    for (const part of ['', '/answers', '/approvals', '/tabs']) {
      expect((await erik.get(`/api/intake-submission/${id}${part}`)).status).toBe(404)
    }
    const decision = { status: 'APPROVED', levelGroupStatusId: `${id}-1-1`, seenVersion: 1 }
    expect((await erik.call('POST', `/api/intake-submission/${id}/status`, decision)).status).toBe(404)
    const list = await erik.call('POST', '/graphql', {
      query: '{ intakeSubmissions(filter: ALL) { edges { node { id } } } }',
    })
    expect(list.body.data.intakeSubmissions.edges).toEqual([])
    const owner = await Api.signIn(stage.host, ADA)
    const answers = (await owner.get(`/api/intake-submission/${id}/answers`)).body.answers as {
      type: string
      value: string[]
    }[]
    const documentId = answers.find((answer) => answer.type === 'DOCUMENTS')?.value[0]
    const document = (await owner.get(`/api/documents/${documentId}`)).body
    expect((await owner.get(document.signedDownloadUrl)).status).toBe(200)
    expect((await erik.get(`/api/documents/${documentId}`)).status).toBe(404)
    expect((await erik.get(document.signedDownloadUrl)).status).toBe(404)
    const page = await stage.signIn('erik@haldenfoods.example')
    await page.goto(requestPath)
    await page
      .getByText(/not found/i)
      .first()
      .waitFor()
    await noFaults(page)
  })

  it('the lists of categories are accessible at both widths, and the browser reports no errors', async () => {
    for (const [name, path] of [
      ['new', '/intake-requests/new'],
      ['categories', '/settings/intake-categories'],
    ] as const) {
      await maya.goto(path)
      await maya.locator('main h1').first().waitFor()
      await maya.waitForLoadState('networkidle')
      expect(await stage.faultsAtBothWidths(maya, `walk-${name}`)).toEqual([])
    }
    expect(stage.complaints).toEqual([])
  })
})
