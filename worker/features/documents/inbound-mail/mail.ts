import type { Address, Attachment } from 'postal-mime'
import { oneLine } from '../../../core/sent/texts.ts'
import { BoundedParser, MailBudget } from './bounded-parser.ts'
import { htmlToText, MOST_TEXT } from './html-text.ts'

export interface MailFile {
  /** As the email states it, or null. */
  name: string | null
  mimeType: string
  bytes: Uint8Array
}

export interface ParsedMail {
  /** Null if the sender's program didn't set one. */
  messageId: string | null
  fromAddress: string
  fromName: string
  subject: string
  /** Plain text of the body. For emails with only HTML, what a person would read. */
  text: string
  files: MailFile[]
  /** In the order of the email, with names in lower case. */
  headers: { key: string; value: string }[]
}

/** Pictures shown within the text, mostly signature logos, are part of it and not attachments. */
const isPartOfText = ({ related, mimeType }: Attachment): boolean => related === true && mimeType.startsWith('image/')

/** Mail programs attach an email as a file as well as within the text. */
const isMail = ({ rfc822DepthExceeded, mimeType }: Attachment): boolean =>
  rfc822DepthExceeded === true || mimeType.toLowerCase() === 'message/rfc822'

const mailboxOf = (address: Address | undefined) => (address?.group ? address.group[0] : address)

/** Emails attached to emails attached to the email. Anything attached deeper stays a file. */
const DEEPEST = 3

/** Parses an email (RFC 5322 and MIME). Throws if its nesting, headers or damage exceed the limits. */
export const parseMail = async (raw: Uint8Array, budget = new MailBudget(), depth = 0): Promise<ParsedMail> => {
  const mail = await new BoundedParser(budget).parse(raw)
  const from = mailboxOf(mail.from) ?? mailboxOf(mail.sender)
  const texts = [(mail.text?.trim() ? mail.text : htmlToText(mail.html ?? '')).trimEnd()]
  const files: MailFile[] = []
  for (const file of mail.attachments) {
    if (isPartOfText(file)) continue
    const bytes = bytesOf(file.content)
    if (isMail(file) && depth < DEEPEST) {
      const attached = await parseMail(bytes, budget, depth + 1)
      texts.push(attachedText(attached))
      files.push(...attached.files)
    } else files.push({ name: file.filename, mimeType: file.mimeType, bytes })
  }
  return {
    messageId: mail.messageId?.trim() || null,
    fromAddress: (from?.address ?? '').trim().toLowerCase().slice(0, 320),
    fromName: oneLine(from?.name ?? '').slice(0, 200),
    subject: oneLine(mail.subject ?? '').slice(0, 300),
    text: texts.join('\n\n').toWellFormed().slice(0, MOST_TEXT).trim(),
    files,
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
  }
}

const attachedText = ({ fromName, fromAddress, subject, text }: ParsedMail): string =>
  [`From: ${fromName ? `${fromName} <${fromAddress}>` : fromAddress}`, `Subject: ${subject}`, '', text].join('\n')

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string'
    ? new TextEncoder().encode(content)
    : content instanceof Uint8Array
      ? content
      : new Uint8Array(content)

export const headerOf = ({ headers }: Pick<ParsedMail, 'headers'>, name: string): string =>
  headers.find(({ key }) => key === name)?.value.trim() ?? ''
