import { bodyPdf } from '../../../worker/features/documents/inbound-mail/body-pdf.ts'
import { LIMITS } from '../../../worker/features/documents/inbound-mail/bounded-parser.ts'
import { parseMail } from '../../../worker/features/documents/inbound-mail/mail.ts'
import { replyText } from '../../../worker/features/documents/inbound-mail/reply-text.ts'
import { bytesOf, filled, type Reader } from './reader.ts'

/** Emails. */

const FILES = ['bounded-parser', 'mail'].map((name) => `worker/features/documents/inbound-mail/${name}.ts`)
const HEAD = 'From: Ada <ada@example.test>\r\nSubject: Hello\r\n'
const body = (type: string, text: string): Uint8Array =>
  bytesOf(`${HEAD}Content-Type: ${type}; charset=utf-8\r\n\r\n${text}`)

const mail: Reader = {
  name: 'an email',
  files: FILES,
  limit: LIMITS.textBytes,
  read: async (bytes) => {
    const read = await parseMail(bytes)
    replyText(read.text, ['no-reply@outlay.example', 'Outlay'])
    return bodyPdf(read, 'documents@outlay.example', 0)
  },
  shapes: {
    'a text': (size) =>
      body(
        'text/plain',
        filled(size, (i) => `Line ${i} of an email, which is a bit longer than that.\r\n`),
      ),
    'a text in one line': (size) =>
      body(
        'text/plain',
        filled(size, (i) => `word${i} `),
      ),
    'a page in HTML': (size) =>
      body(
        'text/html',
        filled(size, (i) => `<p>Line ${i} of an <b>email</b>, a bit longer</p>\r\n`),
      ),
    'a table in HTML': (size) =>
      body(
        'text/html',
        filled(size, (i) => `<tr><td>${i}</td><td>&nbsp;10.00</td></tr>`),
      ),
    'blanks in HTML': (size) =>
      body(
        'text/html',
        filled(size, () => '&nbsp; ', 'a', 'a'),
      ),
    'several parts': (size) =>
      bytesOf(
        `${HEAD}Content-Type: multipart/mixed; boundary=x\r\n\r\n${filled(size / 10, (i) => `--x\r\nContent-Type: text/plain\r\n\r\nPart ${i}\r\n`)}--x--`,
      ),
    'many headers': (size) => bytesOf(`${filled(size / 6, (i) => `X-Header-${i}: value\r\n`, HEAD)}\r\nHello`),
    'many recipients': (size) =>
      bytesOf(`${HEAD}To: ${filled(size / 6, (i) => `Ada ${i} <a${i}@b.example>,\r\n `)}x@y.example\r\n\r\nHello`),
    'a long subject': (size) =>
      bytesOf(`From: a@example.test\r\nSubject: ${filled(size / 6, () => '=?utf-8?Q?word?=\r\n ')}x\r\n\r\nHello`),
  },
}

/** As large as an email can be. */
const FILE = 25 * 1024 * 1024
const attachment = (encoding: string, line: string) => (size: number) =>
  bytesOf(
    `${HEAD}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${filled(size, () => `${line}\r\n`)}--x--`,
  )
const attached: Reader = {
  name: 'an email with a file',
  files: FILES,
  limit: FILE,
  read: (bytes) => parseMail(bytes),
  shapes: {
    'in base 64': attachment('base64', 'QUJD'.repeat(19)),
    'in quoted text': attachment('quoted-printable', '=41=42=43 and words'),
  },
}

export const MAIL_READERS: Reader[] = [mail, attached]
