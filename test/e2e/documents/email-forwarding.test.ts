import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { composeMail } from '../../../worker/local/host/mailbox/compose.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Emails to a company's address, as its admins see them arrive. Each step builds on the one before. */
const MAYA = 'maya@brightwater.example'
const ERIK = 'erik@haldenfoods.example'
const ADDRESS = 'brightwater@in.outlay.example'

const PDF = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const INVOICE = composeMail({
  from: '"Atlas Analytics" <billing@atlas.example>',
  to: ADDRESS,
  subject: 'Invoice AA-77',
  text: 'Attached.',
  messageId: '<aa-77@atlas.example>',
  attachments: [
    { filename: 'AA-77.pdf', contentType: 'application/pdf', content: PDF },
    { filename: 'viewer.exe', contentType: 'application/octet-stream', content: new TextEncoder().encode('MZ') },
  ],
})

describe('email forwarding', () => {
  let stage: Stage
  let maya: Page
  staged('email-forwarding', async (opened) => {
    stage = opened
    maya = await stage.signIn(MAYA)
  })

  const send = async (raw: string, { to = ADDRESS, from = 'bounces@atlas.example', authentication = 'pass' } = {}) => {
    const query = new URLSearchParams({ from, to, authentication })
    const answer = await fetch(`${stage.host.mailboxUrl}/api/inbound?${query}`, { method: 'POST', body: raw })
    return { status: answer.status, body: (await answer.json()) as { accepted: boolean; reason?: string } }
  }
  const noFaults = async (name: string, page = maya) => {
    expect(await stage.faultsAtBothWidths(page, `email-forwarding-${name}`)).toEqual([])
  }
  const refresh = async () => {
    await maya.getByRole('button', { name: 'Check for new emails' }).click()
    await maya.locator('[data-loading]').first().waitFor({ state: 'detached' })
  }
  const row = (subject: string) => maya.getByRole('row').filter({ hasText: subject })

  it('an admin finds the address and copies it', async () => {
    await maya.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await maya.getByRole('button', { name: /^Settings/ }).click()
    await maya.getByRole('link', { name: 'Email forwarding' }).click()
    await maya.getByText(ADDRESS).first().waitFor()
    await row('Invoice GH-20418 for November').waitFor()
    await maya.getByRole('button', { name: 'Copy address' }).click()
    await maya.getByRole('button', { name: 'Address copied' }).waitFor()
    expect(await maya.evaluate(() => navigator.clipboard.readText())).toBe(ADDRESS)
    await noFaults('list')
  })

  it('an email with an invoice and a program creates a document from the invoice and refuses the program with a reason', async () => {
    expect(await send(INVOICE)).toEqual({ status: 200, body: { accepted: true } })
    await refresh()
    const mail = row('Invoice AA-77')
    await mail.getByText('Refused: File type is not allowed.').waitFor()
    await mail.getByText('Verified sender').waitFor()
    const open = mail.getByRole('button', { name: 'AA-77.pdf' })
    await open.focus()
    await maya.keyboard.press('Enter')
    const frame = maya.getByRole('dialog', { name: 'AA-77.pdf' }).locator('iframe')
    await frame.waitFor()
    const src = await frame.getAttribute('src')
    const file = await maya.request.get(src ?? '')
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await noFaults('preview')
    await maya.keyboard.press('Escape')
    await maya.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('an email that is delivered twice changes nothing the second time', async () => {
    expect((await send(INVOICE)).body).toEqual({ accepted: true })
    await refresh()
    expect(await row('Invoice AA-77').count()).toBe(1)
  })

  it('an email without a file is kept as a PDF of its text', async () => {
    await send(composeMail({ from: 'a@atlas.example', to: ADDRESS, subject: 'Receipt 8', text: 'Paid: 12 USD' }))
    await refresh()
    await row('Receipt 8').getByRole('button', { name: 'Receipt 8.pdf' }).waitFor()
    await row('Receipt 8').getByText('PDF of the text').waitFor()
  })

  it('the confirmation that Gmail asks for is shown with its code and link', async () => {
    await send(
      composeMail({
        from: 'forwarding-noreply@google.com',
        to: ADDRESS,
        subject: '(#482915377) Gmail Forwarding Confirmation - Receive Mail from ap@brightwater.example',
        text: 'Confirmation code: 482915377\n\nhttps://mail-settings.google.com/mail/vf-x1-y2',
      }),
      { from: 'forwarding-noreply@google.com' },
    )
    await refresh()
    await maya.getByRole('button', { name: 'Copy code 482915377' }).waitFor()
    const link = maya.getByRole('link', { name: 'Confirm in Gmail' })
    expect(await link.getAttribute('href')).toBe('https://mail-settings.google.com/mail/vf-x1-y2')
    await noFaults('confirmation')
  })

  it('an email that fails its domain’s checks waits until an admin releases or discards it', async () => {
    for (const subject of ['Invoice FX-1', 'Invoice FX-2']) {
      const attachments = [{ filename: `${subject}.pdf`, contentType: 'application/pdf', content: PDF }]
      const mail = { from: 'billing@atlas.example', to: ADDRESS, subject, text: 'Pay today.', attachments }
      expect((await send(composeMail(mail), { authentication: 'fail' })).body).toEqual({ accepted: true })
    }
    await refresh()
    const held = maya.getByRole('alert', { name: 'Held emails' })
    await held.getByText('Invoice FX-1').waitFor()
    await row('Invoice FX-1').getByText('Held').waitFor()
    expect(await row('Invoice FX-1').getByRole('button', { name: 'Invoice FX-1.pdf' }).count()).toBe(0)
    await noFaults('held')
    await held.getByRole('button', { name: 'Release Invoice FX-1' }).click()
    await maya.getByText('Email released').waitFor()
    await row('Invoice FX-1').getByRole('button', { name: 'Invoice FX-1.pdf' }).waitFor()
    await held.getByRole('button', { name: 'Discard Invoice FX-2' }).click()
    const asked = maya.getByRole('dialog', { name: 'Discard this email?' })
    await noFaults('discard')
    await asked.getByRole('button', { name: 'Discard email' }).click()
    await maya.getByText('Email discarded').waitFor()
    await held.waitFor({ state: 'detached' })
    await row('Invoice FX-2').getByText('Discarded').waitFor()
    expect(await row('Invoice FX-2').getByRole('button', { name: 'Invoice FX-2.pdf' }).count()).toBe(0)
    await noFaults('decided')
  })

  it('an email to an unknown address is refused in words its sender can use', async () => {
    const { body } = await send(INVOICE, { to: 'brightwatr@in.outlay.example' })
    expect(body).toMatchObject({ accepted: false, reason: expect.stringMatching(/No company receives/) })
  })

  it('the local mailbox has a form to write such emails', async () => {
    const mailbox = await stage.visitor()
    await mailbox.goto(stage.host.mailboxUrl)
    await mailbox.getByRole('button', { name: 'Write an email' }).click()
    const form = mailbox.getByRole('dialog')
    await form.getByLabel('To').fill(ADDRESS)
    await form.getByLabel('Subject').fill('Written by hand')
    await form
      .getByLabel('Files')
      .setInputFiles({ name: 'hand.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) })
    await stage.picture(mailbox, 'email-forwarding-mailbox')
    await form.getByRole('button', { name: 'Send email' }).click()
    await form.getByText(`Delivered to ${ADDRESS}.`).waitFor()
    await form.getByLabel('To').fill('nobody@in.outlay.example')
    await form.getByRole('button', { name: 'Send email' }).click()
    await form.getByText(/^Rejected: No company receives/).waitFor()
    await refresh()
    await row('Written by hand').getByRole('button', { name: 'hand.pdf' }).waitFor()
  })

  it('another company sees none of the emails', async () => {
    const erik = await stage.signIn(ERIK)
    await erik.goto('/settings/email-forwarding')
    await erik.getByText('No emails yet').waitFor()
    await erik.getByText('halden@in.outlay.example').first().waitFor()
    expect(await erik.getByText('AA-77').count()).toBe(0)
    await noFaults('empty', erik)
    expect(stage.complaints).toEqual([])
  })
})
