import type { Authentication } from '../../../schema/inbound-mail/values.ts'
import type { ParsedMail } from './mail.ts'

/** What a mail provider wants to know before it forwards a mailbox to us. */
export interface ForwardingConfirmation {
  provider: string
  /** The mailbox that asks, where the mail names it. */
  account: string | null
  code: string | null
  url: string | null
}

interface Provider {
  name: string
  sender: string
  /** Addresses that confirm; others in such mails withdraw, or are somebody's own. */
  confirms: (url: URL) => boolean
}

const PROVIDERS: Provider[] = [
  {
    name: 'Gmail',
    sender: 'forwarding-noreply@google.com',
    confirms: ({ hostname, pathname }) =>
      ['mail.google.com', 'mail-settings.google.com'].includes(hostname) && pathname.startsWith('/mail/vf-'),
  },
]

const urlsOf = (text: string): URL[] =>
  [...text.matchAll(/https:\/\/[^\s<>"')\]]+/g)].flatMap(([url]) => (URL.canParse(url) ? [new URL(url)] : []))

/**
 * The confirmation that a mail asks for, or null. Only of senders whose address the receiving server has verified,
 * and only links of the provider itself: a forged one must not reach the admins with our word behind it.
 */
export const forwardingConfirmationOf = (
  mail: Pick<ParsedMail, 'fromAddress' | 'subject' | 'text'>,
  { dmarc }: Authentication,
): ForwardingConfirmation | null => {
  const provider = PROVIDERS.find(({ sender }) => sender === mail.fromAddress)
  if (!provider || dmarc !== 'PASS') return null
  const code =
    /confirmation code:?\s*(\d{6,12})\b/i.exec(mail.text)?.[1] ?? /\(#(\d{6,12})\)/.exec(mail.subject)?.[1] ?? null
  const url = urlsOf(mail.text).find(provider.confirms)?.href ?? null
  if (!code && !url) return null
  const account = /receive mail from ([^\s()<>]+@[^\s()<>]+)/i.exec(mail.subject)?.[1]?.slice(0, 320) ?? null
  return { provider: provider.name, account, code, url }
}
