import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { pickByKeyboard } from '../../support/e2e/fields.ts'
import { tabTo } from '../../support/e2e/keyboard.ts'
import { cellOf, pasteRows } from '../../support/e2e/lines.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A spend request of ten lines by someone who copies them from a spreadsheet and never takes the mouse. */
const JONAS = 'jonas@brightwater.example'

const LINES = [
  ['Laptops', '12.400,00'],
  ['Docking stations', '1.250,50'],
  ['Screens', '3.980,00'],
  ['Keyboards', '415,9'],
  ['Mice', '199'],
  ['Headsets', '860,00'],
  ['Cameras', '540,25'],
  ['Chargers', '75,00'],
  ['Bags', '320'],
  ['Shipping', '0,35'],
] as const
const MINOR = [1_240_000, 125_050, 398_000, 41_590, 19_900, 86_000, 54_025, 7_500, 32_000, 35]

/** Like a keyboard user: Tab until it has the focus. */
const tabToCell = async (page: Page, cell: Locator): Promise<void> => {
  for (let presses = 0; presses < 30; presses++) {
    if (await cell.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The cell was not reached')
}

describe('the lines of a spend request', () => {
  let stage: Stage
  let jonas: Page
  staged('spend-lines', async (opened) => {
    stage = opened
    jonas = await stage.signIn(JONAS)
  })
  const line = (at: number, field: string) => cellOf(jonas, at, field)
  const press = (key: string) => jonas.keyboard.press(key)
  const typed = async (role: 'textbox' | 'combobox', name: string, text: string) => {
    await tabTo(jonas, role, name)
    await jonas.keyboard.type(text)
  }
  const column = (field: string) =>
    Promise.all(LINES.map((_, at) => line(at, field).locator('span').first().textContent()))

  it('ten lines are pasted, filled down and submitted by keys alone', async () => {
    await jonas.goto('/spend-requests/add-new')
    await typed('combobox', 'Vendor', 'Kestrel')
    await pickByKeyboard(jonas, jonas.getByRole('option', { name: 'Kestrel CAD', exact: true }))
    await typed('textbox', 'Description', 'Everything for ten desks')
    await typed('textbox', 'Service start date', 'Jan 15, 2027')
    await tabToCell(jonas, line(0, 'description'))
    await pasteRows(
      jonas,
      LINES.map(([what]) => [what]),
    )
    await line(9, 'description').getByText('Shipping').waitFor()
    await press('End')
    await pasteRows(
      jonas,
      LINES.map(([, amount]) => [amount]),
    )
    await line(9, 'amount').getByText('0.35').waitFor()
    await press('Home')
    for (const [field, name] of [
      ['categoryId', 'Hardware'],
      ['departmentId', 'Engineering'],
    ] as const) {
      await press('ArrowRight')
      await jonas.keyboard.type(name)
      await press('Enter')
      await line(0, field).locator('span', { hasText: name }).waitFor()
      await press('ArrowUp')
      for (let at = 0; at < 9; at++) await press('Shift+ArrowDown')
      await press('Control+d')
      expect(await column(field)).toEqual(LINES.map(() => name))
      await press('Control+Home')
      if (field === 'departmentId') await press('ArrowRight')
      await press('ArrowRight')
    }
    // What was cleared by mistake comes back.
    await press('Delete')
    await line(0, 'departmentId').locator('span', { hasText: 'Engineering' }).waitFor({ state: 'detached' })
    await press('Control+z')
    await line(0, 'departmentId').locator('span', { hasText: 'Engineering' }).waitFor()
    await jonas.getByText('$20,041.00').first().waitFor()
    expect(await stage.faultsAtBothWidths(jonas, 'spend-lines')).toEqual([])
    await tabTo(jonas, 'button', 'Submit spend request')
    await press('Enter')
    await jonas.getByRole('heading', { level: 1, name: 'Kestrel CAD: Everything for ten desks' }).waitFor()
    const id = /spend-requests\/([\w-]+)/.exec(jonas.url())?.[1] ?? ''
    const { body } = await (await Api.signIn(stage.host, JONAS)).get(`/api/spend-requests/${id}`)
    const kept = body.spendRequestLines as {
      description: string
      estimatedCost: { value: number }
      category: { name: string }
    }[]
    expect(kept.map(({ description, estimatedCost }) => [description, estimatedCost.value])).toEqual(
      LINES.map(([what], at) => [what, MINOR[at]]),
    )
    expect(new Set(kept.map(({ category }) => category.name))).toEqual(new Set(['Hardware']))
  })

  it('a name that isn’t there is refused in its cell, and a phone shows each line as a card that fits', async () => {
    await jonas.goto('/spend-requests/add-new')
    await line(0, 'categoryId').focus()
    await pasteRows(jonas, [['No such category', 'Engineering', '', '', '1.000,00']])
    await line(0, 'amount').getByText('1,000.00').waitFor()
    await jonas.getByRole('button', { name: 'Submit spend request' }).click()
    await line(0, 'categoryId').getByText('Not found. Choose one from the list').waitFor()
    await jonas.setViewportSize({ width: 390, height: 844 })
    expect(await stage.accessibilityFaults(jonas)).toEqual([])
    await stage.picture(jonas, 'spend-lines-390')
    expect(await jonas.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const { height } = (await line(0, 'amount').boundingBox()) ?? { height: 0 }
    expect(height).toBeGreaterThanOrEqual(44)
    expect(stage.complaints).toEqual([])
  })
})
