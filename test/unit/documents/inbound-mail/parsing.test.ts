import { describe, expect, it } from 'vitest'
import { parseMail } from '../../../../worker/features/documents/inbound-mail/mail.ts'

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const repeated = (line: string, times: number): string => line.repeat(times)

const mailWith = (head: string, body: string): Uint8Array =>
  bytesOf(
    [
      'From: Ada <ada@vendor.test>',
      'Subject: Invoice',
      'Content-Type: multipart/mixed; boundary=edge',
      '',
      '--edge',
      'Content-Type: text/plain',
      '',
      'See attached.',
      '--edge',
      head,
      '',
      body,
      '--edge--',
      '',
    ].join('\r\n'),
  )
const pdfHead = (encoding: string) =>
  `Content-Type: application/pdf; name=a.pdf\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: ${encoding}`

/** 6 MB in 800,000 lines, as written by programs that don't compress. */
const LARGE = `%PDF-1.4\n${repeated('1 0 0 m\n', 800_000)}%%EOF`

/** As an email program would write it. */
const quoted = (text: string): string =>
  text
    .replaceAll('=', '=3D')
    .replaceAll('\n', '=0A')
    .replaceAll(/.{72}(?![0-9A-F])/g, '$&=\r\n')

describe('a large file in an email', () => {
  it('a file in 8bit arrives unchanged, however many lines it has', async () => {
    const { files, text } = await parseMail(mailWith(pdfHead('8bit'), LARGE))
    expect(text).toBe('See attached.')
    expect(files.map(({ name }) => name)).toEqual(['a.pdf'])
    expect(Buffer.from(files[0]?.bytes ?? []).toString('latin1') === LARGE).toBe(true)
  })

  it('a file in quoted-printable arrives unchanged', async () => {
    const { files } = await parseMail(mailWith(pdfHead('Quoted-Printable'), quoted(LARGE)))
    expect(Buffer.from(files[0]?.bytes ?? []).toString('latin1') === LARGE).toBe(true)
  })

  it('a file in base 64 arrives unchanged', async () => {
    const lines = Buffer.from(LARGE, 'latin1').toString('base64').replaceAll(/.{76}/g, '$&\r\n')
    const { files } = await parseMail(mailWith(pdfHead('base64'), lines))
    expect(Buffer.from(files[0]?.bytes ?? []).toString('latin1') === LARGE).toBe(true)
  })

  it('a file keeps its own line breaks, and lines that look almost like a boundary', async () => {
    const file = '%PDF-1.4\r\n--edg\r\n-- \n--\r\n--edged\r\n=3D=zz\r\n\r\nend\r\n'
    const { files } = await parseMail(mailWith(pdfHead('binary'), file))
    expect(Buffer.from(files[0]?.bytes ?? []).toString('latin1')).toBe(file)
  })

  it('quoted-printable keeps invalid codes as they are and joins split lines', async () => {
    const { files } = await parseMail(mailWith(pdfHead('quoted-printable'), 'a=3Db=\r\nc=zz=\nd=E9\r\ne='))
    expect(Buffer.from(files[0]?.bytes ?? []).toString('latin1')).toBe('a=bc=zzd\u00e9\r\ne')
  })

  it('a part without an end is read to the end of the email', async () => {
    const whole = mailWith(pdfHead('8bit'), '%PDF-1.4 x')
    const { files } = await parseMail(whole.subarray(0, whole.byteLength - '\r\n--edge--\r\n'.length))
    expect(Buffer.from(files[0]?.bytes ?? []).toString('latin1')).toBe('%PDF-1.4 x')
  })
})

describe('an email attached to an email', () => {
  const inner = (body: string) =>
    `From: Bo <bo@vendor.test>\r\nSubject: Old quote\r\nContent-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\n${body}\r\n--in\r\n${pdfHead('8bit')}\r\n\r\n%PDF-1.4 inner\r\n--in--`

  it('the attached email gives its text and its files', async () => {
    const { text, files } = await parseMail(mailWith('Content-Type: message/rfc822', inner('The quote.')))
    expect(text).toBe('See attached.\n\nFrom: Bo <bo@vendor.test>\nSubject: Old quote\n\nThe quote.')
    expect(files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['%PDF-1.4 inner'])
  })

  it('the attached email counts toward the limits of the whole email', async () => {
    const long = repeated('a\r\n', 59_990)
    await parseMail(mailWith('Content-Type: message/rfc822', inner('a')))
    const twice = `${long}\r\n--edge\r\nContent-Type: message/rfc822\r\n\r\n${inner(long)}`
    await expect(parseMail(mailWith('Content-Type: text/plain', twice))).rejects.toThrow('too long')
  })
})

describe('texts that are too long', () => {
  it.each([
    ['in lines like those of base 64', 'Content-Type: text/plain', repeated(`${'QUJD'.repeat(19)}\r\n`, 100_000)],
    ['in base 64', 'Content-Type: text/html\r\nContent-Transfer-Encoding: base64', repeated('QUJD\r\n', 700_000)],
    [
      'attached as a calendar',
      'Content-Type: text/calendar\r\nContent-Disposition: attachment',
      repeated('A\r\n', 99_000),
    ],
    [
      'before the first part',
      'Content-Type: multipart/mixed; boundary=in',
      repeated(`${'QUJD'.repeat(19)}\r\n`, 100_000),
    ],
  ])('a text that is too long is refused %s', async (_, head, body) => {
    await expect(parseMail(mailWith(head, body))).rejects.toThrow('too long')
  })

  it('an email with more parts than a person attaches is refused', async () => {
    const parts = repeated(`\r\n--edge\r\n${pdfHead('quoted-printable')}\r\n\r\nx`, 3_000)
    await expect(parseMail(mailWith(pdfHead('8bit'), `x${parts}`))).rejects.toThrow('too many parts')
  })
})
