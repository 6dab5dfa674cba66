import PostalMime, { type Address, type Attachment } from 'postal-mime'
import { htmlToText } from './html-text.ts'

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

const MOST_TEXT = 200_000
/** Nested deeper than any mail program writes. */
const LIMITS = { maxNestingDepth: 40, maxHeadersSize: 512 * 1024 }

/** Pictures that the text shows in place, mostly logos of signatures, belong to the text and are no attachments. */
const isPartOfText = ({ related, mimeType }: Attachment): boolean => related === true && mimeType.startsWith('image/')

const mailboxOf = (address: Address | undefined) => (address?.group ? address.group[0] : address)

/** Reads a mail (RFC 5322 and MIME). Errors: throws where it is nested or headed beyond the limits. */
export const parseMail = async (raw: Uint8Array): Promise<ParsedMail> => {
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
