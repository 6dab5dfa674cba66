import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, mailsTo } from '../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A vendor form from both sides: sent, filled in, reviewed. Each step builds on the one before. */
describe('vendor forms', () => {
  let stage: Stage
  let maya: Page
  let lena: Page
  staged('vendor-forms', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
    lena = await stage.signIn('lena@kestrelcad.example', DESKTOP)
  })
  const kestrel = '/vendors/demo-kestrel-cad-vendors/forms'

  it('a vendor’s page lists its forms in all states, and a form is sent from there', async () => {
    await maya.goto(kestrel)
    await maya.getByRole('row', { name: /Security review .*Approved/ }).waitFor()
    await maya.getByRole('row', { name: /Security review .*Rejected/ }).waitFor()
    await maya.getByRole('row', { name: /Vendor onboarding .*Vendor is filling it in/ }).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-forms-of-vendor')).toEqual([])
    await maya.getByRole('button', { name: 'Send form' }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send form' }).click()
    await dialog.getByText('Required').first().waitFor()
    await dialog.getByRole('combobox', { name: 'Form' }).click()
    await maya.getByRole('option', { name: 'Security review' }).click()
    await dialog.getByRole('combobox', { name: 'Send to' }).click()
    await maya.getByRole('option', { name: /Lena Fischer/ }).click()
    await dialog.getByLabel('Message').fill('Five questions before Friday.')
    expect(await stage.faultsAtBothWidths(maya, 'vendor-forms-send')).toEqual([])
    await dialog.getByRole('button', { name: 'Send form' }).click()
    await maya.getByText('Form sent to Kestrel CAD').waitFor()
  })

  it('the vendor opens the form from the email, and a draft saves itself', async () => {
    const mail = await eventually('the form’s email', async () =>
      (await mailsTo(stage.host, 'lena@kestrelcad.example')).find(({ text }) => text.includes('before Friday')),
    )
    const url = /\/v\/forms\/\S+/.exec(mail.text)?.[0] ?? ''
    await lena.goto(url)
    await lena.getByRole('link', { name: /Fill in form/ }).click()
    await lena.getByText('Five questions before Friday.').waitFor()
    await lena.getByRole('button', { name: 'Next' }).click()
    await lena.getByText('Required', { exact: true }).first().waitFor()
    expect(await stage.faultsAtBothWidths(lena, 'vendor-form-required')).toEqual([])
    await lena.getByRole('combobox', { name: 'Which certificates do you have?' }).click()
    await lena.getByRole('option', { name: 'ISO 27001' }).click()
    await lena.keyboard.press('Escape')
    await lena.getByLabel('Security incidents in the last two years').first().fill('None so far.')
    await lena.getByText('Draft saved').waitFor()
    await lena.goto('/v/home')
    await lena.getByRole('link', { name: /Security review .*Draft/ }).waitFor()
    expect(await stage.faultsAtBothWidths(lena, 'vendor-home')).toEqual([])
    await lena.getByRole('link', { name: /Security review .*Draft/ }).click()
    expect(await lena.getByLabel('Security incidents in the last two years').first().inputValue()).toBe('None so far.')
  })

  it('the vendor attaches a file, reviews the answers and submits them', async () => {
    // Answered in the form that was approved, and chosen again here.
    await lena
      .getByText(/^You answered Brightwater Robotics on /)
      .first()
      .waitFor()
    await stage.picture(lena, 'vendor-form-earlier')
    await lena.getByRole('button', { name: 'Use this answer for Security contact' }).click()
    expect(await lena.getByLabel('Security contact').inputValue()).toContain('@kestrelcad.example')
    await lena.getByLabel('Security contact').fill('security@kestrelcad.example')
    await lena
      .locator('input[type="file"]:not([capture])')
      .setInputFiles({ name: 'iso.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
    await lena.getByRole('button', { name: 'Remove iso.pdf' }).waitFor()
    await lena.getByRole('button', { name: 'Next' }).click()
    await lena.getByRole('heading', { name: 'Review', exact: true }).waitFor()
    await lena.getByText('None so far.').waitFor()
    expect(await stage.faultsAtBothWidths(lena, 'vendor-form-review')).toEqual([])
    await lena.getByRole('button', { name: 'Submit form' }).click()
    await lena.getByText('In review').waitFor()
    expect(await stage.faultsAtBothWidths(lena, 'vendor-form-submitted')).toEqual([])
    await lena.getByRole('link', { name: 'Forms', exact: true }).first().click()
    await lena.getByText('Submitted', { exact: true }).first().click()
    expect(await stage.faultsAtBothWidths(lena, 'vendor-form-list')).toEqual([])
  })

  it('the company’s reviewer sees the answers on the request’s own page and approves them', async () => {
    const priya = await stage.signIn('priya@brightwater.example')
    await maya.goto('/vendor-forms')
    await maya
      .getByRole('row', { name: /Security review .*In review/ })
      .first()
      .waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-forms-list')).toEqual([])
    await maya
      .getByRole('row', { name: /Security review .*In review/ })
      .first()
      .click()
    await maya.getByText('None so far.').waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-forms-page')).toEqual([])
    // A discussion that the vendor reads, and one that stays in the company.
    await maya.getByRole('tab', { name: 'Comments' }).click()
    await maya.getByLabel('New comment').fill('I am not convinced yet.')
    await maya.getByText('Only people in your company read this. Kestrel CAD doesn’t.').waitFor()
    await maya.getByRole('button', { name: 'Add comment' }).click()
    await maya.getByRole('article').getByText('I am not convinced yet.').waitFor()
    await maya.getByText('Shared with Kestrel CAD').click()
    await maya.getByText('Kestrel CAD reads this and gets it by email.').waitFor()
    await maya.getByLabel('New comment').fill('Is the certificate for all sites?')
    expect(await stage.faultsAtBothWidths(maya, 'vendor-forms-composer')).toEqual([])
    await maya.getByRole('button', { name: 'Add comment' }).click()
    await maya.getByRole('article').getByText('Is the certificate for all sites?').waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-forms-comments')).toEqual([])
    const id = /vendor-forms\/([^/]+)/.exec(maya.url())?.[1]
    // Staff correct an answer, and are back on the form's own page.
    await maya.getByRole('button', { name: 'More actions' }).click()
    await maya.getByRole('menuitem', { name: 'Edit request' }).click()
    await maya.getByLabel('Security contact').fill('trust@kestrelcad.example')
    await maya.getByRole('button', { name: 'Next' }).click()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-forms-edit')).toEqual([])
    await maya.getByRole('button', { name: 'Save request' }).click()
    await maya.waitForURL((url) => url.pathname === `/vendor-forms/${id}`)
    await maya.getByText('trust@kestrelcad.example').waitFor()
    await lena.goto('/v/home')
    await lena.getByRole('link', { name: /Is the certificate for all sites\?/ }).click()
    await lena.getByRole('article').getByText('Is the certificate for all sites?').waitFor()
    expect(await lena.getByText('I am not convinced yet.').count()).toBe(0)
    await lena.getByRole('article').getByRole('button', { name: 'Reply' }).click()
    await lena.getByLabel('Reply', { exact: true }).fill('Yes, for all three.')
    await lena.getByRole('article').getByRole('button', { name: 'Reply' }).click()
    await lena.getByRole('article').getByText('Yes, for all three.').waitFor()
    expect(await stage.faultsAtBothWidths(lena, 'vendor-form-comments')).toEqual([])
    await maya.goto(`/vendor-forms/${id}/comments`)
    await maya.getByText('Yes, for all three.').waitFor()
    await priya.goto(`/vendor-forms/${id}`)
    await priya
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click()
    await priya
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click()
    await maya.getByText('Approved', { exact: true }).first().waitFor()
    await lena.goto('/v/forms')
    await lena
      .getByRole('row', { name: /Security review .*Approved/ })
      .first()
      .waitFor()
  })

  it('someone without an account fills in a form by a link, which stops working when the form is closed', async () => {
    await maya.goto(kestrel)
    await maya.getByRole('button', { name: 'Send form' }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Form' }).click()
    await maya.getByRole('option', { name: 'Security review' }).click()
    await dialog.getByRole('combobox', { name: 'Send to' }).click()
    await maya.getByRole('option', { name: 'Another email address' }).click()
    await dialog.getByLabel('Email').fill('nora@elsewhere.example')
    await dialog.getByRole('button', { name: 'Send form' }).click()
    await maya.getByText('Form sent to Kestrel CAD').waitFor()
    const mail = await eventually('the link', async () => (await mailsTo(stage.host, 'nora@elsewhere.example'))[0])
    const path = /\/public\/vendor-forms\/\S+/.exec(mail.text)?.[0] ?? ''
    const nora = await stage.visitor(NARROW)
    await nora.goto(path)
    await nora.getByRole('heading', { name: 'Security review' }).waitFor()
    await nora.getByRole('combobox', { name: 'Which certificates do you have?' }).click()
    await nora.getByRole('option', { name: 'None' }).click()
    await nora.keyboard.press('Escape')
    await nora.getByLabel('Security incidents in the last two years').first().fill('None.')
    await nora.getByLabel('Security contact').fill('nora@elsewhere.example')
    await nora.getByRole('button', { name: 'Next' }).click()
    await nora.getByRole('button', { name: 'Submit form' }).click()
    await nora.getByText('Required', { exact: true }).waitFor()
    expect(await stage.accessibilityFaults(nora)).toEqual([])
    await stage.picture(nora, 'form-link-review')
    await nora.getByLabel('Your name').fill('Nora Nobody')
    await nora.getByRole('button', { name: 'Submit form' }).click()
    await nora.getByRole('heading', { name: 'Thank you' }).waitFor()
    await nora.goto(path)
    await nora.getByText('None.', { exact: true }).waitFor()
    await nora.goto('/public/vendor-forms/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
    await nora.getByText('This link doesn’t work').waitFor()
    expect(stage.complaints).toEqual([])
  })
})
