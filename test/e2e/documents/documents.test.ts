import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { textPdf } from '../../../worker/local/demo/document-files.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/**
 * Documents: an admin of the demo company looks through them, and adds and assigns one. Each step builds on the one
 * before.
 */
describe('documents', () => {
  let stage: Stage
  let maya: Page
  staged('documents', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(maya, `documents-${name}`)).toEqual([])
  }
  const choose = async (name: string, buffer: Buffer) =>
    maya
      .locator('input[type=file]:not([capture])')
      .first()
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

  it('documents are listed with what they belong to, and unattached ones have a separate list', async () => {
    await maya.getByRole('link', { name: 'Documents', exact: true }).click()
    await maya
      .getByRole('row', { name: /Acme Cloud master agreement\.pdf MSA Acme Cloud Compute and storage/ })
      .waitFor()
    await noFaults('list')
    await maya.getByRole('textbox', { name: /^Search documents/ }).fill('soc 2')
    await maya.getByRole('row', { name: /master agreement/ }).waitFor({ state: 'detached' })
    await maya.getByRole('link', { name: 'Acme Cloud SOC 2 report.pdf' }).waitFor()
    await maya.getByRole('textbox', { name: /^Search documents/ }).fill('')
    await maya.getByRole('combobox', { name: 'Show' }).click()
    await maya.getByRole('option', { name: 'Not linked to anything' }).click()
    await maya.getByRole('link', { name: 'AT-20418.pdf' }).waitFor()
    await maya.getByRole('row', { name: /master agreement/ }).waitFor({ state: 'detached' })
    expect(maya.url()).toContain('show=unassociated')
  })

  it('a document shows its extracted terms, and one click copies matching values', async () => {
    await maya.getByRole('link', { name: 'AT-20418.pdf' }).click()
    await maya.getByRole('heading', { level: 1, name: 'AT-20418.pdf' }).waitFor()
    await maya.getByText('$30,300.00').first().waitFor()
    await maya.getByRole('button', { name: 'Use as type' }).click()
    await maya.getByText('Document changed').waitFor()
    await maya.getByRole('button', { name: 'Attach to Atlas Analytics' }).click()
    await maya.getByRole('link', { name: 'Atlas Analytics' }).waitFor()
    await maya.getByRole('button', { name: 'Summarize' }).click()
    await maya.getByText(/^Invoice AT-20418 of Atlas Analytics GmbH/).waitFor()
    await maya.getByRole('button', { name: /^p\. 1, Total/ }).click()
    await maya.getByRole('img', { name: /^Page 1 of AT-20418\.pdf, marked: / }).waitFor()
    expect(maya.url()).toContain('place=')
    const sheet = maya.getByRole('main')
    const mark = await sheet.locator('[class*="_place_"]').first().boundingBox()
    const drawn = await sheet.locator('canvas').boundingBox()
    if (!mark || !drawn) throw new Error('No place is marked on the page')
    // The total is one line within the page.
    expect(mark.height).toBeGreaterThan(4)
    expect(mark.height).toBeLessThan(drawn.height / 10)
    expect(mark.x).toBeGreaterThanOrEqual(drawn.x)
    expect(mark.x + mark.width).toBeLessThanOrEqual(drawn.x + drawn.width)
    await noFaults('place')
    await maya.getByRole('button', { name: 'Show whole document' }).click()
    await noFaults('page')
  })

  it('a document can be added with a file, and a refused file says why', async () => {
    await maya.getByRole('link', { name: 'Documents', exact: true }).first().click()
    await maya.getByRole('link', { name: 'Add document' }).click()
    await maya.getByRole('button', { name: 'Add document' }).click()
    await maya.getByText('Required').first().waitFor()
    await choose('prices.csv', Buffer.from('a,b'))
    await maya.getByText('File type is not allowed.').waitFor()
    await choose('fake.pdf', Buffer.from('MZ no PDF'))
    await maya.getByText('The file’s content doesn’t match its type.').waitFor()
    const text = 'The term of 24 months starts on May 1, 2026. It renews automatically for one year.'
    const pdf = await textPdf('Order Form', [[{ text: 'Vendor: Inkwell Print' }, { text }]])
    await choose('Inkwell order.pdf', Buffer.from(pdf))
    await maya.getByText(/uploaded$/).waitFor()
    expect(await maya.getByLabel('Name').inputValue()).toBe('Inkwell order.pdf')
    await maya.getByRole('combobox', { name: 'Types' }).fill('Order')
    await maya.getByRole('option', { name: 'Order form' }).click()
    await maya.keyboard.press('Escape')
    await maya.getByRole('combobox', { name: 'Vendor' }).fill('Inkwell')
    await maya.getByRole('option', { name: 'Inkwell Print' }).click()
    await noFaults('form')
    await maya.getByRole('button', { name: 'Add document' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Inkwell order.pdf' }).waitFor()
    await maya.getByText('Automatic').first().waitFor()
  })

  it('an edit that conflicts with someone else’s loses nothing', async () => {
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Edit' }).click()
    await maya.getByLabel('Description').fill('For the office')
    const other = await maya.context().newPage()
    await other.goto(maya.url())
    await other.getByLabel('Name').fill('Inkwell order form.pdf')
    await other.getByRole('button', { name: 'Save document' }).click()
    await other.getByRole('heading', { level: 1, name: 'Inkwell order form.pdf' }).waitFor()
    await other.close()
    await maya.getByRole('button', { name: 'Save document' }).click()
    await maya.getByText('From their changes: Name.').waitFor()
    await maya.getByRole('button', { name: 'Save document' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Inkwell order form.pdf' }).waitFor()
    await maya.getByText('For the office').first().waitFor()
  })

  it('a person mentioned in a discussion finds it on Home, with a link to the place', async () => {
    const omar = await stage.signIn('omar@brightwater.example')
    const box = maya.getByRole('textbox', { name: 'New comment' })
    await box.fill('Is this the last one, @Omar')
    await maya.getByRole('option', { name: /Omar Haddad/ }).click()
    await maya.getByRole('button', { name: 'Add comment' }).click()
    await maya.getByText(/Is this the last one/).waitFor()
    await omar.goto(new URL('/', omar.url()).href)
    await omar.getByRole('link', { name: 'Inkwell order form.pdf' }).click()
    await omar.getByRole('heading', { level: 1, name: 'Inkwell order form.pdf' }).waitFor()
    await omar
      .getByRole('article', { name: /started by Maya/ })
      .getByText(/Is this the last one/)
      .waitFor()
    expect(omar.url()).toContain('thread=')
    await omar.context().close()
  })

  it('an existing document can be attached to a service and removed again', async () => {
    await maya.goto(new URL('/services', maya.url()).href)
    await maya.getByRole('link', { name: 'Kestrel CAD seats' }).click()
    const section = maya.getByRole('region', { name: 'Documents' })
    await section.getByText('No documents yet').waitFor()
    const search = section.getByRole('textbox', { name: 'Attach an existing document' })
    // What arrives above the field pushes it out of sight, and its list closes.
    await maya.waitForLoadState('networkidle')
    await search.fill('nothing of that name')
    await maya.getByText('No results').waitFor()
    await search.fill('scan of')
    await maya.getByRole('option', { name: /Scan of insurance\.pdf/ }).click()
    await section.getByRole('link', { name: 'Scan of insurance.pdf' }).waitFor()
    await noFaults('of-service')
    await section.getByRole('button', { name: 'Preview Scan of insurance.pdf' }).click()
    await maya.getByRole('dialog').getByTitle('Scan of insurance.pdf').waitFor()
    await maya.keyboard.press('Escape')
    await section.getByRole('button', { name: 'Remove Scan of insurance.pdf' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Remove document' }).click()
    await section.getByText('No documents yet').waitFor()
  })

  it('a Word file goes to the external viewer only when someone asks for it', async () => {
    await maya.goto(new URL('/documents?search=data%20processing', maya.url()).href)
    await maya.getByRole('link', { name: /data processing agreement\.docx/ }).click()
    await maya.getByText(/use Microsoft’s online viewer/).waitFor()
    expect(await maya.locator('iframe').count()).toBe(0)
    await maya.getByRole('button', { name: /^p\. 1, Notice/ }).click()
    await maya.getByText(/Breaches are reported within 48 hours/).waitFor()
    await noFaults('word')
  })

  it('a document can be found by a word of its text, and with the keyboard', async () => {
    await maya.keyboard.press('ControlOrMeta+k')
    await maya.getByPlaceholder('Search vendors and requests').fill('leavers sampled')
    await maya.getByRole('dialog').getByText('Acme Cloud SOC 2 report.pdf').waitFor()
    await maya.keyboard.press('Enter')
    await maya.getByRole('heading', { level: 1, name: 'Acme Cloud SOC 2 report.pdf' }).waitFor()
  })

  it('a document can be archived, and deleted after confirming', async () => {
    await maya.goto(new URL('/documents?search=inkwell', maya.url()).href)
    await maya.getByRole('link', { name: 'Inkwell order form.pdf' }).click()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Archive' }).click()
    await maya.getByText('Archived', { exact: true }).waitFor()
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Delete' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click()
    await maya.getByText('Inkwell order form.pdf deleted').waitFor()
  })
})
