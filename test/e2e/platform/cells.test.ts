import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** The same product where the two demo companies are in databases of their own, beside the directory. */
const MAYA = 'maya@brightwater.example'
const OMAR = 'omar@brightwater.example'
const ADA = 'ada@brightwater.example'
const ERIK = 'erik@haldenfoods.example'
const STAFF = 'desk@outlay.example'

describe('companies in different databases', () => {
  let stage: Stage
  staged(
    'cells',
    (opened) => {
      stage = opened
    },
    { OUTLAY_INTERNAL_STAFF: STAFF },
    3,
  )

  it('a person signs in by email, switches to a company in another database and back, and sees all their sessions', async () => {
    const page = await stage.signInByMail(MAYA)
    await page.getByRole('button', { name: /Brightwater Robotics/ }).click()
    await page.getByRole('menuitem', { name: 'Halden Foods' }).click()
    await page.getByRole('button', { name: /Halden Foods/ }).waitFor()
    // The new session names the other database, and pages read from it.
    await page.goto('/intake-requests')
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    expect(await page.getByText('Brightwater').count()).toBe(0)
    await page.goto('/?useCompanyId=demo-brightwater')
    await page.getByRole('button', { name: /Brightwater Robotics/ }).click()
    await page.getByRole('menuitem', { name: 'Sign-in and devices' }).click()
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await sessions.first().waitFor()
    // Switching replaces a session, also across databases.
    expect(await sessions.count()).toBe(1)
    expect(await stage.faultsAtBothWidths(page, 'cells-sessions')).toEqual([])
  })

  it('a request is filed, approved by its manager and mailed about, and its page follows', async () => {
    const ada = await Api.signIn(stage.host, ADA)
    const id = await saveSoftware(ada, await softwareCategory(ada), 'Seats in a cell', 900)
    const page = await stage.signIn(ADA)
    await page.goto(`/intake-request/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Seats in a cell' }).waitFor()
    const omar = await stage.signIn(OMAR)
    await omar.goto(`/intake-request/${id}`)
    await omar.getByRole('button', { name: 'Approve request' }).first().click()
    const dialog = omar.getByRole('dialog', { name: 'Approve request' })
    await dialog.getByRole('button', { name: 'Approve request' }).click()
    await dialog.waitFor({ state: 'hidden' })
    // The requester's open page hears of it.
    await page
      .getByText(/Omar Haddad/)
      .first()
      .waitFor()
    await afterUndo(stage.host, 'the mail about the approval', async () =>
      (await mailsTo(stage.host, ADA)).some(({ subject }) => subject === 'Approved: Seats in a cell'),
    )
    expect(await stage.faultsAtBothWidths(omar, 'cells-request')).toEqual([])
  })

  it('a member who is invited joins, and an admin works as them', async () => {
    const maya = await stage.signIn(MAYA)
    await maya.goto('/settings/members')
    await maya.getByRole('button', { name: 'Add member' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Add member' })
    await dialog.getByLabel('First name').fill('Robin')
    await dialog.getByLabel('Last name').fill('Castro')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('robin@brightwater.example')
    await dialog.getByRole('button', { name: 'Add member' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Robin Castro' }).waitFor()
    const mail = await eventually('the invitation', async () =>
      (await mailsTo(stage.host, 'robin@brightwater.example')).find(({ text }) => text.includes('/login-with-token')),
    )
    const robin = await stage.visitor()
    await stage.openLoginLink(robin, /\/login-with-token\?token=[\w.-]+/.exec(mail.text)?.[0] ?? '')
    await robin.getByRole('button', { name: /Robin Castro/ }).waitFor()
    // Found again by their address alone.
    await stage.signInByMail('robin@brightwater.example')
  })

  it('staff move a company to another database, and its people continue where they were', async () => {
    const page = await stage.signIn(ERIK)
    await page.goto('/settings/manage-departments')
    await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor()
    const desk = await stage.signInByMail(STAFF)
    await desk.goto('/super-admin/demo-halden/edit?tab=database')
    await desk.getByText('The data of Halden Foods is in database 2.').waitFor()
    expect(await stage.faultsAtBothWidths(desk, 'cells-database')).toEqual([])
    await desk.getByRole('combobox', { name: 'Move to' }).click()
    await desk.getByRole('option', { name: /^Database 1 / }).click()
    await desk.getByRole('button', { name: 'Move company' }).click()
    const question = desk.getByRole('dialog', { name: 'Move Halden Foods to database 1?' })
    await question.getByRole('button', { name: 'Move company' }).click()
    // A job does it, and the page follows.
    await desk.getByRole('button', { name: 'Delete old copy' }).waitFor({ timeout: 90_000 })
    await desk.getByText(/by desk$/).waitFor()
    await desk.getByText('Its people work in database 1.').waitFor()
    expect(await stage.faultsAtBothWidths(desk, 'cells-moved')).toEqual([])
    // The first call after the move may be asked to try again.
    await page.reload()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Departments' }).waitFor()
    const answer = await page.request.post('/api/departments', {
      headers: { Origin: stage.host.url },
      data: { name: 'After the move' },
    })
    expect(answer.status()).toBe(200)
    await desk.getByRole('button', { name: 'Delete old copy' }).click()
    await desk
      .getByRole('dialog', { name: 'Delete the old copy in database 2?' })
      .getByRole('button', { name: 'Delete old copy' })
      .click()
    await desk.getByRole('combobox', { name: 'Move to' }).waitFor({ timeout: 90_000 })
    await desk.getByText('The data of Halden Foods is in database 1.').waitFor()
    await page.reload()
    await page.getByText('After the move').first().waitFor()
  })

  it('people whose company moves are told why nothing can be changed', async () => {
    const page = await stage.signIn(ERIK)
    await page.goto('/settings/manage-departments')
    const said = 'Your company’s data is being moved to another database, so nothing can be changed for some minutes.'
    await page.route('**/api/departments', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 409, json: { message: said, code: 'CONFLICT', reason: 'COMPANY_MOVES' } }),
    )
    await page.getByRole('button', { name: 'New department' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Too early')
    await page.keyboard.press('Enter')
    await page.getByText(said).first().waitFor()
    expect(await stage.faultsAtBothWidths(page, 'cells-frozen')).toEqual([])
  })
})
