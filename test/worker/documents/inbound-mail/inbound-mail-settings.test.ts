import { env } from 'cloudflare:workers'
import { PDFDocument } from 'pdf-lib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import {
  deliver,
  INBOUND_DOMAIN,
  type MailScene,
  makeMailScene,
  PASSED,
  pdfFile,
} from '../../../support/worker/mails.ts'
import { sentMails } from '../../../support/worker/outside.ts'

/** A company's settings for emails, and the address that is shown. */

let company: MailScene['company']
let person: MailScene['person']
let admin: MailScene['admin']
let to: MailScene['to']
let messages: MailScene['messages']
let documents: MailScene['documents']

const begin = async (...flags: CompanyFlag[]) => {
  ;({ company, person, admin, to, messages, documents } = await makeMailScene(...flags))
}
beforeEach(() => begin())
afterEach(() => {
  vi.restoreAllMocks()
})

const bytesOf = (text: string) => new TextEncoder().encode(text)
const EXE = { filename: 'setup.exe', contentType: 'application/octet-stream', content: bytesOf('MZ...') }

describe('the setting that turns an email’s text into a PDF', () => {
  const pdfOf = async () => {
    const [{ files }] = await messages()
    const { body } = await admin.get(`/api/documents/${files[0].documentId}`)
    const key = String((await documents())[0]?.storage_key)
    const object = await env.DOCUMENTS.get(key)
    return { file: files[0], body, pdf: await PDFDocument.load(await (object as R2ObjectBody).arrayBuffer()) }
  }

  it('off: an email without files is recorded and creates no document', async () => {
    await deliver({ to, subject: 'Receipt' })
    expect((await messages())[0].files).toEqual([])
    expect(await documents()).toEqual([])
  })

  it('on: an email without a usable file becomes a PDF in any character set', async () => {
    await begin('enableEmailBodyPdfCreation')
    const html = '<style>p{}</style><p>Zażółć, 合計 &euro;&nbsp;12</p><script>alert(1)</script>'
    await deliver({ to, subject: 'Receipt 合計/12 ✅', html, text: '', attachments: [EXE] })
    const [message] = await messages()
    expect(message.files[0]).toMatchObject({ fileName: 'setup.exe', refusal: 'TYPE_NOT_ALLOWED' })
    expect(message.files[1]).toMatchObject({ fileName: 'Receipt 合計-12 ✅.pdf', origin: 'BODY', refusal: null })
    const [row] = await documents()
    expect(row).toMatchObject({ mime_type: 'application/pdf', display_name: 'Receipt 合計-12 ✅.pdf' })
    const object = (await env.DOCUMENTS.get(String(row?.storage_key))) as R2ObjectBody
    const pdf = await PDFDocument.load(await object.arrayBuffer())
    expect(pdf.getPageCount()).toBe(1)
    expect(pdf.getTitle()).toBe('Receipt 合計/12 ✅')
  })

  it('on: an email of any length becomes a PDF that can be opened', async () => {
    await begin('enableEmailBodyPdfCreation')
    await deliver({ to, subject: '', text: `${'word '.repeat(30_000)}\n${'x'.repeat(9000)}` })
    const { file, pdf } = await pdfOf()
    expect(file.fileName).toBe('Mail.pdf')
    expect(pdf.getPageCount()).toBeGreaterThan(5)
    expect(pdf.getPageCount()).toBeLessThanOrEqual(40)
  })

  it('on: an email with a usable file doesn’t also become a PDF', async () => {
    await begin('enableEmailBodyPdfCreation')
    await deliver({ to, attachments: [pdfFile()] })
    expect((await messages())[0].files).toHaveLength(1)
  })

  it('on: an empty email creates nothing', async () => {
    await begin('enableEmailBodyPdfCreation')
    await deliver({ to, text: '  \n ' })
    expect((await messages())[0].files).toEqual([])
  })
})

