import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../../support/e2e/browser.ts'
import { staged } from '../../../support/e2e/staged.ts'

describe('provisioning by an identity provider', () => {
  let stage: Stage
  let maya: Page
  staged('provisioning', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  it('an admin creates a key, the provider sends someone, and their department is mapped', async () => {
    await maya.goto('/settings/integrations/mappings')
    await maya.getByRole('button', { name: 'Create key' }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue()
    expect(key).toMatch(/^olp_/)
    expect(await stage.faultsAtBothWidths(maya, 'provisioning-new-key')).toEqual([])
    await dialog.getByRole('button', { name: 'I have copied the key' }).click()
    const sent = await fetch(`${stage.host.url}/scim/v2/Users`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/scim+json' },
      body: JSON.stringify({
        userName: 'nia.new@brightwater.example',
        name: { givenName: 'Nia', familyName: 'New' },
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Field Ops' },
      }),
    })
    expect(sent.status).toBe(201)
    await maya.reload()
    const row = maya.getByRole('row', { name: /Field Ops/ })
    await row.getByText('Needs attention').waitFor()
    await maya.getByText('In use').waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'provisioning-mappings')).toEqual([])
    await row.getByRole('combobox').click()
    await maya.getByRole('option', { name: 'Engineering' }).click()
    await row.getByText('Mapped').waitFor()
    await maya.getByRole('link', { name: 'Groups' }).last().click()
    expect(stage.complaints).toEqual([])
  })
})
