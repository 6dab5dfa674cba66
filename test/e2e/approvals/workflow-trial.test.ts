import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Request configuration: an admin tries the demo company's software workflow before saving it. */
const MAYA = 'maya@brightwater.example'

describe('trying a workflow', () => {
  let stage: Stage
  let maya: Page
  staged('workflow-trial', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `workflow-trial-${name}`)).toEqual([])
  }
  const panel = (name: string) => maya.getByRole('tabpanel', { name })
  const open = async (name: string) => {
    await maya.getByRole('tab', { name }).click()
    await panel(name).waitFor()
  }

  it('test answers show who would approve and why, and draw the path', async () => {
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Request configuration' }).click()
    // Home has links with that name as well, and is shown until the page has loaded.
    await maya.getByRole('heading', { level: 1, name: 'Request configuration' }).waitFor()
    await maya.getByRole('main').getByRole('link', { name: 'Software' }).click()
    await maya
      .getByRole('tab', { name: 'Workflows' })
      .or(maya.getByRole('link', { name: 'Workflows' }))
      .click()
    await maya.getByRole('link', { name: 'Software purchase' }).click()
    await open('Try answers')
    await panel('Try answers').getByRole('combobox', { name: 'Requester' }).fill('Dana')
    await maya.getByRole('option', { name: 'Dana Fox' }).click()
    const amount = panel('Try answers').getByRole('textbox', { name: 'Total cost of the first year' })
    await amount.fill('500')
    await panel('Try answers')
      .getByText(/steps? skipped/)
      .waitFor()
    await amount.fill('90000')
    await panel('Try answers')
      .getByText(/90,000\.00/)
      .first()
      .waitFor()
    await noFaults('try')
    await panel('Try answers').getByRole('button', { name: 'Show the path in the diagram' }).click()
    await maya.getByText('Path of the tested answers').waitFor()
    expect(await panel('Picture').getByText('Asked', { exact: true }).count()).toBeGreaterThan(0)
    await noFaults('path')
    await maya.getByRole('button', { name: 'Show all' }).click()
    expect(await panel('Picture').getByText('Asked', { exact: true }).count()).toBe(0)
  })

  it('replaying past requests against the draft shows who gains and who loses an approval', async () => {
    await open('Past requests')
    await panel('Past requests').getByRole('button', { name: 'Test past requests' }).click()
    await panel('Past requests')
      .getByText(/would be approved by the same people/)
      .waitFor()
    await maya.getByRole('button', { name: 'Actions of Finance' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await panel('Past requests').getByText('The rules changed since these requests were tested.').waitFor()
    await panel('Past requests').getByRole('button', { name: 'Run again' }).click()
    await panel('Past requests')
      .getByText(/would be approved differently/)
      .waitFor()
    await panel('Past requests').getByRole('table').getByRole('row').nth(1).waitFor()
    await noFaults('replay')
  })

  it('a saved version says what it changed and can be restored', async () => {
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText('Workflow saved').waitFor()
    await open('Versions')
    const versions = panel('Versions').getByRole('list', { name: 'Versions of this workflow' })
    await versions.getByText(/^Removed “/).waitFor()
    await noFaults('versions')
    await versions.getByRole('button', { name: 'Restore version 2' }).click()
    await maya.getByText('Unsaved changes').waitFor()
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await open('Versions')
    await versions
      .getByText(/^Added “/)
      .first()
      .waitFor()
  })

  it('another workflow is tried first when it is moved to the top', async () => {
    await maya.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Workflows' }).click()
    await maya.getByRole('button', { name: 'New workflow' }).click()
    await maya.getByRole('dialog').getByLabel('Name').fill('Fast lane')
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Fast lane' }).waitFor()
    await open('Try answers')
    await panel('Try answers')
      .getByText(/uses “Software purchase”/)
      .waitFor()
    await maya.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Workflows' }).click()
    await maya.getByRole('button', { name: 'Actions of Fast lane' }).click()
    await maya.getByRole('menuitem', { name: 'Try earlier' }).click()
    await maya.getByRole('row', { name: /Fast lane.*1st/ }).waitFor()
    await noFaults('list')
  })
})
