import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Lists as tools: amounts and departments as filters, totals, and columns as each person wants them. */
const MAYA = 'maya@brightwater.example'

describe('lists', () => {
  let stage: Stage
  let maya: Page
  staged('list-tools', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `list-tools-${name}`)).toEqual([])
  }
  const headings = async (): Promise<string[]> => {
    const shown = await maya.getByRole('columnheader').all()
    return (await Promise.all(shown.map((each) => each.getAttribute('aria-label')))).filter((name) => name !== null)
  }
  const handle = (column: string) => maya.getByRole('separator', { name: `Width of ${column}` })
  const search = (): URLSearchParams => new URL(maya.url()).searchParams

  it('what the list comes to follows its filters, by currency', async () => {
    await maya.goto('/services')
    const totals = maya.getByRole('status').filter({ hasText: 'Period cost' })
    await totals.getByText(/^\d+ services/).waitFor()
    const all = await totals.textContent()
    await noFaults('totals')
    await maya.getByRole('button', { name: /^Filters/ }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Period cost from' }).fill('50000')
    await maya.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Period cost to' }).fill('100')
    await maya.keyboard.press('Enter')
    await dialog.getByText('Less than the amount before').waitFor()
    await noFaults('amount')
    await dialog.getByRole('textbox', { name: 'Period cost to' }).fill('')
    await maya.keyboard.press('Enter')
    await dialog.getByRole('combobox', { name: 'Departments' }).click()
    await maya.getByRole('option', { name: 'Engineering' }).click()
    await maya.keyboard.press('Escape')
    await maya.keyboard.press('Escape')
    await maya.getByText('Period cost: from $50,000').waitFor()
    expect(search().get('amount')).toBe('USD,5000000,')
    expect(search().getAll('departmentIds')).toHaveLength(1)
    await maya.getByRole('button', { name: 'Remove filter Departments' }).click()
    await totals.getByText(/^\d+ services?/).waitFor()
    const { body } = await (await Api.signIn(stage.host, MAYA)).get('/api/services/totals?amount=USD,5000000,')
    await totals.getByText(`${body.count} services`).waitFor()
    expect(await totals.textContent()).not.toBe(all)
    await noFaults('filtered')
  })

  it('a column is made wider and narrower by keyboard and by pointer, and stays so on another device', async () => {
    const api = await Api.signIn(stage.host, MAYA)
    await maya.goto('/services')
    await maya.getByRole('link', { name: 'Data warehouse' }).waitFor()
    await handle('Vendor').focus()
    const width = async () => Number(await handle('Vendor').getAttribute('aria-valuenow'))
    const first = await width()
    await maya.keyboard.press('ArrowRight')
    await maya.keyboard.press('Shift+ArrowRight')
    await expect.poll(width).toBe(first + 80)
    const header = maya.getByRole('columnheader', { name: 'Vendor' })
    await expect.poll(async () => Math.round((await header.boundingBox())?.width ?? 0)).toBe(first + 80)
    await maya.keyboard.press('Home')
    await expect.poll(width).toBe(48)
    await noFaults('narrow')
    const box = await handle('Vendor').boundingBox()
    if (!box) throw new Error('No handle')
    await maya.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await maya.mouse.down()
    await maya.mouse.move(box.x + 150, box.y + 4, { steps: 5 })
    await maya.mouse.up()
    await expect.poll(width).toBeGreaterThan(150)
    const dragged = await width()
    expect(search().get('columns')).toContain(`vendor~${dragged}`)
    await expect
      .poll(async () => (await api.get('/api/list-columns')).body, { timeout: 5_000 })
      .toMatchObject([{ list: 'services', columns: expect.stringContaining(`vendor~${dragged}`) }])
    const other = await stage.signIn(MAYA)
    await other.goto('/services')
    const there = other.getByRole('columnheader', { name: 'Vendor' })
    await other.getByRole('link', { name: 'Data warehouse' }).waitFor()
    await expect.poll(async () => Math.round((await there.boundingBox())?.width ?? 0), { timeout: 5_000 }).toBe(dragged)
    await other.close()
    await handle('Vendor').focus()
    await maya.keyboard.press('Delete')
    await expect.poll(() => search().get('columns') ?? '').not.toContain('~')
  })

  it('columns are put in another order by keyboard, and a saved view keeps it', async () => {
    await maya.goto('/services')
    await maya.getByRole('button', { name: 'Choose columns' }).click()
    await maya.getByRole('menuitem', { name: 'Change the order' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Columns' })
    await dialog.getByRole('button', { name: 'Move Vendor' }).focus()
    await maya.keyboard.press('Space')
    await maya.waitForTimeout(300)
    await maya.keyboard.press('ArrowUp')
    await maya.waitForTimeout(300)
    await maya.keyboard.press('Space')
    await expect.poll(async () => (await headings())[0]).toBe('Vendor')
    await noFaults('order')
    await dialog.getByRole('button', { name: 'Done' }).click()
    const order = await headings()
    await maya.getByRole('button', { name: 'Views' }).click()
    await maya.getByRole('menuitem', { name: /Save/ }).click()
    await maya.getByRole('dialog').getByRole('textbox').fill('Vendors first')
    await maya.getByRole('dialog').getByRole('button', { name: /Save/ }).click()
    await maya.getByText('Vendors first').first().waitFor()
    await maya.getByRole('button', { name: 'Choose columns' }).click()
    await maya.getByRole('menuitem', { name: 'Reset columns' }).click()
    await expect.poll(async () => (await headings())[0]).toBe('Service')
    await maya.getByRole('button', { name: /^(Views|Vendors first)/ }).click()
    await maya.getByRole('menuitem', { name: 'Vendors first' }).click()
    await expect.poll(headings).toEqual(order)
    await maya.reload()
    await expect.poll(headings).toEqual(order)
  })

  it('a list is grouped by a column, and its groups can be closed', async () => {
    await maya.goto('/services')
    await maya.getByRole('button', { name: 'Choose columns' }).click()
    await maya.getByRole('menuitemcheckbox', { name: 'Vendor' }).last().click()
    await maya.keyboard.press('Escape')
    const group = (name: string) => maya.getByRole('button', { name: new RegExp(`^${name} ?\\d+`) })
    await group('Acme Cloud').waitFor()
    expect(search().get('groupBy')).toBe('vendor')
    await maya.goto('/services?groupBy=vendor&sort=-endDate')
    await group('Atlas Analytics').waitFor()
    const rows = maya.getByRole('row', { name: /Atlas Analytics/ })
    await maya.getByRole('link', { name: 'Data warehouse' }).waitFor()
    const count = await rows.count()
    await group('Atlas Analytics').focus()
    await maya.keyboard.press('Enter')
    expect(await group('Atlas Analytics').getAttribute('aria-expanded')).toBe('false')
    await maya.getByRole('link', { name: 'Data warehouse' }).waitFor({ state: 'detached' })
    expect(await rows.count()).toBeLessThan(count)
    await noFaults('grouped')
    await maya.goto('/intake-requests?filter=ALL&groupBy=status')
    await maya.getByRole('button', { name: /^Approved ?\d+/ }).waitFor()
    await noFaults('requests-grouped')
    for (const list of ['documents', 'vendors', 'settings/members']) {
      await maya.goto(`/${list}?groupBy=createdAt`)
      // By the month in which each was added.
      await maya
        .getByRole('button', { name: /^[A-Z][a-z]+ 20\d\d ?\d+/ })
        .first()
        .waitFor()
      await noFaults(list.replace(/\W/g, '-'))
    }
    // What isn't a group of the list counts for nothing.
    await maya.goto('/services?groupBy=nonsense')
    await maya.getByRole('row', { name: /Data warehouse/ }).waitFor()
    expect(await maya.locator('th[scope="rowgroup"]').count()).toBe(0)
  })

  it('a group says what it comes to over all pages, filtered like the list', async () => {
    const api = await Api.signIn(stage.host, MAYA)
    const { body } = await api.get('/api/services/totals?filter=ALL&groupBy=vendor')
    const [whole] = body.groups.toSorted((a: { count: number }, b: { count: number }) => b.count - a.count)
    const { body: listed } = await api.get(`/api/services?filter=ALL&vendorId=${whole.key}`)
    const vendor = listed.edges[0].node.vendor.name
    await maya.goto('/services?filter=ALL&groupBy=vendor&view=all')
    const heading = maya.locator('th[scope="rowgroup"]').filter({ hasText: vendor })
    await heading.filter({ hasText: new RegExp(`${vendor}${whole.count}\\D`) }).waitFor()
    await heading.getByText(/\$[\d,]+/).waitFor()
    await maya.goto('/vendors?groupBy=owners')
    await maya
      .getByRole('button', { name: /^Omar Haddad ?\d+/ })
      .first()
      .waitFor()
    await noFaults('vendors-by-owner')
    await maya.goto('/documents?groupBy=type')
    await maya.locator('th[scope="rowgroup"]').first().waitFor()
    await noFaults('documents-by-type')
    await maya.goto('/settings/members?groupBy=roles')
    await maya.getByRole('button', { name: /^Admin ?\d+$/ }).waitFor()
    await noFaults('members-by-role')
  })

  it('the browser reports no errors', () => {
    expect(stage.complaints).toEqual([])
  })
})
