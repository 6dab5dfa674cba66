import { headerOf, type ParsedMail } from './mail.ts'

/** The SMTP reply to the sender's server, in words for the person who reads the bounce. */
export const REJECTIONS = {
  NO_SUCH_ADDRESS: 'No company receives documents at this address. Check how it is written.',
  TOO_LARGE: 'The email is larger than 25 MB. Send the files in several emails.',
  UNREADABLE: 'The email isn’t valid and couldn’t be read.',
  AUTOMATIC_REPLY: 'Automatic replies and delivery reports are not accepted at this address.',
  OWN_SENDER: 'Emails sent by Outlay aren’t accepted at this address.',
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

/**
 * The short name in a recipient's address, or null if it isn't at the inbound domain. Anything after a plus sign is the
 * sender's own tag.
 */
export const shortNameOf = (recipient: string, inboundDomain: string | undefined): string | null => {
  const { local, domain } = split(recipient)
  if (!inboundDomain || domain !== inboundDomain.toLowerCase()) return null
  return local.split('+')[0] || null
}

/** The address within `Outlay <no-reply@…>`. */
const addressWithin = (text: string): string => (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim().toLowerCase()

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