describe('a provider asking to confirm forwarding', () => {
  const question = (changes: Record<string, unknown> = {}) =>
    deliver({
      to,
      from: 'Gmail Team <forwarding-noreply@google.com>',
      subject: '(#123456789) Gmail Forwarding Confirmation - Receive Mail from ap@brightwater.example',
      text: 'Confirmation code: 123456789\nhttps://mail-settings.google.com/mail/vf-abc-def\nhttps://mail-settings.google.com/mail/uf-abc',
      headers: { 'Authentication-Results': PASSED },
      ...changes,
    })
  const told = async () => {
    await runTicks(env)
    return sentMails(person.email)
  }

  it('the confirmation is shown with its code and link, and emailed to the admins once if the setting is on', async () => {
    await begin('enableForwardConfirmationEmail')
    const disabled = await company.addPerson({ flags: ['hasAdminAccess'], disabled: true })
    await question({ messageId: '<q@google.com>' })
    await question({ messageId: '<q@google.com>' })
    expect((await messages())[0]).toMatchObject({
      kind: 'FORWARDING_CONFIRMATION',
      confirmation: {
        provider: 'Gmail',
        account: 'ap@brightwater.example',
        code: '123456789',
        url: 'https://mail-settings.google.com/mail/vf-abc-def',
      },
    })
    const mails = await told()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Confirm email forwarding of ap@brightwater.example')
    expect(mails[0]?.text).toContain('Confirmation code: 123456789')
    expect(mails[0]?.text).toContain('https://mail-settings.google.com/mail/vf-abc-def')
    expect(mails[0]?.text).not.toContain('/mail/uf-')
    expect(sentMails(disabled.email)).toEqual([])
  })

  it('the confirmation is shown but not emailed if the setting is off', async () => {
    await question()
    expect((await messages())[0].confirmation.code).toBe('123456789')
    expect(await told()).toEqual([])
  })

  it('the confirmation creates no PDF, whatever the setting', async () => {
    await begin('enableEmailBodyPdfCreation')
    await question()
    expect((await messages())[0].files).toEqual([])
  })

  it.each([
    ['whose sender was not verified', { headers: {} }],
    [
      'whose sender is somebody else',
      { headers: { 'Authentication-Results': PASSED.replace('dmarc=pass', 'dmarc=fail') } },
    ],
    [
      'vouched for by another server',
      { headers: { 'Authentication-Results': PASSED.replace('mx.cloudflare.net', 'mx.evil.test') } },
    ],
  ])('%s is an ordinary email, and the admins are not notified', async (_, change) => {
    await begin('enableForwardConfirmationEmail')
    await question(change)
    expect((await messages())[0]).toMatchObject({ kind: 'MESSAGE', confirmation: null })
    expect(await told()).toEqual([])
  })

  it('a link that leads elsewhere is not passed on', async () => {
    await begin('enableForwardConfirmationEmail')
    const text =
      'Confirmation code: 123456789\nhttps://mail-settings.google.com.evil.test/mail/vf-x https://evil.test/mail/vf-y'
    await question({ text })
    expect((await messages())[0].confirmation).toMatchObject({ code: '123456789', url: null })
    expect((await told())[0]?.text).not.toContain('evil.test')
  })
})

it('settings managers see the address and what the settings do with emails', async () => {
  await begin('enableEmailBodyPdfCreation')
  const fields =
    '{ emailForwarding { inboundDomain companyShortName companyAddress forwardsConfirmations makesPdfOfBody } }'
  expect((await admin.graphql(fields)).body.data.emailForwarding).toEqual({
    inboundDomain: INBOUND_DOMAIN,
    companyShortName: company.id,
    companyAddress: to,
    forwardsConfirmations: false,
    makesPdfOfBody: true,
  })
})

it('two companies can’t have the same address', async () => {
  const sql = "INSERT INTO companies (id, name, email_short_name, created_at) VALUES (?, 'Twin', ?, 0)"
  const twin = env.DB.prepare(sql).bind(crypto.randomUUID(), company.id.toUpperCase()).run()
  await expect(twin).rejects.toThrow(/UNIQUE/)
})
