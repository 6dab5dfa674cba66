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

  const payDue = async (person: Page) => {
    await person.goto('/payments?lane=PAY')
    await person.getByRole('row', { name: /KC-7566/ }).waitFor()
    await person.keyboard.press('p')
    const dialog = person.getByRole('dialog', { name: 'Pay selected bills' })
    await dialog.waitFor()
    return dialog
  }

  it('one key offers all that are due to be paid, and nothing to those who may pay none of it', async () => {
    const own = await payDue(dana)
    await own.getByText('You entered this bill, so someone else has to start the payment.').waitFor()
    expect(await own.getByRole('button', { name: /^Pay / }).count()).toBe(0)
    const sofia = await stage.signIn('sofia@brightwater.example')
    const dialog = await payDue(sofia)
    await dialog.getByRole('button', { name: 'Pay $5,200.00' }).waitFor()
    expect(await dialog.getByText('KC-7702').count()).toBe(0)
  })
})
