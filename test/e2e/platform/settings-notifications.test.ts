import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { pickByKeyboard } from '../../support/e2e/fields.ts'
import { staged } from '../../support/e2e/staged.ts'

const MAYA = 'maya@brightwater.example'
const OMAR = 'omar@brightwater.example'

describe('notification settings, approval mode and API keys', () => {
  let stage: Stage
  let maya: Page
  staged('settings', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const accessibleAtBothWidths = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `settings-${name}`)).toEqual([])
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

  it('a member chooses notifications from the user menu with the keyboard', async () => {
    const omar = await stage.signIn(OMAR)
    await omar.getByRole('button', { name: /Omar Haddad/ }).click()
    await omar.getByRole('menuitem', { name: 'Account notification settings' }).click()
    await omar.getByRole('heading', { name: 'My notification settings' }).waitFor()
    expect(await save(omar).isDisabled()).toBe(true)
    await omar.getByRole('combobox', { name: 'Requests that I approve' }).focus()
    await omar.keyboard.press('Enter')
    await pickByKeyboard(omar, omar.getByRole('option', { name: 'Only when approved' }))
    await omar.getByText(/What needs you appears only on your Home/).waitFor()
    await omar.getByRole('switch', { name: 'Email each working morning' }).focus()
    await omar.keyboard.press('Space')
    await accessibleAtBothWidths(omar, 'own')
    await save(omar).focus()
    await omar.keyboard.press('Enter')
    await omar.getByText('Notification settings saved').waitFor()
    await omar.reload()
    await omar.getByText(/What needs you appears only on your Home/).waitFor()
    expect(await omar.getByRole('switch', { name: 'Email each working morning' }).isChecked()).toBe(true)
    expect(await omar.getByRole('switch', { name: 'Slack' }).isDisabled()).toBe(true)
    await omar.goto('/settings/notifications')
    await omar.getByRole('heading', { name: 'No access' }).waitFor()
  })

  it('an admin turns emails off and on for everyone, and sees why Slack can’t be turned on', async () => {
    await maya.goto('/settings/notifications')
    const email = maya.getByRole('switch', { name: 'Email notifications' })
    await email.waitFor()
    expect(await maya.getByRole('switch', { name: 'Slack notifications' }).isDisabled()).toBe(true)
    await maya.getByText(/hasn’t connected Slack/).waitFor()
    await email.focus()
    await maya.keyboard.press('Space')
    await maya.getByText(/Login links and invitations are still sent/).waitFor()
    await accessibleAtBothWidths(maya, 'company')
    await save(maya).click()
    await maya.getByText('Notification settings saved').waitFor()
    await maya.reload()
    expect(await maya.getByRole('switch', { name: 'Email notifications' }).isChecked()).toBe(false)
    await maya.getByRole('switch', { name: 'Email notifications' }).focus()
    await maya.keyboard.press('Space')
    await save(maya).click()
    await maya.getByText('Notification settings saved').waitFor()
  })

  it('the later of two admins who save at once keeps their choice, sees the other one and can replace it', async () => {
    await maya.goto('/settings/notifications/vendors')
    await maya.getByRole('switch', { name: 'Vendor owners' }).waitFor()
    const second = await Api.signIn(stage.host, MAYA)
    const { body: before } = await second.get('/api/vendor-notifications-settings')
    const theirs = { ...before, sendToVendorOwners: false }
    expect((await second.call('POST', '/api/vendor-notifications-settings', theirs)).status).toBe(200)
    await maya.getByRole('switch', { name: 'Vendor admins' }).focus()
    await maya.keyboard.press('Space')
    await save(maya).click()
    await maya.getByText('Someone else saved these settings in the meantime').waitFor()
    await maya.getByText('Vendor owners: off').waitFor()
    expect(await maya.getByRole('switch', { name: 'Vendor admins' }).isChecked()).toBe(false)
    await accessibleAtBothWidths(maya, 'conflict')
    await maya.getByRole('button', { name: 'Save mine' }).click()
    await maya.getByText('Vendor notifications saved').waitFor()
    await maya.getByText('Someone else saved these settings in the meantime').waitFor({ state: 'detached' })
  })

  it('reminders can be added, changed and deleted, and mistakes are shown beside the field', async () => {
    await maya.getByRole('link', { name: 'Reminders' }).click()
    await maya.getByRole('button', { name: 'Add reminder' }).first().click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByLabel('Days after notification').fill('400')
    await dialog.getByRole('button', { name: 'Add reminder' }).click()
    await dialog.getByText('At most 365 days').waitFor()
    await dialog.getByLabel('Days after notification').fill('9')
    await dialog.getByLabel('Note').fill('Please decide this week.')
    await accessibleAtBothWidths(maya, 'reminder-dialog')
    await dialog.getByRole('button', { name: 'Add reminder' }).click()
    await maya.getByText('Reminder added').waitFor()
    const row = maya.getByRole('row', { name: /9 days/ })
    await row.getByText('Please decide this week.').waitFor()
    await accessibleAtBothWidths(maya, 'reminders')
    await maya.getByRole('button', { name: 'Add reminder' }).first().click()
    await dialog.getByLabel('Days after notification').fill('9')
    await dialog.getByRole('button', { name: 'Add reminder' }).click()
    await dialog.getByText('There’s already a reminder after this many days').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await maya.getByRole('button', { name: 'Actions of the reminder after 9 days' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await maya.getByRole('button', { name: 'Delete reminder' }).click()
    await maya.getByText('Reminder deleted').waitFor()
    await row.waitFor({ state: 'detached' })
  })

  it('the approval mode can be chosen with the keyboard and stays', async () => {
    await maya.goto('/settings/approvals')
    await maya.getByRole('radio', { name: /Level by level/ }).focus()
    await maya.keyboard.press('ArrowDown')
    await accessibleAtBothWidths(maya, 'approvals')
    await save(maya).click()
    await maya.getByText('Request approval mode saved').waitFor()
    await maya.reload()
    expect(await maya.getByRole('radio', { name: /All at once/ }).isChecked()).toBe(true)
    await maya.getByRole('radio', { name: /Level by level/ }).click()
    await save(maya).click()
    await maya.getByText('Request approval mode saved').waitFor()
  })

  it('a key is shown once, opens the API, and is refused once it is disabled or revoked', async () => {
    await maya.goto('/settings/api-keys')
    await maya.getByRole('button', { name: 'Create API key' }).first().click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByLabel('Name').fill('not allowed!')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByText('Only letters, digits and hyphens').waitFor()
    await dialog.getByText('Choose at least one area').waitFor()
    await accessibleAtBothWidths(maya, 'key-dialog')
    await dialog.getByRole('combobox', { name: 'Vendors, services and sourcing' }).click()
    await maya.getByRole('option', { name: 'Read', exact: true }).click()
    await dialog.getByLabel('Name').fill('walk-through')
    await maya.keyboard.press('Enter')
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue()
    expect(key).toMatch(/^olk_/)
    await accessibleAtBothWidths(maya, 'new-key')
    await dialog.getByRole('button', { name: 'I have copied the key' }).click()
    const row = maya.getByRole('row', { name: /walk-through/ })
    await row.getByText('Enabled').waitFor()
    await row.getByText('Read: Vendors, services and sourcing').waitFor()
    expect(await maya.getByText(key).count()).toBe(0)
    const status = async (path = 'current-company') =>
      (await fetch(`${stage.host.url}/api/${path}`, { headers: { Authorization: `Bearer ${key}` } })).status
    expect(await status()).toBe(200)
    expect(await status('groups')).toBe(403)
    await accessibleAtBothWidths(maya, 'api-keys')
    await maya.getByRole('button', { name: 'Actions of walk-through' }).click()
    await maya.getByRole('menuitem', { name: 'Disable' }).click()
    await row.getByText('Disabled').waitFor()
    expect(await status()).toBe(401)
    await maya.getByRole('button', { name: 'Actions of walk-through' }).click()
    await maya.getByRole('menuitem', { name: 'Revoke' }).click()
    await maya.getByRole('button', { name: 'Revoke API key' }).click()
    await maya.getByText('walk-through revoked').waitFor()
    await row.waitFor({ state: 'detached' })
    expect(stage.complaints).toEqual([])
  })
})
