import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Stage } from '../../support/e2e/browser.ts'
import { pickByKeyboard } from '../../support/e2e/fields.ts'
import { tabTo as tabThere } from '../../support/e2e/keyboard.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Settings › Members without a mouse, from the list to the last button. Each step builds on the one before. */
const MAYA = 'maya@brightwater.example'

describe('managing members with the keyboard alone', () => {
  let stage: Stage
  let maya: Page
  staged('members-keyboard', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const press = async (...keys: string[]) => {
    for (const key of keys) await maya.keyboard.press(key)
  }
  const tabTo = (name: RegExp, role: Parameters<typeof tabThere>[1], back = false) => tabThere(maya, role, name, back)
  const chooseItem = async (name: string) => {
    const item = maya.getByRole('menuitem', { name, exact: true })
    await item.waitFor()
    for (let presses = 0; presses < 12; presses++) {
      if ((await item.and(maya.locator(':focus')).count()) > 0) break
      await press('ArrowDown')
    }
    // What is still fading in doesn't take the key. What follows scrolling never ends.
    await maya.evaluate(() => {
      const fading = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
      return Promise.allSettled(fading.map(({ finished }) => finished))
    })
    await press('Enter')
  }
  /** In the focused field: opens its list, goes down to the option and takes it. */
  const pick = async (name: string) => {
    await press('ArrowDown')
    await pickByKeyboard(maya, maya.getByRole('option', { name, exact: true }))
  }
  afterEach(async () => {
    await maya.waitForTimeout(300)
    expect(await maya.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })
  const told = (text: string | RegExp) => maya.getByText(text).first().waitFor()

  it('a member can be added with a department, and their page opens', async () => {
    await maya.goto('/settings/members')
    await maya.getByRole('row', { name: /Ada Pereira/ }).waitFor()
    await tabTo(/^Add member$/, 'button')
    await press('Enter')
    await maya.getByRole('dialog', { name: 'Add member' }).getByLabel('First name').waitFor()
    for (const [label, text] of [
      ['First name', 'Kit'],
      ['Last name', 'Moreno'],
      ['Email', 'kit@brightwater.example'],
    ] as const) {
      await tabTo(new RegExp(`^${label}`), 'textbox')
      await maya.keyboard.type(text)
    }
    await tabTo(/^Departments/, 'combobox')
    await pick('Marketing')
    await tabTo(/^Add member$/, 'button')
    await press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Kit Moreno' }).waitFor()
    await maya.getByRole('definition').filter({ hasText: 'Marketing' }).waitFor()
  })

  it('a member can be changed, disabled and enabled again', async () => {
    await tabTo(/^Edit member$/, 'link')
    await press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Edit Kit Moreno' }).waitFor()
    await tabTo(/^Title/, 'textbox')
    await maya.keyboard.type('Stage manager')
    await tabTo(/^Payments/, 'checkbox')
    await press('Space')
    await tabTo(/^Save member$/, 'button')
    await press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Kit Moreno' }).waitFor()
    await told('Stage manager')
    await tabTo(/^More actions$/, 'button')
    await press('Enter')
    await chooseItem('Disable')
    await maya.getByRole('dialog', { name: 'Disable Kit Moreno?' }).waitFor()
    await tabTo(/^Disable member$/, 'button')
    await press('Enter')
    await told(/^Kit Moreno disabled/)
    await maya.getByRole('dialog').waitFor({ state: 'hidden' })
    await tabTo(/^More actions$/, 'button', true)
    await press('Enter')
    await chooseItem('Enable')
    await maya.getByRole('dialog').waitFor()
    await tabTo(/^Enable member$/, 'button')
    await press('Enter')
    await told('Kit Moreno enabled')
  })

  it('a member can be found by typing, selected with others, and added to a group', async () => {
    await maya.goto('/settings/members')
    await maya.getByRole('row', { name: /Kit Moreno/ }).waitFor()
    await tabTo(/^Search members$/, 'textbox')
    await maya.keyboard.type('moren')
    await maya.getByRole('row', { name: /Ada Pereira/ }).waitFor({ state: 'detached' })
    await tabTo(/^Select row /, 'checkbox')
    await press('Space')
    await tabTo(/^Change$/, 'button', true)
    await press('Enter')
    await chooseItem('Groups')
    await maya.getByRole('dialog', { name: /^Groups of/ }).waitFor()
    await tabTo(/^Groups/, 'combobox')
    await pick('Legal')
    await tabTo(/^Change member/, 'button')
    await press('Enter')
    await told(/^1 member changed/)
    expect(stage.complaints).toEqual([])
  })
})
