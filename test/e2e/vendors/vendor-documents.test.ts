import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import { DESKTOP, NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Documents of a vendor from all sides: kept by two customers, given again, renewed. Each step builds on the last. */
describe('vendor documents', () => {
  let stage: Stage
  let maya: Page
  let lena: Page
  staged('vendor-documents', async (opened) => {
    stage = opened
    maya = await stage.signIn('maya@brightwater.example')
    lena = await stage.signIn('lena@kestrelcad.example', DESKTOP)
  })
  const kestrel = '/vendors/demo-kestrel-cad-vendors'
  const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })

  it('a vendor’s page shows its documents as badges that lead to them', async () => {
    await maya.goto(kestrel)
    const badges = maya.getByRole('list', { name: 'Documents of the vendor' })
    await badges.getByText('W-9: no expiry date').waitFor()
    await badges.getByText(/^Insurance certificate: expires in \d+ days$/).waitFor()
    await badges.getByText(/^SOC 2 report: expired on /).waitFor()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-badges')).toEqual([])
    await badges.getByRole('link', { name: /W-9/ }).click()
    await maya.getByRole('heading', { name: 'w9-kestrel-cad.pdf' }).waitFor()
    await maya.goto('/vendors/demo-fathom-research-vendors')
    await maya.getByText('W-9: missing').waitFor()
    await stage.picture(maya, 'vendor-badges-missing')
  })

  it('the builder of a form says what a document is, and whether its expiry date is asked', async () => {
    const api = await Api.signIn(stage.host, 'maya@brightwater.example')
    const { body } = await api.call('GET', '/api/intake-categories?type=VENDOR')
    const found = body.find(({ name }: { name: string }) => name === 'Vendor documents')
    await maya.goto(`/settings/vendor-intake-categories/${found.id}/form`)
    await maya.getByText('SOC 2 report', { exact: true }).first().click()
    const kind = maya.getByRole('combobox', { name: 'Document from vendors' })
    await kind.waitFor()
    expect(await kind.inputValue()).toBe('SOC 2 report')
    await maya.getByRole('combobox', { name: 'Expiry date' }).click()
    await maya.getByRole('option', { name: 'Required' }).click()
    expect(await stage.faultsAtBothWidths(maya, 'vendor-document-builder')).toEqual([])
    await maya.getByRole('button', { name: 'Save form' }).click()
    await maya.getByText('Saved', { exact: true }).waitFor()
    await maya.reload()
    await maya.getByText('SOC 2 report', { exact: true }).first().click()
    expect(await maya.getByRole('combobox', { name: 'Expiry date' }).inputValue()).toBe('Required')
  })

  it('the vendor sees what each customer has, and renews what has expired', async () => {
    await lena.goto('/v/documents?useCompanyId=demo-brightwater')
    await lena.getByRole('heading', { name: 'Documents' }).waitFor()
    await lena.getByText('soc-2-type-ii.pdf').waitFor()
    await lena.getByRole('row', { name: /soc-2-type-ii\.pdf .*Brightwater.*Expired on/ }).waitFor()
    await lena.getByRole('row', { name: /certificate-of-insurance\.pdf .*Halden Foods/ }).waitFor()
    expect(await stage.faultsAtBothWidths(lena, 'vendor-portal-documents')).toEqual([])
    await lena.getByRole('button', { name: 'Upload new version of soc-2-type-ii.pdf for Brightwater Robotics' }).click()
    const dialog = lena.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Give new version' }).click()
    await dialog.getByText('Required').first().waitFor()
    await dialog.locator('input[type="file"]:not([capture])').setInputFiles(pdf('soc-2-new.pdf'))
    await dialog.getByText('soc-2-new.pdf').waitFor()
    await dialog.getByLabel('Valid until').fill('Nov 20, 2031')
    await lena.keyboard.press('Tab')
    expect(await stage.faultsAtBothWidths(lena, 'vendor-portal-renew')).toEqual([])
    await dialog.getByRole('button', { name: 'Give new version' }).click()
    await lena.getByText('Brightwater Robotics has the new version').waitFor()
    await lena.getByRole('row', { name: /soc-2-new\.pdf .*Valid until Nov 20, 2031/ }).waitFor()
    await maya.goto(kestrel)
    await maya.getByText('SOC 2 report: valid until Nov 20, 2031').waitFor()
    const mail = await eventually('the news of the new version', async () =>
      (await mailsTo(stage.host, 'maya@brightwater.example')).find(({ text }) =>
        text.includes('uploaded a new version'),
      ),
    )
    expect(mail.text).toContain('SOC 2 report')
  })

  it('a document that one customer has is given to another by a click, as a copy', async () => {
    await lena.goto('/v/forms?useCompanyId=demo-halden')
    await lena.getByRole('row', { name: /Vendor documents .*Halden Foods .*To do/ }).click()
    const offered = lena.getByRole('list', { name: 'Documents given before, for SOC 2 report' })
    await offered.getByText('soc-2-new.pdf').waitFor()
    expect(await stage.faultsAtBothWidths(lena, 'vendor-form-passport')).toEqual([])
    await offered.getByRole('button', { name: 'Use this document for SOC 2 report: soc-2-new.pdf' }).click()
    await lena.getByRole('button', { name: 'Remove soc-2-new.pdf' }).waitFor()
    await lena.locator('input[type="file"]:not([capture])').nth(1).setInputFiles(pdf('insurance-2031.pdf'))
    await lena.getByRole('button', { name: 'Remove insurance-2031.pdf' }).waitFor()
    await lena.getByRole('textbox', { name: 'insurance-2031.pdf is valid until' }).fill('Jan 31, 2031')
    await lena.keyboard.press('Tab')
    await lena.getByText('Draft saved').waitFor()
    expect(await stage.faultsAtBothWidths(lena, 'vendor-form-passport-used')).toEqual([])
    await lena.getByRole('button', { name: 'Next' }).click()
    await lena.getByRole('button', { name: 'Submit form' }).click()
    await lena.getByText('In review').waitFor()
    const link = lena.getByRole('link', { name: 'soc-2-new.pdf' })
    const [file] = await Promise.all([
      lena.request.get((await link.getAttribute('href')) ?? ''),
      stage.picture(lena, 'vendor-form-files'),
    ])
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    const erik = await stage.signIn('erik@haldenfoods.example')
    const api = await Api.signIn(stage.host, 'erik@haldenfoods.example')
    const { body } = await api.call('GET', '/api/vendors?search=Kestrel')
    await erik.goto(`/vendors/${body.edges?.[0]?.node.id ?? body.nodes?.[0]?.id}`)
    await erik.getByText('SOC 2 report: valid until Nov 20, 2031').waitFor()
    await stage.picture(erik, 'vendor-badges-halden')
  })

  it('someone with only the link describes, opens and discusses documents, and is offered an account', async () => {
    await maya.goto(`${kestrel}/forms`)
    await maya.getByRole('button', { name: 'Send form' }).click()
    const dialog = maya.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Form' }).click()
    await maya.getByRole('option', { name: 'Vendor documents' }).click()
    await dialog.getByRole('combobox', { name: 'Send to' }).click()
    await maya.getByRole('option', { name: 'Another email address' }).click()
    await dialog.getByLabel('Email').fill('nils@papers.example')
    await dialog.getByRole('button', { name: 'Send form' }).click()
    await maya.getByText('Form sent to Kestrel CAD').waitFor()
    const mail = await eventually('the link', async () => (await mailsTo(stage.host, 'nils@papers.example'))[0])
    const path = /\/public\/vendor-forms\/\S+/.exec(mail.text)?.[0] ?? ''
    const nils = await stage.visitor(NARROW)
    await nils.goto(path)
    await nils.locator('input[type="file"]:not([capture])').nth(1).setInputFiles(pdf('link-insurance.pdf'))
    await nils.getByRole('button', { name: 'Remove link-insurance.pdf' }).waitFor()
    await nils.getByText('Draft saved').waitFor()
    await nils.getByRole('button', { name: 'Next' }).click()
    await nils.getByLabel('Your name').fill('Nils Paper')
    await nils.getByRole('button', { name: 'Submit form' }).click()
    await nils.getByText('Say until when link-insurance.pdf is valid').first().waitFor()
    await nils.getByRole('textbox', { name: 'link-insurance.pdf is valid until' }).fill('Mar 1, 2031')
    await nils.keyboard.press('Tab')
    await nils.getByRole('button', { name: 'Next' }).click()
    await nils.getByRole('button', { name: 'Submit form' }).click()
    await nils.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await stage.faultsAtBothWidths(nils, 'link-sent')).toEqual([])
    await nils.getByRole('button', { name: 'Email me an invitation' }).click()
    await nils.getByText('We emailed an invitation to nils@papers.example.').waitFor()
    const invitation = await eventually('the invitation', async () =>
      (await mailsTo(stage.host, 'nils@papers.example')).find(({ text }) => text.includes('/v/invitation?token=')),
    )
    await nils.goto(path)
    const documents = nils.getByRole('region', { name: 'Documents' })
    await documents.getByText('Valid until Mar 1, 2031').waitFor()
    await nils.getByLabel('New comment').fill('Do you need the original?')
    await nils.getByRole('button', { name: 'Attach' }).click()
    await nils
      .getByRole('region', { name: 'Comments' })
      .locator('input[type="file"]:not([capture])')
      .setInputFiles(pdf('annex.pdf'))
    await nils.getByRole('button', { name: 'Remove annex.pdf' }).waitFor()
    await nils.getByRole('button', { name: 'Add comment' }).click()
    await nils.getByRole('article').getByRole('link', { name: 'annex.pdf' }).waitFor()
    expect(await stage.faultsAtBothWidths(nils, 'link-documents')).toEqual([])
    const href = await nils.getByRole('article').getByRole('link', { name: 'annex.pdf' }).getAttribute('href')
    expect((await nils.request.get(href ?? '')).status()).toBe(200)
    await maya.goto('/vendor-forms')
    await maya
      .getByRole('row', { name: /Vendor documents .*In review/ })
      .first()
      .click()
    await maya.getByRole('tab', { name: 'Comments' }).click()
    await maya.getByRole('article').getByText('Do you need the original?').waitFor()
    await stage.picture(maya, 'link-comment-inside')
    // With the account that they asked for, the form is in their portal.
    await nils.goto(/\/v\/invitation\?token=[\w.-]+/.exec(invitation.text)?.[0] ?? '')
    await nils.getByLabel('First name').fill('Nils')
    await nils.getByRole('button', { name: 'Accept invitation' }).click()
    await nils.getByText('You work with Brightwater Robotics as').waitFor()
    await nils.goto('/v/forms')
    await nils.getByRole('row', { name: /Vendor documents .*In review/ }).click()
    await nils.getByText('link-insurance.pdf').first().waitFor()
    expect(await stage.faultsAtBothWidths(nils, 'link-then-account')).toEqual([])
    expect(stage.complaints).toEqual([])
  })
})
