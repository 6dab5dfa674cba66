import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

const STAFF = 'desk@outlay.example'
const ADMIN = 'ines@northwind.example'

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The platform's desk, from adding a company to what its admins see of it. Each step builds on the one before. */
describe('the platform’s desk', () => {
  let stage: Stage
  let desk: Page
  let ines: Page
  staged(
    'super-admin',
    async (opened) => {
      stage = opened
      desk = await stage.signInByMail(STAFF)
    },
    { OUTLAY_INTERNAL_STAFF: STAFF },
  )

  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `super-admin-${name}`)).toEqual([])
  }
  const tab = (name: string) => desk.getByRole('navigation', { name: /^Parts of/ }).getByRole('link', { name })

  it('staff open the desk from their menu, and find a company by a part of its name', async () => {
    await desk.getByRole('button', { name: /desk/ }).first().click()
    await desk.getByRole('menuitem', { name: 'Super admin page' }).click()
    const table = desk.getByRole('table', { name: 'Companies' })
    await table.getByRole('row', { name: /Brightwater Robotics brightwater Active/ }).waitFor()
    await noFaults(desk, 'list')
    await desk.getByLabel('Search companies by name or short name').fill('wright')
    await desk.getByText('No company matches that name').waitFor()
    await desk.getByLabel('Search companies by name or short name').fill('')
    await table.getByRole('row', { name: /Brightwater/ }).waitFor()
  })

  it('a company is added with its first admin, and mistakes are shown beside their fields', async () => {
    await desk.getByRole('button', { name: 'Add company' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Add company' })
    await dialog.getByRole('button', { name: 'Add company' }).click()
    await dialog.getByText('Required').first().waitFor()
    await noFaults(desk, 'add-missing')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Northwind')
    await dialog.getByLabel('Short name').fill('brightwater')
    await dialog.getByLabel('First name').fill('Ines')
    await dialog.getByLabel('Last name').fill('Moreau')
    await dialog.getByLabel('Email').fill(ADMIN)
    await dialog.getByRole('button', { name: 'Add company' }).click()
    await dialog.getByText('Another company has this short name').waitFor()
    await dialog.getByLabel('Short name').fill('northwind')
    await dialog.getByRole('button', { name: 'Add company' }).click()
    await desk.getByRole('heading', { name: 'Edit Northwind' }).waitFor()
    await desk.getByText('Admin invited').waitFor()
    await desk.getByText('ines@northwind.example').first().waitFor()
    await noFaults(desk, 'details')
  })

  it('features say what they do, and what doesn’t exist yet has no switch', async () => {
    await tab('Features').click()
    await desk.getByRole('switch', { name: 'Sourcing forms' }).waitFor()
    expect(await desk.getByRole('switch', { name: 'Payments', exact: true }).count()).toBe(0)
    await noFaults(desk, 'features')
    await desk.getByRole('switch', { name: 'Sourcing forms' }).click()
    await desk.getByRole('switch', { name: 'Entities' }).click()
    await desk.getByRole('button', { name: 'Save 2 changes' }).click()
    await desk.getByText('2 changes saved').waitFor()
    await desk.reload()
    expect(await desk.getByRole('switch', { name: 'Sourcing forms' }).isChecked()).toBe(true)
  })

  it('a logo is uploaded, seen and deleted', async () => {
    await tab('Logos').click()
    const light = desk.getByRole('region', { name: 'On light backgrounds' })
    await light.getByText('No logo').waitFor()
    const choose = desk.waitForEvent('filechooser')
    await light.getByRole('button', { name: /^Upload logo/ }).click()
    await (await choose).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
    await light.getByRole('img', { name: 'Northwind, light logo' }).waitFor()
    await noFaults(desk, 'logos')
    await light.getByRole('button', { name: /^Delete logo/ }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Delete logo' }).click()
    await light.getByText('No logo').waitFor()
  })

  it('entities are added', async () => {
    await tab('Entities').click()
    await desk.getByRole('button', { name: 'Add entity' }).click()
    await desk.getByLabel('Name of new entity').fill('Northwind Ltd')
    await noFaults(desk, 'entities')
    await desk.getByRole('button', { name: 'Save 1 name' }).click()
    await desk.getByText('1 name saved').waitFor()
    await desk.getByLabel('Name of Northwind Ltd').waitFor()
  })

  it('its admin joins, chooses what is theirs, and reads in the audit log who did the rest', async () => {
    ines = await stage.visitor()
    const link = await eventually('the invitation', async () => {
      const [mail] = await mailsTo(stage.host, ADMIN)
      return /\/login-with-token\?token=[\w.-]+/.exec(mail?.text ?? '')?.[0]
    })
    await stage.openLoginLink(ines, link)
    await ines.waitForURL((url) => !url.pathname.startsWith('/login'))
    await ines.goto('/settings/company')
    await ines.getByRole('switch', { name: 'Enforced approval order' }).waitFor()
    await noFaults(ines, 'company-settings')
    await ines.getByRole('switch', { name: 'Enforced approval order' }).click()
    await ines.getByRole('button', { name: 'Save changes' }).click()
    await ines.getByText('Company settings saved').waitFor()
    await ines.goto('/settings/audit-log')
    await ines.getByText('Turned on: Enforced approval order').first().waitFor()
    await ines
      .getByText(/Turned on: Sourcing forms, Entities/)
      .first()
      .waitFor()
    await ines.getByText('Created the company Northwind').first().waitFor()
    await noFaults(ines, 'audit-log')
  })

  it('requests from another system are checked, imported and removed again', async () => {
    await desk.goto('/super-admin')
    await desk.getByRole('table', { name: 'Companies' }).getByText('Brightwater Robotics').click()
    await tab('External requests').click()
    await desk.getByRole('button', { name: 'Check file' }).click()
    await desk.getByText('Choose a CSV file').waitFor()
    await noFaults(desk, 'requests-missing')
    await desk.getByRole('combobox', { name: 'Category' }).click()
    await desk.getByRole('option').first().click()
    await desk.getByLabel('Other system').fill('Coupa')
    const choose = desk.waitForEvent('filechooser')
    await desk.getByRole('button', { name: 'CSV file' }).click()
    await (await choose).setFiles({
      name: 'coupa.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'Reference,Title,Requester,Status,Submitted,Decided,Amount,Cost center',
          'PR-1,Wind tunnel time,maya@brightwater.example,Approved,2025-03-02,2025-03-09,1250.00 USD,4711',
          'PR-2,Spare rotors,someone@elsewhere.example,Pending,2025-03-02,,,4711',
        ].join('\n'),
      ),
    })
    await desk.getByRole('button', { name: 'Check file' }).click()
    const card = desk.getByRole('region', { name: 'coupa.csv from Coupa' })
    await card.getByText('1 ready to import, 1 with errors').waitFor()
    await card.getByText('Requester: someone@elsewhere.example is no member of the company').waitFor()
    await card.getByText('Columns that aren’t imported: Cost center').waitFor()
    await noFaults(desk, 'requests-checked')
    await card.getByRole('button', { name: 'Import 1 request' }).click()
    await card.getByText('Imported', { exact: true }).waitFor()
    await noFaults(desk, 'requests-imported')

    const maya = await stage.signIn('maya@brightwater.example')
    await maya.goto('/intake-requests?filter=ALL&search=wind+tunnel')
    await maya.getByRole('link', { name: 'Wind tunnel time' }).first().click()
    await maya.getByRole('heading', { name: 'Wind tunnel time' }).waitFor()
    await maya.getByText('Approved in Coupa (PR-1) on Mar 9, 2025').waitFor()
    await noFaults(maya, 'imported-request')

    await card.getByRole('button', { name: 'Undo import' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await card.getByText('1 with errors, 1 removed').waitFor()
    await maya.goto('/intake-requests?filter=ALL&search=wind+tunnel')
    await maya.getByText(/No requests? match/).waitFor()
  })

  it('others are sent home', async () => {
    await ines.goto('/super-admin')
    await ines.waitForURL((url) => url.pathname === '/')
    await ines
      .getByRole('button', { name: /Ines Moreau/ })
      .first()
      .click()
    expect(await ines.getByRole('menuitem', { name: 'Super admin page' }).count()).toBe(0)
    await ines.keyboard.press('Escape')
    expect(stage.complaints).toEqual([])
  })
})
