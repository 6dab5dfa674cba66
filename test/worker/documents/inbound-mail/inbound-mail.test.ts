import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import { Database } from '../../../../worker/core/database.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import {
  addressOfCompany,
  deliver,
  INBOUND_DOMAIN,
  type MailScene,
  makeMailScene,
  PASSED,
  pdfFile,
} from '../../../support/worker/mails.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { PDF } from '../../../support/worker/uploads.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** Emails to a company’s address: what becomes of them and their files. */

let company: MailScene['company']
let admin: MailScene['admin']
let to: MailScene['to']
let messages: MailScene['messages']
let documents: MailScene['documents']

const begin = async (...flags: CompanyFlag[]) => {
  ;({ company, admin, to, messages, documents } = await makeMailScene(...flags))
}
beforeEach(() => begin())
afterEach(() => {
  vi.restoreAllMocks()
})

const nothingKept = async () => {
  expect(await messages()).toEqual([])
  expect(await documents()).toEqual([])
  expect(await rows('SELECT 1 FROM audit_log WHERE company_id = ?', company.id)).toEqual([])
}
const bytesOf = (text: string) => new TextEncoder().encode(text)
const EXE = { filename: 'setup.exe', contentType: 'application/octet-stream', content: bytesOf('MZ...') }

describe('an email to a company’s address', () => {
  it('each allowed file becomes a document, and the others get a reason', async () => {
    const rejected = await deliver({
      to,
      subject: 'Invoice 12',
      headers: { 'Authentication-Results': PASSED },
      attachments: [
        pdfFile(),
        EXE,
        pdfFile('disguised.pdf', bytesOf('MZ')),
        pdfFile('empty.pdf', new Uint8Array()),
        { filename: 'notes.html', contentType: 'text/html', content: bytesOf('<script>') },
      ],
    })
    expect(rejected).toBeNull()
    const [message] = await messages()
    expect(message).toMatchObject({
      subject: 'Invoice 12',
      fromAddress: 'billing@vendor.test',
      fromName: 'Billing',
      recipient: to,
      kind: 'MESSAGE',
      confirmation: null,
      authentication: { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' },
    })
    expect(message.files.map((file: Record<string, unknown>) => [file.fileName, file.refusal])).toEqual([
      ['invoice.pdf', null],
      ['setup.exe', 'TYPE_NOT_ALLOWED'],
      ['disguised.pdf', 'CONTENT_MISMATCH'],
      ['empty.pdf', 'EMPTY'],
      ['notes.html', 'TYPE_NOT_ALLOWED'],
    ])
    expect(await documents()).toHaveLength(1)
    const { body } = await admin.get(`/api/documents/${message.files[0].documentId}`)
    expect(body).toMatchObject({
      displayName: 'invoice.pdf',
      uploadedByUser: null,
      uploadedByEmail: 'billing@vendor.test',
    })
    expect(body.name).toMatch(/^[0-9a-v]{24}\.pdf$/)
    expect(bytesOf((await admin.get(body.signedDownloadUrl)).body)).toEqual(PDF)
  })

  it('the audit log has the email without a company actor', async () => {
    await deliver({ to, subject: 'Invoice 12', attachments: [pdfFile(), EXE] })
    const [{ files }] = await messages()
    const log = await rows('SELECT * FROM audit_log WHERE company_id = ? ORDER BY id', company.id)
    expect(log.map((row) => [row.action, row.actor_user_id, row.message])).toEqual([
      ['inbound-mail.received', null, 'Received “Invoice 12” from billing@vendor.test by email'],
      ['document.created', null, 'Received invoice.pdf by email from billing@vendor.test'],
    ])
    const history = await admin.get(`/api/audit-logs?targetType=DOCUMENT&targetId=${files[0].documentId}`)
    expect(history.body.edges[0].node).toMatchObject({ action: 'document.created', user: null })
  })

  it('the email belongs to that company only, whatever it says', async () => {
    const other = await makeCompany()
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    const member = await signIn(company, await company.addPerson())
    await deliver({ to, headers: { To: addressOfCompany(other) }, attachments: [pdfFile()] })
    const [{ files }] = await messages()
    expect(await messages(stranger)).toEqual([])
    expect((await stranger.get(`/api/documents/${files[0].documentId}`)).status).toBe(404)
    expect((await member.get(`/api/documents/${files[0].documentId}`)).status).toBe(404)
    expect((await member.get('/api/inbound-messages')).status).toBe(403)
  })

  it('the sender has no rights, even with a member’s name in From', async () => {
    const member = await company.addPerson()
    await deliver({ to, from: member.email, attachments: [pdfFile()] })
    const [{ files, fromAddress }] = await messages()
    expect(fromAddress).toBe(member.email)
    expect((await (await signIn(company, member)).get(`/api/documents/${files[0].documentId}`)).status).toBe(404)
    expect((await documents()).map((row) => row.uploaded_by_user_id)).toEqual([''])
  })

  it('the address works in any letter case, and with a tag after a plus sign', async () => {
    const [local] = to.split('@')
    await deliver({ to: `${local?.toUpperCase()}@${INBOUND_DOMAIN.toUpperCase()}` })
    await deliver({ to: `${local}+acme@${INBOUND_DOMAIN}` })
    expect(await messages()).toHaveLength(2)
  })

  it('a repeated email changes nothing, however often and quickly it arrives', async () => {
    const mail = { to, messageId: '<12@vendor.test>', attachments: [pdfFile()] }
    await deliver(mail)
    await deliver(mail)
    const before = await documents()
    await Promise.all([deliver(mail), deliver(mail)])
    expect(await documents()).toEqual(before)
    expect(await messages()).toHaveLength(1)
    const race = { ...mail, messageId: '<13@vendor.test>' }
    expect(await Promise.all([1, 2, 3, 4].map(() => deliver(race)))).toEqual([null, null, null, null])
    expect(await documents()).toHaveLength(2)
    expect(await messages()).toHaveLength(2)
    // The same email to another company is that company's own.
    const other = await makeCompany()
    await deliver({ ...mail, to: addressOfCompany(other) })
    expect(await rows('SELECT 1 FROM documents WHERE company_id = ?', other.id)).toHaveLength(1)
  })

  it('an email without a Message-ID is recognized by its content', async () => {
    const raw = `From: a@vendor.test\r\nSubject: Plain\r\n\r\nHello\r\n`
    await deliver({ to, raw })
    await deliver({ to, raw })
    await deliver({ to, raw: raw.replace('Hello', 'Other') })
    expect(await messages()).toHaveLength(2)
  })

  it('an email is still shown with its remaining files after a document is deleted', async () => {
    await deliver({ to, attachments: [pdfFile(), pdfFile('second.pdf')] })
    const [{ files }] = await messages()
    expect((await admin.call('DELETE', `/api/documents/${files[0].documentId}`)).status).toBe(204)
    const [after] = await messages()
    expect(after.files.map((file: Record<string, unknown>) => [file.isDeleted, file.documentId !== null])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('emails are listed page by page, newest first', async () => {
    for (const n of [1, 2, 3]) await deliver({ to, subject: `Mail ${n}` })
    const subjects: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page++) {
      const { body } = await admin.get(`/api/inbound-messages?first=1${cursor}`)
      subjects.push(body.edges[0].node.subject)
      expect(body.pageInfo.hasNextPage).toBe(page < 2)
      cursor = `&cursor=${body.pageInfo.endCursor}`
    }
    expect(subjects).toEqual(['Mail 3', 'Mail 2', 'Mail 1'])
  })
})

describe('names of attached files', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\invoice.pdf', 'invoice.pdf'],
    ['invoice\u202efdp.exe.pdf', 'invoice fdp.exe.pdf'],
    ['line\r\nbreak.pdf', 'line break.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['発注書 🙂.pdf', '発注書 🙂.pdf'],
    [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('%j is kept as %j', async (filename, shown) => {
    await deliver({ to, attachments: [pdfFile(filename)] })
    const [{ files }] = await messages()
    expect(files[0]).toMatchObject({ fileName: shown, refusal: null })
  })

  it('a missing name is made from the file’s type', async () => {
    const raw = [
      ...[
        'From: a@vendor.test',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: application/pdf',
      ],
      ...[
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        btoa(new TextDecoder().decode(PDF)),
        '--x--',
        '',
      ],
    ].join('\r\n')
    await deliver({ to, raw })
    expect((await messages())[0].files[0]).toMatchObject({ fileName: 'Attachment 1.pdf', refusal: null })
  })
})

describe('a refused email', () => {
  it.each([
    ['an unknown address', { to: `nobody-${crypto.randomUUID()}@${INBOUND_DOMAIN}` }, /No company receives/],
    ['another domain', { to: 'a@elsewhere.test' }, /No company receives/],
    ['no address at all', { to: '' }, /No company receives/],
    ['more than 25 MB', { rawSize: 25 * 1024 * 1024 + 1 }, /larger than 25 MB/],
    ['an automatic reply', { headers: { 'Auto-Submitted': 'auto-replied' } }, /Automatic replies/],
    ['a bounce', { sender: '' }, /Automatic replies/],
    ['a delivery report', { headers: { 'Content-Type': 'multipart/report; boundary=x' } }, /Automatic replies/],
    ['our own sender', { from: 'Outlay <no-reply@mail.outlay.example>' }, /Emails sent by Outlay/],
    ['a company’s address as sender', { from: `x@${INBOUND_DOMAIN}` }, /Emails sent by Outlay/],
  ])('the sender of an email for %s is told, and nothing is left behind', async (_, mail, words) => {
    expect(await deliver({ to, attachments: [pdfFile()], ...mail })).toMatch(words)
    await nothingKept()
  })

  it('the sender of an endlessly nested email is told why', async () => {
    const deep = Array.from(
      { length: 60 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    )
    expect(await deliver({ to, raw: `From: a@vendor.test\r\n${deep.join('')}` })).toMatch(/couldn’t be read/)
    await nothingKept()
  })

  it('an email beyond the hourly limit is to be sent again later', async () => {
    const key = `inbound-mail:${company.id}`
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    await env.DB.prepare('INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, 500)').bind(key, hour).run()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect(deliver({ to })).rejects.toThrow('Too many')
    await nothingKept()
  })
})

it.each([
  ['', 'nothing at all'],
  ['\r\n\r\n', 'no headers'],
  ['Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: application/pdf\r\n', 'an end in the middle'],
  ['Subject: =?utf-8?B?!!!?=\r\nContent-Type: text/plain; charset=no-such\r\n\r\n\xff\xfe', 'an unknown charset'],
  ['From: <<<>>>\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%%', 'bad base64'],
])('a malformed email %j (%s) is recorded without a document and breaks nothing', async (raw) => {
  expect(await deliver({ to, raw })).toBeNull()
  expect(await messages()).toHaveLength(1)
  expect(await documents()).toEqual([])
})

it('invoices that a billing system sends automatically are accepted', async () => {
  expect(await deliver({ to, headers: { 'Auto-Submitted': 'auto-generated' }, attachments: [pdfFile()] })).toBeNull()
  expect(await documents()).toHaveLength(1)
})

it('an email with more than 50 files keeps the first 50 and refuses the others', async () => {
  await deliver({ to, attachments: Array.from({ length: 53 }, (_, i) => pdfFile(`${i}.pdf`)) })
  const [{ files }] = await messages()
  expect(files).toHaveLength(53)
  expect(files.filter((file: { refusal: string }) => file.refusal === 'TOO_MANY')).toHaveLength(3)
  expect(await documents()).toHaveLength(50)
})

describe('a failure while an email is processed', () => {
  const mail = () => ({ to, messageId: '<fault@vendor.test>', attachments: [pdfFile('1.pdf'), pdfFile('2.pdf')] })
  const stored = async () => {
    const keys = await rows('SELECT storage_key FROM uploads WHERE company_id = ?', company.id)
    const found = await Promise.all(keys.map((row) => env.DOCUMENTS.head(String(row.storage_key))))
    return found.filter((object) => object !== null).length
  }
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })

  it('when the file store fails, the sender tries again and everything arrives once', async () => {
    let puts = 0
    const failing = {
      put: (...args: Parameters<R2Bucket['put']>) => {
        puts += 1
        return puts === 2 ? Promise.reject(new Error('R2 is down')) : env.DOCUMENTS.put(...args)
      },
    } as unknown as R2Bucket
    await expect(deliver({ ...mail(), bindings: { DOCUMENTS: failing } })).rejects.toThrow('R2 is down')
    await nothingKept()
    expect(await deliver(mail())).toBeNull()
    expect(await documents()).toHaveLength(2)
    expect((await messages())[0].files).toHaveLength(2)
  })

  it('a failure between files and documents makes the sender try again, and leftover files are deleted', async () => {
    const batch = Database.prototype.batch
    let batches = 0
    vi.spyOn(Database.prototype, 'batch').mockImplementation(function (this: Database, statements) {
      batches += 1
      return batches === 3 ? Promise.reject(new Error('killed')) : batch.call(this, statements)
    })
    await expect(deliver(mail())).rejects.toThrow('killed')
    vi.restoreAllMocks()
    await nothingKept()
    expect(await stored()).toBe(2)
    expect(await deliver(mail())).toBeNull()
    expect(await stored()).toBe(4)
    await env.DB.prepare('UPDATE uploads SET created_at = 0 WHERE company_id = ?').bind(company.id).run()
    await runTicks(env)
    expect(await stored()).toBe(2)
    const [{ files }] = await messages()
    for (const { documentId } of files) {
      const { body } = await admin.get(`/api/documents/${documentId}`)
      expect((await admin.get(body.signedDownloadUrl)).status).toBe(200)
    }
  })
})
