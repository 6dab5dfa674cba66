import { INVOICE_SEPARATOR, REPLY_TAG } from '../../../../schema/documents/inbound-mail/values.ts'
import { MOST_COMMENT_CHARACTERS } from '../../../../schema/documents/threads/endpoints.ts'
import { headerOf, type ParsedMail } from './mail.ts'

/** The SMTP reply to the sender's server, in words for the person who reads the bounce. */
export const REJECTIONS = {
  NO_SUCH_ADDRESS: 'No company receives documents at this address. Check how it is written.',
  TOO_LARGE: 'The email is larger than 25 MB. Send the files in several emails.',
  UNREADABLE: 'The email isn’t valid and couldn’t be read.',
  AUTOMATIC_REPLY: 'Automatic replies and delivery reports are not accepted at this address.',
  OWN_SENDER: 'Emails sent by Outlay aren’t accepted at this address.',
  NO_INVOICE: 'No invoice is attached. Send the email again with the invoice as a PDF, Word or picture file.',
  REPLY_ENDED: 'This email can no longer be answered. Open Outlay to write a comment.',
  NOT_THE_READER: 'Only the person this email was sent to can answer it, from the address it was sent to.',
  EMPTY_REPLY: 'Your answer has no text. Write it above the quoted email, and send it again.',
  REPLY_TOO_LONG: `Your answer is longer than ${MOST_COMMENT_CHARACTERS.toLocaleString('en-US')} characters. Shorten it, and send it again.`,
  REPLY_REFUSED: 'Your answer couldn’t be taken. Open Outlay to write it as a comment.',
} as const
export type Rejection = keyof typeof REJECTIONS

interface Address {
  local: string
  domain: string
}

const split = (address: string): Address => {
  const plain = address.trim().replace(/^<|>$/g, '').toLowerCase()
  const at = plain.lastIndexOf('@')
  return { local: plain.slice(0, Math.max(at, 0)), domain: plain.slice(at + 1) }
}

/** 160 bits, in cells other than the first with their number. */
const REPLY_SECRET = /^(c\d{1,4}\.)?[0-9a-f]{40}$/

/** The secret of an address for answers to Outlay's emails, or null for any other address. */
export const replySecretOf = (recipient: string, inboundDomain: string | undefined): string | null => {
  const { local, domain } = split(recipient)
  if (!inboundDomain || domain !== inboundDomain.toLowerCase() || !local.startsWith(REPLY_TAG)) return null
  const secret = local.slice(REPLY_TAG.length)
  return REPLY_SECRET.test(secret) ? secret : null
}

export interface Recipient {
  /** The company’s. */
  shortName: string
  /** The name of its address for invoices. Null for its address for documents. */
  invoices: string | null
}

/**
 * Who a recipient's address belongs to, or null if it isn't at the inbound domain. Anything after a plus sign is the
 * sender's own tag.
 */
export const recipientOf = (recipient: string, inboundDomain: string | undefined): Recipient | null => {
  const { local, domain } = split(recipient)
  if (!inboundDomain || domain !== inboundDomain.toLowerCase()) return null
  const [plain = ''] = local.split('+')
  const at = plain.indexOf(INVOICE_SEPARATOR)
  const shortName = at < 0 ? plain : plain.slice(0, at)
  return shortName ? { shortName, invoices: at < 0 ? null : plain.slice(at + 1) } : null
}

/** The address within `Outlay <no-reply@…>`. */
export const addressWithin = (text: string): string => (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim().toLowerCase()

/** Whether a program wrote it. No person comments so; an invoice may come like this. */
export const isAutomatic = (mail: Pick<ParsedMail, 'headers'>): boolean => {
  const has = (name: string, pattern: RegExp) => pattern.test(headerOf(mail, name))
  return (
    has('auto-submitted', /^(?!no\b)./i) ||
    has('precedence', /^(bulk|junk|auto[-_]?reply)\b/i) ||
    has('x-autoreply', /^(?!no\b)./i) ||
    has('x-autorespond', /./)
  )
}

/**
 * Why an email could cause a loop, or null. Billing systems write `Auto-Submitted: auto-generated` on invoices, so only
 * replies and reports are refused.
 */
export const loopRejection = (
  mail: Pick<ParsedMail, 'fromAddress' | 'headers'>,
  envelopeFrom: string,
  own: { mailFrom: string; inboundDomain: string },
): Rejection | null => {
  const isOwn = (address: string) =>
    address === addressWithin(own.mailFrom) || split(address).domain === own.inboundDomain.toLowerCase()
  if (isOwn(mail.fromAddress) || isOwn(addressWithin(envelopeFrom))) return 'OWN_SENDER'
  const has = (name: string, pattern: RegExp) => pattern.test(headerOf(mail, name))
  const isReply =
    split(envelopeFrom).domain === '' ||
    has('auto-submitted', /^auto-(replied|notified)\b/i) ||
    has('precedence', /^auto[-_]reply\b/i) ||
    has('x-autoreply', /./) ||
    has('x-autorespond', /./) ||
    has('content-type', /^multipart\/report\b/i)
  return isReply ? 'AUTOMATIC_REPLY' : null
}
