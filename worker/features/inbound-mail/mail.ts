import PostalMime, { type Address, type Attachment } from 'postal-mime'
import { htmlToText, MOST_TEXT } from './html-text.ts'

export interface MailFile {
  /** As the mail says; null where it says nothing. */
  name: string | null
  mimeType: string
  bytes: Uint8Array
}

export interface ParsedMail {
  /** Null: the sender's program gave it none. */
  messageId: string | null
  fromAddress: string
  fromName: string
  subject: string
  /** Plain text of the body; of mails that have only HTML, what a person would read of it. */
  text: string
  files: MailFile[]
  /** In the order of the mail, names in lower case. */
  headers: { key: string; value: string }[]
}

/** Nested deeper than any mail program writes. */
const LIMITS = { maxNestingDepth: 40, maxHeadersSize: 512 * 1024 }

/** Pictures that the text shows in place, mostly logos of signatures, belong to the text and are no attachments. */
const isPartOfText = ({ related, mimeType }: Attachment): boolean => related === true && mimeType.startsWith('image/')

const mailboxOf = (address: Address | undefined) => (address?.group ? address.group[0] : address)

/**
 * The parser keeps each line of a text by itself and takes marks and entities apart one by one, so that texts have a
 * limit before it begins. The lines of files in base 64, which it does not keep, are long and have no spaces.
 */
const MOST_LINES = 60_000
const MOST_BYTES = 3_000_000
const FILE_LINE = { least: 60, most: 80 }

const isOfFile = (line: Uint8Array): boolean =>
  line.byteLength >= FILE_LINE.least && line.byteLength <= FILE_LINE.most && !line.includes(32) && !line.includes(60)

const requireShortText = (raw: Uint8Array): void => {
  let [lines, bytes] = [0, 0]
  for (let from = 0; from < raw.byteLength; ) {
    const at = raw.indexOf(10, from)
    const line = raw.subarray(from, at < 0 ? raw.byteLength : at)
    if (!isOfFile(line)) {
      lines += 1
      bytes += line.byteLength
    }
    if (lines > MOST_LINES || bytes > MOST_BYTES) throw new Error('The text of the mail is too long')
    from += line.byteLength + 1
  }
}

/** Reads a mail (RFC 5322 and MIME). Errors: throws where it is nested, headed or broken beyond the limits. */
export const parseMail = async (raw: Uint8Array): Promise<ParsedMail> => {
  requireShortText(raw)
  const mail = await PostalMime.parse(raw, LIMITS)
  const from = mailboxOf(mail.from) ?? mailboxOf(mail.sender)
  const text = mail.text?.trim() ? mail.text : htmlToText(mail.html ?? '')
  return {
    messageId: mail.messageId?.trim() || null,
    fromAddress: (from?.address ?? '').trim().toLowerCase().slice(0, 320),
    fromName: oneLine(from?.name ?? '').slice(0, 200),
    subject: oneLine(mail.subject ?? '').slice(0, 300),
    text: text.toWellFormed().slice(0, MOST_TEXT).trim(),
    files: mail.attachments
      .filter((file) => !isPartOfText(file))
      .map(({ filename, mimeType, content }) => ({ name: filename, mimeType, bytes: bytesOf(content) })),
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
  }
}

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string'
    ? new TextEncoder().encode(content)
    : content instanceof Uint8Array
      ? content
      : new Uint8Array(content)

/** Control characters, and those that turn the direction of writing to hide an extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A text of a mail for one line of a screen. */
export const oneLine = (text: string): string =>
  text.toWellFormed().replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()

export const headerOf = ({ headers }: Pick<ParsedMail, 'headers'>, name: string): string =>
  headers.find(({ key }) => key === name)?.value.trim() ?? ''
