import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, type Stage } from '../../support/e2e/browser.ts'
import { findClipped } from '../../support/e2e/measured/clipped.ts'
import { staged } from '../../support/e2e/staged.ts'

const csv = (lines: string[], name = 'suppliers.csv', encoding: BufferEncoding = 'utf8') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n'), encoding),
})

const BARTER = 'Barter of goods and services as agreed once a year between both owners of the two companies'

/**
 * Vendors › Import: an admin of the demo company imports a file, and undoes that. Each step builds on the one before.
 */
describe('importing vendors', () => {
  let stage: Stage
  let maya: Page
  staged('vendor-imports', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `vendor-imports-${name}`)).toEqual([])
  }
  const choose = (file: ReturnType<typeof csv>) => maya.getByLabel('CSV file of vendors').setInputFiles(file)
  const fieldOf = (header: string) => maya.getByRole('combobox', { name: `Field of ${header}`, exact: true })
  const countOf = (label: string) => maya.locator('dl', { hasText: label }).locator('dd').textContent()

  it('an import starts in the list of vendors, and an unreadable file says what to do', async () => {
    await maya.goto('/vendors')
    await maya.getByRole('heading', { level: 1, name: 'Vendors' }).waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Import vendors' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Import vendors' }).waitFor()
    await maya.getByText('No imports yet').waitFor()
    const [download] = await Promise.all([
      maya.waitForEvent('download'),
      maya.getByRole('link', { name: 'Download template' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('outlay-vendors-template.csv')
    await choose(csv(['Name', 'Café du Monde'], 'latin.csv', 'latin1'))
    await maya.getByRole('alert').getByText('The file is not in UTF-8').waitFor()
    await noFaults('list')
  })

  it('the import shows what the columns seem to be and what would happen before it changes anything', async () => {
    await choose(
      csv([
        'Supplier,Owner email,How paid,Cost centre,E-mail',
        'Halcyon Courier,sofia@brightwater.example,Wire transfer,4711,desk@halcyon.example',
        'Quillpoint Paper,,ACH,4712,',
        'Acme Cloud,,ACH,4713,',
        'Acme Cloud LLC,,ACH,4714,',
        `Nettle & Sons,nobody@brightwater.example,${BARTER},4715,`,
      ]),
    )
    await maya.getByRole('heading', { level: 1, name: 'suppliers.csv' }).waitFor()
    expect(await fieldOf('Supplier').inputValue()).toBe('Name (required)')
    expect(await fieldOf('Owner email').inputValue()).toBe('Owners')
    expect(await fieldOf('Cost centre').inputValue()).toBe('Leave out')
    await fieldOf('How paid').fill('Payment')
    await maya.getByRole('option', { name: 'Payment method' }).click()
    await noFaults('columns')
    await maya.getByRole('button', { name: 'Check file' }).click()
    await maya.getByRole('heading', { name: 'Preview' }).waitFor()
    expect(await countOf('Will be created')).toBe('3')
    expect(await countOf('Will be skipped')).toBe('1')
    expect(await countOf('Cannot be imported')).toBe('1')
    await maya.getByText('Looks like Acme Cloud in row 4').waitFor()
    await maya.getByText(`Payment method: ${BARTER} isn’t a payment method`).waitFor()
    for (const width of [1280, 640, 390]) {
      await maya.setViewportSize({ width, height: 800 })
      expect(await maya.evaluate(findClipped, '[data-level]')).toEqual([])
    }
    await maya.setViewportSize(DESKTOP)
    const [download] = await Promise.all([
      maya.waitForEvent('download'),
      maya.getByRole('link', { name: 'Download 1 row with the reasons' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^outlay-vendors-not-imported-\d{4}-\d\d-\d\d\.csv$/)
    await noFaults('checked')
  })

  it('the import can be started with the keyboard, and every row shows its result', async () => {
    await maya.getByRole('button', { name: 'Import 3 vendors' }).focus()
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { name: 'What happened' }).waitFor()
    expect(await countOf('Created')).toBe('3')
    await maya.getByRole('combobox', { name: 'Which rows' }).click()
    await maya.getByRole('option', { name: 'All rows' }).click()
    await maya.getByRole('link', { name: 'Halcyon Courier' }).waitFor()
    await noFaults('done')
    await maya.getByRole('link', { name: 'Halcyon Courier' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Halcyon Courier' }).waitFor()
    await maya.getByRole('link', { name: 'desk@halcyon.example' }).waitFor()
  })

  it('an import can be undone except for vendors used since', async () => {
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Archive' }).click()
    await maya.getByText('Archived', { exact: true }).first().waitFor()
    await maya.goto('/vendors/imports')
    await maya.getByRole('link', { name: 'suppliers.csv' }).click()
    await maya.getByRole('button', { name: 'Undo import' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await maya.getByText('Undone', { exact: true }).waitFor()
    expect(await countOf('Removed')).toBe('2')
    expect(await countOf('Kept')).toBe('1')
    await maya.getByText('The vendor was changed since').waitFor()
    await noFaults('taken-back')
    expect(stage.complaints).toEqual([])
  })
})

/** Vendors › Merge: a duplicate caterer becomes one vendor, and two again. */
describe('merging vendors', () => {
  let stage: Stage
  let maya: Page
  staged('vendor-merges', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `vendor-merges-${name}`)).toEqual([])
  }
  let twinUrl = ''

  it('a merge starts on the page of the remaining vendor, with both side by side', async () => {
    await maya.goto('/vendors?search=Evergreen')
    await maya.getByRole('link', { name: 'Evergreen Catering B.V.' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Evergreen Catering B.V.' }).waitFor()
    twinUrl = maya.url()
    await maya.goBack()
    await maya.getByRole('link', { name: 'Evergreen Catering', exact: true }).click()
    await maya.getByRole('heading', { level: 1, name: 'Evergreen Catering', exact: true }).waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Merge another vendor into this one' }).click()
    await maya.getByRole('combobox', { name: 'Vendor to merge into this one' }).fill('Evergreen Catering B')
    await maya.getByRole('option', { name: 'Evergreen Catering B.V.' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Merge into Evergreen Catering' }).waitFor()
    await maya.getByText('1 service', { exact: true }).waitFor()
    expect(await maya.getByRole('radio', { name: /^Website of Evergreen Catering B\.V\./ }).isChecked()).toBe(true)
    expect(await maya.getByRole('radio', { name: /^Name of Evergreen Catering:/ }).isChecked()).toBe(true)
    await noFaults('sides')
  })

  it('the merge uses the chosen values, and old links lead to the remaining vendor', async () => {
    await maya.getByRole('radio', { name: /^Name of Evergreen Catering:/ }).focus()
    await maya.keyboard.press('ArrowRight')
    expect(await maya.getByRole('radio', { name: /^Name of Evergreen Catering B\.V\./ }).isChecked()).toBe(true)
    await maya.getByRole('button', { name: 'Merge vendors' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Merge vendors' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Evergreen Catering B.V.' }).waitFor()
    const survivor = maya.url()
    expect(survivor).not.toBe(twinUrl)
    await maya.getByRole('link', { name: /^Services \(/ }).waitFor()
    await maya.goto(twinUrl)
    await maya.waitForURL(survivor)
    await maya.getByRole('heading', { name: 'Merged vendors' }).waitFor()
    await noFaults('survivor')
  })

  it('a merge can be undone', async () => {
    await maya.getByRole('button', { name: 'Undo merge' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
    await maya.getByText('Evergreen Catering B.V. is back').waitFor()
    await maya.getByRole('heading', { level: 1, name: 'Evergreen Catering', exact: true }).waitFor()
    await maya.goto(twinUrl)
    await maya.getByRole('heading', { level: 1, name: 'Evergreen Catering B.V.' }).waitFor()
    expect(maya.url()).toBe(twinUrl)
    expect(stage.complaints).toEqual([])
  })
})
