import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Views of lists that one person keeps. Those of vendors and spend requests are tested with their lists. */
describe('saved views', () => {
  let stage: Stage
  let maya: Page
  staged('saved-views', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })

  it.each([
    {
      list: 'services',
      path: '/services',
      filters: '?filter=ALL&search=hosting',
      shown: /Hosting/,
      hidden: /Product analytics/,
    },
    { list: 'documents', path: '/documents', filters: '?show=ARCHIVED', shown: null, hidden: /Acme Cloud/ },
    { list: 'documents', path: '/documents', filters: '?show=unassociated', shown: null, hidden: /Acme Cloud/ },
    { list: 'members', path: '/settings/members', filters: '?search=omar', shown: /Omar Haddad/, hidden: /Dana Fox/ },
    { list: 'members', path: '/settings/members', filters: '?status=disabled', shown: null, hidden: /Dana Fox/ },
  ])('a view of $list ($filters) shows the same list again, and its file has its lines', async (tested) => {
    const { list, path, filters, shown, hidden } = tested
    const name = `Mine ${filters}`
    const hiddenRow = maya.getByRole('row', { name: hidden }).first()
    const isShown = async () => {
      await hiddenRow.waitFor({ state: 'detached' })
      if (shown) await maya.getByRole('row', { name: shown }).first().waitFor()
    }
    await maya.goto(`${path}${filters}`)
    await maya.getByRole('button', { name: 'Views' }).waitFor()
    await isShown()
    await maya.getByRole('button', { name: 'Views' }).click()
    await maya.getByRole('menuitem', { name: 'Save this view' }).click()
    await maya.getByRole('dialog').getByLabel('Name').fill(name)
    await maya.getByRole('button', { name: 'Save view' }).click()
    await maya.getByText('View saved').waitFor()
    await maya.goto(path)
    await hiddenRow.waitFor()
    await maya.getByRole('button', { name: 'Views' }).click()
    await maya.getByRole('menuitem', { name }).click()
    await isShown()
    expect(await stage.faultsAtBothWidths(maya, `saved-views-${list}`)).toEqual([])
    await maya.getByRole('button', { name: 'More actions' }).click()
    const download = maya.waitForEvent('download')
    await maya.getByRole('menuitem', { name: 'Export as CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^outlay-${list}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  })
})
