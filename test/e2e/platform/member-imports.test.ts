import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, type Stage } from '../../support/e2e/browser.ts'
import { findClipped } from '../../support/e2e/measured/clipped.ts'
import { staged } from '../../support/e2e/staged.ts'

const csv = (lines: string[], name = 'people.csv', encoding: BufferEncoding = 'utf8') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n'), encoding),
})

/**
 * Settings › Members › Import: an admin of the demo company adds people from a file, and undoes that. Each step builds on
 * the one before.
 */
describe('importing members', () => {
  let stage: Stage
  let maya: Page
  staged('member-imports', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `member-imports-${name}`)).toEqual([])
  }
  const choose = (file: ReturnType<typeof csv>) => maya.getByLabel('CSV file of members').setInputFiles(file)
  const countOf = (label: string) =>
    maya
      .locator('dl', { has: maya.getByText(label, { exact: true }) })
      .locator('dd')
      .textContent()

  it('an import starts in the list of members, and an unreadable file says what to do', async () => {
    await maya.goto('/settings/members')
    await maya.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    await maya.getByRole('button', { name: 'More actions' }).first().click()
    await maya.getByRole('menuitem', { name: 'Import members' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Import members' }).waitFor()
    await maya.getByText('No imports yet').waitFor()
    const [download] = await Promise.all([
      maya.waitForEvent('download'),
      maya.getByRole('link', { name: 'Download template' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('outlay-members-template.csv')
    await choose(csv(['Email,First name,Last name', 'zoe@x.example,Zoë,Berg'], 'latin.csv', 'latin1'))
    await maya.getByRole('alert').getByText('The file is not in UTF-8').waitFor()
    await noFaults('list')
  })

  it('a check says beside each row what would happen, and offers to create departments', async () => {
    await choose(
      csv([
        '\uFEFFWork email;First name;Surname;Department;Role;Reports to',
        'NADIA@NEWPEOPLE.EXAMPLE;Nadia;Petrov;Robotics;Department lead;',
        'tom@newpeople.example;Tom;Weiss;Robotics;;nadia@newpeople.example',
        'tom@newpeople.example;Tom;Again;;;',
        'maya@brightwater.example;Maya;Chen;;;',
      ]),
    )
    await maya.getByRole('heading', { level: 1, name: 'people.csv' }).waitFor()
    expect(await maya.getByRole('combobox', { name: 'Field of Reports to' }).inputValue()).toBe('Manager')
    await maya.getByRole('button', { name: 'Check file' }).click()
    await maya.getByRole('heading', { name: 'Preview' }).waitFor()
    expect(await countOf('Can’t be added')).toBe('3')
    expect(await countOf('Will be skipped')).toBe('1')
    await maya.getByText('Email: Row 3 has the same email').waitFor()
    await maya.getByText('Email: Already a member').waitFor()
    for (const width of [1280, 640, 390]) {
      await maya.setViewportSize({ width, height: 800 })
      expect(await maya.evaluate(findClipped, '[data-level]')).toEqual([])
    }
    await maya.setViewportSize(DESKTOP)
    await noFaults('checked')
    await maya.getByRole('checkbox', { name: 'Create these departments with the import' }).check()
    await maya.getByRole('button', { name: 'Add 2 members' }).waitFor()
    await maya.getByText('The department Robotics will be created').first().waitFor()
  })

  it('people are added with the keyboard alone, without an email unless it is chosen', async () => {
    await maya.getByRole('button', { name: 'Add 2 members' }).focus()
    await maya.keyboard.press('Enter')
    const dialog = maya.getByRole('dialog', { name: 'Add 2 members?' })
    await dialog.waitFor()
    await noFaults('dialog')
    const invite = dialog.getByRole('checkbox', { name: 'Email everyone an invitation now' })
    expect(await invite.isChecked()).toBe(false)
    await dialog.getByRole('button', { name: 'Add members' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { name: 'What happened' }).waitFor()
    expect(await countOf('Added')).toBe('2')
    await maya.getByRole('link', { name: 'Nadia Petrov' }).waitFor()
    await noFaults('done')
  })

  it('undoing removes those who never signed in, and lists who stays and why', async () => {
    await maya.getByRole('link', { name: 'Nadia Petrov' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Nadia Petrov' }).waitFor()
    await maya.getByRole('link', { name: 'Edit' }).click()
    await maya.getByRole('textbox', { name: 'Title' }).fill('Head of robotics')
    await maya.getByRole('button', { name: /^Save/ }).click()
    await maya.getByText('Head of robotics').first().waitFor()
    await maya.goto('/settings/members/imports')
    await maya.getByRole('link', { name: 'people.csv' }).click()
    await maya.getByRole('button', { name: 'Undo import' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await maya.getByText('Someone changed them since the import').waitFor()
    expect([await countOf('Removed'), await countOf('Kept')]).toEqual(['1', '1'])
    await noFaults('undone')
  })
})
