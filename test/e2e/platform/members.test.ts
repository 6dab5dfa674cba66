import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Members: an admin and a lead manage the demo company's members. Each step builds on the one before. */
const MAYA = 'maya@brightwater.example'
const OMAR = 'omar@brightwater.example'
const ADA = 'ada@brightwater.example'
const GRACE = 'grace@brightwater.example'
const NEW = 'robin@brightwater.example'
const PATH = '/settings/members'

describe('members', () => {
  let stage: Stage
  let maya: Page
  staged('members', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `members-${name}`)).toEqual([])
  }
  const choose = async (page: Page, field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    // Leaving the field closes its list.
    await page.keyboard.press('Tab')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
  }

  it('an admin finds the members in the navigation, with counts, names and all roles', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Members' }).click()
    await maya.getByRole('row', { name: /Ada Pereira/ }).waitFor()
    expect(await maya.getByText('Active members').count()).toBe(1)
    const roles: [string, string][] = [
      ['Maya Lindqvist', 'Admin'],
      ['Grace Osei', 'Super Viewer'],
      ['Omar Haddad', 'Dept. Lead'],
      ['Hana Kim', 'Dept. Lead with payroll'],
      ['Felix Braun', 'B.U. Lead'],
      ['Marta Silva', 'B.U. Lead with payroll'],
      ['Ada Pereira', 'Member'],
    ]
    for (const [name, role] of roles) {
      await maya
        .getByRole('row', { name: new RegExp(name) })
        .getByText(role, { exact: true })
        .waitFor()
    }
    await noFaults(maya, 'list')
  })

  it('filters stay in the address, and disabled members can be found', async () => {
    await maya.getByRole('textbox', { name: 'Search members' }).fill('victor')
    await maya.getByText('No members match').waitFor()
    await maya.getByRole('combobox', { name: 'Status' }).click()
    await maya.getByRole('option', { name: 'Disabled', exact: true }).click()
    await maya.getByRole('row', { name: /Victor Lund/ }).waitFor()
    expect(new URL(maya.url()).search).toContain('search=victor')
    await maya.reload()
    await maya.getByRole('row', { name: /Victor Lund/ }).waitFor()
    await maya.goto(PATH)
    await maya.getByRole('button', { name: 'Filters' }).click()
    await maya.getByRole('combobox', { name: 'In department', exact: true }).click()
    await maya.getByRole('option', { name: 'Marketing' }).click()
    await noFaults(maya, 'filters')
    await maya.getByRole('button', { name: 'Show members' }).click()
    await maya.getByRole('row', { name: /Felix Braun/ }).waitFor()
    await maya.getByRole('row', { name: /Ada Pereira/ }).waitFor({ state: 'detached' })
    await maya.getByRole('button', { name: 'Filters (1)' }).waitFor()
  })

  it('the list is exported as CSV with its filters', async () => {
    await maya.getByRole('button', { name: 'More actions' }).click()
    const [download] = await Promise.all([
      maya.waitForEvent('download'),
      maya.getByRole('menuitem', { name: 'Export as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^outlay-members-\d{4}-\d\d-\d\d\.csv$/)
  })

  it('adding a member shows what is missing beside the fields, and sends an invitation', async () => {
    await maya.goto(PATH)
    await maya.getByRole('button', { name: 'Add member' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Add member' })
    await dialog.getByRole('button', { name: 'Add member' }).click()
    await dialog.getByText('Required').nth(2).waitFor()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('robin@')
    await dialog.getByRole('button', { name: 'Add member' }).click()
    await dialog.getByText('Invalid email').waitFor()
    await dialog.getByLabel('First name').fill('Robin')
    await dialog.getByLabel('Last name').fill('Castro')
    await dialog.getByRole('textbox', { name: 'Email' }).fill(ADA)
    await dialog.getByRole('button', { name: 'Add member' }).click()
    await dialog.getByText('Another member has this email').waitFor()
    await noFaults(maya, 'add')
    await dialog.getByRole('textbox', { name: 'Email' }).fill(NEW)
    await choose(maya, 'Departments', 'Engineering')
    await dialog.getByRole('button', { name: 'Add member' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Robin Castro' }).waitFor()
    const mail = await eventually('the invitation', async () =>
      (await mailsTo(stage.host, NEW)).find(({ subject }) => subject === 'Welcome to Brightwater Robotics on Outlay'),
    )
    expect(mail.text).toContain('Maya Lindqvist invites you')
    const link = /\/login-with-token\?token=[\w-]+/.exec(mail.text)?.[0] ?? ''
    // An email program that opens the link uses nothing up.
    expect((await fetch(`${stage.host.url}${link}`)).status).toBe(200)
    const robin = await stage.visitor()
    await robin.goto(link)
    await robin.getByRole('heading', { level: 1, name: 'Join Brightwater Robotics?' }).waitFor()
    await robin.getByRole('button', { name: 'Join Brightwater Robotics' }).click()
    await robin.getByRole('button', { name: /Robin Castro/ }).waitFor()
    await robin.context().close()
  })

  it('a member can be edited with the keyboard alone, and leaving asks about unsaved changes', async () => {
    await maya.getByRole('link', { name: 'Edit member' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Edit Robin Castro' }).waitFor()
    const title = maya.getByLabel('Title')
    await title.focus()
    await maya.keyboard.type('Test engineer')
    await maya.getByRole('link', { name: 'Cancel' }).focus()
    await maya.keyboard.press('Enter')
    const question = maya.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).focus()
    await maya.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    expect(await title.inputValue()).toBe('Test engineer')
    await noFaults(maya, 'edit')
    const analysis = maya.getByRole('checkbox', { name: 'Financial analysis' })
    await analysis.press('Space')
    await expect.poll(() => analysis.isChecked()).toBe(true)
    await title.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Robin Castro' }).waitFor()
    await maya.getByText('Changed the title of Robin Castro. Granted Robin Castro access: Financial analysis').waitFor()
    await noFaults(maya, 'member')
  })

  it('the slower of two admins editing a member sees both texts and loses nothing', async () => {
    const address = `${maya.url()}/edit`
    const twin = await maya.context().newPage()
    for (const page of [maya, twin]) {
      await page.goto(address)
      await page.getByLabel('Title').waitFor()
    }
    await twin.getByLabel('Title').fill('Head of testing')
    await choose(twin, 'Location', 'Lisbon')
    await twin.getByRole('button', { name: 'Save member' }).click()
    await twin.getByRole('heading', { level: 1, name: 'Robin Castro' }).waitFor()
    await maya.getByLabel('Title').fill('Lead tester')
    await maya.getByRole('button', { name: 'Save member' }).click()
    await maya.getByText('Theirs: Head of testing').waitFor()
    await maya.getByText('Yours: Lead tester').waitFor()
    await maya.getByText('From their changes: Location.').waitFor()
    expect(await maya.getByLabel('Title').inputValue()).toBe('Lead tester')
    await noFaults(maya, 'conflict')
    await maya.getByRole('button', { name: 'Save mine' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Robin Castro' }).waitFor()
    await maya.getByText('Lead tester').first().waitFor()
    await maya.getByText('Lisbon').first().waitFor()
    await twin.close()
  })

  it('several members can be added to a group at once', async () => {
    await maya.goto(`${PATH}?search=a`)
    for (const name of [/Jonas Berg/, /Yuki Tanaka/]) {
      await maya.getByRole('row', { name }).getByRole('checkbox').check()
    }
    await maya.getByRole('button', { name: 'Change', exact: true }).click()
    await maya.getByRole('menuitem', { name: 'Groups' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Groups of 2 members' })
    await choose(maya, 'Groups', 'Legal')
    await noFaults(maya, 'bulk')
    await dialog.getByRole('button', { name: 'Change members' }).click()
    await maya.getByText('2 members changed').waitFor()
    await maya.getByRole('link', { name: 'Jonas Berg' }).click()
    await maya.getByText('Changed the groups of Jonas Berg').waitFor()
    await maya.getByRole('definition').filter({ hasText: 'Legal' }).waitFor()
  })

  it('an admin sets a member’s delegate and notifications', async () => {
    await maya.goto(PATH)
    await maya.getByRole('link', { name: 'Priya Raman' }).click()
    await maya.getByRole('button', { name: 'Add delegate' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Add delegate' })
    await dialog.getByRole('combobox', { name: 'Delegate' }).fill('Leo')
    await maya.getByRole('option', { name: 'Leo Novak' }).click()
    await dialog.getByRole('button', { name: 'Add delegate' }).click()
    await maya.getByText('Leo Novak added as a delegate of Priya Raman').waitFor()
    await maya.getByRole('row', { name: /Leo Novak/ }).waitFor()
    await maya.getByRole('switch', { name: 'Email', exact: true }).focus()
    await maya.keyboard.press('Space')
    await maya.getByRole('button', { name: 'Save changes' }).click()
    await maya.getByText('Notification settings saved').waitFor()
    await maya.reload()
    await maya.getByRole('switch', { name: 'Email', exact: true }).waitFor()
    expect(await maya.getByRole('switch', { name: 'Email', exact: true }).isChecked()).toBe(false)
  })

  it('disabling an approver hands their approvals to the person chosen, never to the one disabling them, and signs them out', async () => {
    const omar = await stage.signIn(OMAR)
    await maya.goto(`${PATH}?search=omar`)
    await maya.getByRole('button', { name: 'Actions of Omar Haddad' }).click()
    await maya.getByRole('menuitem', { name: 'Disable' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Disable Omar Haddad?' })
    const request = dialog.getByRole('link', { name: /Kestrel CAD, 12 seats/ })
    await request.waitFor()
    const href = (await request.getAttribute('href')) ?? ''
    const approves = dialog.getByRole('radiogroup', { name: 'Who approves instead?' })
    await dialog
      .getByText('You are their manager. The person who disables an approver can’t decide in their place.')
      .waitFor()
    await approves.getByRole('radio', { name: 'Someone else' }).check()
    await choose(maya, 'Hand over approvals to', 'Grace Osei')
    const owned = dialog.getByRole('listitem').filter({ hasText: /^\d+ vendors: / })
    const vendor = (await owned.getByRole('link').first().textContent()) ?? ''
    const vendorHref = (await owned.getByRole('link').first().getAttribute('href')) ?? ''
    await dialog.getByRole('radiogroup', { name: 'New owner' }).getByText('Maya Lindqvist is').waitFor()
    await noFaults(maya, 'disable')
    await dialog.getByRole('button', { name: 'Disable member' }).click()
    await maya.getByText(/Omar Haddad disabled; \d+ requests? and \d+ owned things? handed over/).waitFor()
    await omar.reload()
    await omar.getByLabel('Work email').waitFor()
    await omar.context().close()
    const grace = await stage.signIn(GRACE)
    await grace.goto(href)
    await eventually('Grace to be asked', async () => {
      await grace.reload()
      return grace
        .getByRole('button', { name: 'Approve request' })
        .first()
        .waitFor({ timeout: 3000 })
        .then(
          () => true,
          () => false,
        )
    })
    await grace.context().close()
    await maya.goto(`${vendorHref}/history`)
    await maya.getByText(`Handed the vendor ${vendor} over from Omar Haddad, who was disabled`).first().waitFor()
    await maya.goto(`${PATH}?status=disabled&search=omar`)
    await maya.getByRole('link', { name: 'Omar Haddad' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Omar Haddad' }).waitFor()
    expect(await maya.getByRole('definition').filter({ hasText: 'vendor' }).count()).toBe(0)
    await maya.goto(`${PATH}?status=disabled&search=omar`)
    await maya.getByRole('button', { name: 'Actions of Omar Haddad' }).click()
    await maya.getByRole('menuitem', { name: 'Enable' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Enable member' }).click()
    await maya.getByText('Omar Haddad enabled').waitFor()
  })

  it('a lead sees only their department’s people, and can’t grant access they don’t have', async () => {
    const omar = await stage.signIn(OMAR)
    await omar.goto(PATH)
    await omar.getByRole('row', { name: /Ada Pereira/ }).waitFor()
    expect(await omar.getByRole('row', { name: /Grace Osei/ }).count()).toBe(0)
    await omar.getByRole('link', { name: 'Ada Pereira' }).click()
    await omar.getByRole('link', { name: 'Edit member' }).click()
    await omar.getByRole('checkbox', { name: 'Admin', exact: true }).waitFor()
    expect(await omar.getByRole('checkbox', { name: 'Admin', exact: true }).isDisabled()).toBe(true)
    expect(await omar.getByRole('checkbox', { name: 'Department lead' }).isDisabled()).toBe(false)
    await noFaults(omar, 'lead')
    await omar.goto(`${PATH}/demo-grace`)
    await omar.getByRole('heading', { name: 'Not found' }).waitFor()
    await omar.context().close()
  })

  it('an admin views as a member from the list, and comes back', async () => {
    await maya.goto(`${PATH}?search=yuki`)
    await maya.getByRole('button', { name: 'Actions of Yuki Tanaka' }).click()
    await maya.getByRole('menuitem', { name: 'View as this member' }).click()
    await maya.getByText('Viewing as Yuki Tanaka').waitFor()
    await maya.getByRole('button', { name: 'Back' }).click()
    await maya.getByText('Viewing as Yuki Tanaka').waitFor({ state: 'detached' })
    await maya.getByRole('button', { name: /Maya Lindqvist/ }).waitFor()
  })

  it('members find neither the menu item nor the page', async () => {
    const ada = await stage.signIn(ADA)
    await ada.goto(PATH)
    await ada.getByRole('heading', { name: 'No access' }).waitFor()
    expect(await ada.getByRole('link', { name: 'Members' }).count()).toBe(0)
    expect(stage.complaints).toEqual([])
  })
})
