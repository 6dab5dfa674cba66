import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Request configuration › Templates: an admin of the demo company uses one, and tries its approvals. */
describe('templates of categories', () => {
  let stage: Stage
  let maya: Page
  staged('templates', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `templates-${name}`)).toEqual([])
  }

  it('six templates are offered, each with a preview of its questions and approvals', async () => {
    await maya.goto('/settings/intake-categories')
    await maya.getByRole('link', { name: 'Use a template' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Category templates' }).waitFor()
    await maya.getByRole('button', { name: 'Preview Software' }).waitFor()
    expect(await maya.getByRole('button', { name: /^Preview / }).count()).toBe(6)
    await noFaults('list')
    await maya.getByRole('button', { name: 'Preview Hardware and equipment' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Hardware and equipment' }).waitFor()
    await maya.getByText('Number · required').waitFor()
    await maya.getByText('shown if “What kind of equipment is it?” is Something else').waitFor()
    await maya.getByText('Finance, if the amount is $5,000 or more').waitFor()
    await noFaults('preview')
  })

  it('a name that is taken stays in the form, with its message', async () => {
    const name = maya.getByRole('textbox', { name: 'Name of the category' })
    await name.fill('Software')
    await maya.getByRole('button', { name: 'Create category' }).click()
    await maya.getByText('Another category has this name').waitFor()
    expect(await name.inputValue()).toBe('Software')
    await name.fill('Equipment')
    await maya.getByRole('textbox', { name: 'Finance: from which amount?' }).fill('7500')
    await maya.getByRole('button', { name: 'Create category' }).click()
    await maya.getByRole('dialog', { name: 'Equipment is ready' }).waitFor()
    await noFaults('ready')
  })

  it('its approvals can be tried at once', async () => {
    await maya.getByRole('link', { name: 'Try its approvals' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Equipment approvals' }).waitFor()
    await maya.getByRole('textbox', { name: 'Total cost' }).fill('8000')
    await maya.getByText('Finance').first().waitFor()
    await noFaults('tried')
    await maya.goto('/settings/intake-categories/templates')
    await maya.getByRole('button', { name: 'Preview Software' }).waitFor()
  })
})
