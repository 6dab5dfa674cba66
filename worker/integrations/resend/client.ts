import type { Env } from '../../env.ts'

/** Resend (https://resend.com/docs/api-reference/emails/send-email): one mail, idempotent by key for 24 hours. */
export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  /** Mails about the same thing share one, so that they thread. */
  threadKey?: string
  /** Whom an answer reaches. */
  replyTo?: string
  attachments?: { filename: string; content: string; content_type: string }[]
}

const TIMEOUT_MS = 15_000

/** The key has sent a mail before, whose text was another by a word or a number: it has gone out. */
const SENT_BEFORE = 'invalid_idempotent_request'

/** Errors: throws when the provider does not take the mail; the caller tries again with the same key. */
export const sendMail = async (env: Env, mail: Mail, idempotencyKey: string): Promise<void> => {
  const headers = mail.threadKey
    ? { References: `<${mail.threadKey}@${new URL(env.OUTLAY_ORIGIN).hostname}>` }
    : undefined
  const response = await fetch('https://api.resend.com/emails', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${env.RESEND_API_KEY}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey.slice(0, 256),
    },
    body: JSON.stringify({
      from: env.OUTLAY_MAIL_FROM,
      to: [mail.to],
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers,
      ...(mail.replyTo && { reply_to: mail.replyTo }),
      ...(mail.attachments && { attachments: mail.attachments }),
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = await response.text()
  if (response.status === 409 && answer.includes(SENT_BEFORE)) return
  if (!response.ok) throw new Error(`Resend answered ${response.status}: ${answer.slice(0, 300)}`)
}
