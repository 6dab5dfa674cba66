import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/**
 * People who don't manage settings but configure a part of the product: a vendor admin, and the owner of a public form.
 */
describe('owners of part of the configuration', () => {
  let stage: Stage
  staged('part-owners', (opened) => {
    stage = opened
  })

  it('a vendor admin creates a vendor form with a workflow, next to the vendor fields', async () => {
    const leo = await stage.signIn('leo@brightwater.example')
    await leo.getByRole('button', { name: /^Settings/ }).click()
    await leo.locator('a[href="/settings/vendor-management"]').click()
    await leo.getByRole('link', { name: 'Forms', exact: true }).click()
    await leo.waitForURL(/\/settings\/vendor-intake-categories$/)
    await leo.getByRole('link', { name: 'Fields', exact: true }).waitFor()
    await leo.getByRole('button', { name: 'New form' }).click()
    const dialog = leo.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Insurance check')
    await dialog.getByRole('button', { name: 'Create form' }).click()
    await leo.waitForURL(/\/settings\/vendor-intake-categories\/[^/]+\/form$/)
    await leo.getByRole('button', { name: 'Start with common questions' }).click()
    await leo.getByRole('button', { name: 'Save form' }).click()
    await leo.getByText('Saved', { exact: true }).waitFor()
    expect(await stage.faultsAtBothWidths(leo, 'vendor-form-builder')).toEqual([])
    await leo.getByRole('link', { name: 'Workflows', exact: true }).click()
    await leo.getByRole('button', { name: 'New workflow' }).first().click()
    await leo
      .getByRole('dialog')
      .getByLabel(/^(Name|Label)/)
      .fill('Risk')
    await leo.keyboard.press('Enter')
    await leo.waitForURL(/\/workflows\/[^/]+$/)
    await leo.getByText('Add level').first().waitFor()
    expect(await stage.faultsAtBothWidths(leo, 'vendor-form-workflow')).toEqual([])
    await leo.goto('/settings/vendor-intake-categories')
    await leo.getByRole('link', { name: 'Insurance check' }).waitFor()
    expect(await stage.faultsAtBothWidths(leo, 'vendor-forms')).toEqual([])
    await leo.goto('/settings/intake-categories')
    await leo.getByRole('heading', { name: 'No access' }).waitFor()
  })

  it('the owner of a public form can change its settings, and can’t create another form', async () => {
    const yuki = await stage.signIn('yuki@brightwater.example')
    await yuki.getByRole('button', { name: /^Settings/ }).click()
    await yuki.locator('a[href="/settings/sourcing"]').click()
    await yuki.getByText('Forms you own.').waitFor()
    expect(await yuki.getByRole('button', { name: 'New form' }).count()).toBe(0)
    expect(await yuki.locator('a[href="/settings/intake-categories"]').count()).toBe(0)
    await yuki.getByRole('link', { name: 'Supplier registration' }).click()
    await yuki.getByRole('link', { name: 'Advanced', exact: true }).click()
    await yuki.getByRole('switch', { name: /^Requests have an assignee/ }).click()
    await yuki.getByRole('button', { name: 'Save settings' }).click()
    await yuki.getByText('Saved', { exact: true }).waitFor()
    await yuki.getByText(/They can see every request in the category and set it up./).waitFor()
    expect(await stage.faultsAtBothWidths(yuki, 'owned-form-advanced')).toEqual([])
    expect(stage.complaints).toEqual([])
  })
})
