import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** The worklist of someone who enters and pays bills all day. */
describe('the payments worklist', () => {
  let stage: Stage
  let dana: Page
  staged('worklist', async (opened) => {
    stage = opened
    dana = await stage.signIn('dana@brightwater.example')
  })

  it('every part opens its list and fits both widths, and the open one leads back', async () => {
    await dana.goto('/payments')
    const lanes = dana.getByRole('navigation', { name: 'Worklist' })
    for (const lane of ['To enter', 'To match', 'To approve', 'To pay', 'Stuck']) {
      await lanes.getByRole('link', { name: new RegExp(`^${lane}`) }).click()
      await lanes.locator('[aria-current="page"]').filter({ hasText: lane }).waitFor()
      await dana.getByRole('heading', { level: 2 }).first().waitFor()
      expect(await stage.faultsAtBothWidths(dana, `worklist-${lane.replace(' ', '-')}`)).toEqual([])
    }
    await lanes.getByRole('link', { name: /^Stuck/ }).click()
    await dana.getByRole('heading', { level: 2, name: 'Bills to review' }).waitFor()
  })

  it('one key offers all that are due to be paid, and leaves the rest', async () => {
    await dana.goto('/payments?lane=PAY')
    await dana.getByRole('row', { name: /KC-7566/ }).waitFor()
    await dana.keyboard.press('p')
    const dialog = dana.getByRole('dialog', { name: 'Pay selected bills' })
    await dialog.waitFor()
    await dialog.getByText('$5,200.00').first().waitFor()
    expect(await dialog.getByText('$14,400.00').count()).toBe(0)
  })
})
