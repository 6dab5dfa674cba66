import type { Authentication } from '../../../../schema/documents/inbound-mail/values.ts'
import type { ParsedMail } from './mail.ts'

/** The confirmation that an email provider needs before it forwards a mailbox to us. */
export interface ForwardingConfirmation {
  provider: string
  /** The mailbox that wants to forward, if the email names it. */
  account: string | null
  code: string | null
  url: string | null
}

interface Provider {
  name: string
  sender: string
  /** Links that confirm. Others in such emails cancel, or belong to someone else. */
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
 * The confirmation that an email asks for, or null. Only from senders verified by the receiving server, and only links
 * of the provider itself, because a forged one must not reach the admins with our endorsement.
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
