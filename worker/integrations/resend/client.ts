import { cellOf, FIRST_CELL } from '../../core/cells.ts'
import { oneLine, sentFileName, subjectLine } from '../../core/sent/texts.ts'
import type { Env } from '../../env.ts'

/**
 * Resend (https://resend.com/docs/api-reference/emails): one email, or up to a hundred in one call, idempotent by key
 * for 24 hours. It allows few calls a second, so emails of the same moment are sent together. See `openPost`.
 */
export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  /** Emails about the same thing share one, so that they thread. */
  threadKey?: string
  /** Stops emails of its kind for its person. Only for those that no one waits for. */
  unsubscribeUrl?: string | undefined
  /** The address for replies. */
  replyTo?: string
  attachments?: { filename: string; content: string; content_type: string }[]
}

const TIMEOUT_MS = 15_000
/** How often a call is repeated right away if the provider's rate limit was hit. */
const MOST_WAITS = 3
const LONGEST_WAIT_MS = 2_000

/** An email with this key but slightly different text was sent before, so it has gone out. */
const SENT_BEFORE = 'invalid_idempotent_request'

/** The provider's refusal. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, answer: string) {
    super(`Resend answered ${status}: ${answer.slice(0, 300)}`)
    this.status = status
  }
}

/** Names the effect that sent an email, in the provider's events about it. Values can't have every character. */
const TAG = 'outlay_effect'
const CELL_TAG = 'cell'
const toTag = (effectId: string): string =>
  [...new TextEncoder().encode(effectId)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The effect that sent the email of an event, or null if it wasn't one of ours. */
export const effectOfTags = ({ [TAG]: tag = '' }: Record<string, string>): string | null =>
  /^([0-9a-f]{2})+$/.test(tag)
    ? new TextDecoder().decode(Uint8Array.from(tag.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
    : null

/** The cell that sent it. */
export const cellOfTags = ({ [CELL_TAG]: cell }: Record<string, string>): number =>
  Number(cell ?? FIRST_CELL) || FIRST_CELL

/** An email as the JSON that the provider gets. */
export const contentOf = (env: Env, mail: Mail, effectId: string): string =>
  JSON.stringify({
    ...fieldsOf(env, mail),
    tags: [
      { name: TAG, value: toTag(effectId) },
      ...(cellOf(env) === FIRST_CELL ? [] : [{ name: CELL_TAG, value: String(cellOf(env)) }]),
    ],
  })

/**
 * Programs don't answer what says that a program sent it (RFC 3834), and mail programs show what belongs together and
 * offer to unsubscribe with one click (RFC 8058).
 */
const headersOf = (env: Env, { threadKey, unsubscribeUrl }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(threadKey && { References: `<${oneLine(threadKey)}@${new URL(env.OUTLAY_ORIGIN).hostname}>` }),
  ...(unsubscribeUrl && {
    'List-Unsubscribe': `<${oneLine(unsubscribeUrl)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
})

const fieldsOf = (env: Env, mail: Mail): Record<string, unknown> => ({
  from: env.OUTLAY_MAIL_FROM,
  to: [mail.to],
  subject: subjectLine(mail.subject),
  html: mail.html,
  text: mail.text,
  headers: headersOf(env, mail),
  ...(mail.replyTo && { reply_to: mail.replyTo }),
  ...(mail.attachments && {
    attachments: mail.attachments.map((file) => ({ ...file, filename: sentFileName(file.filename) })),
  }),
})

const waitMs = (response: Response): number => {
  const seconds = Number(response.headers.get('Retry-After') ?? 1)
  return Math.min(Number.isFinite(seconds) ? seconds * 1_000 : 1_000, LONGEST_WAIT_MS)
}

const send = async (env: Env, path: string, content: string, idempotencyKey: string): Promise<void> => {
  for (let waits = 0; ; waits++) {
    const response = await fetch(`https://api.resend.com${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${env.RESEND_API_KEY}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': idempotencyKey.slice(0, 256),
      },
      body: content,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = await response.text()
    if (response.ok || (response.status === 409 && answer.includes(SENT_BEFORE))) return
    if (response.status !== 429 || waits === MOST_WAITS) throw new Refused(response.status, answer)
    await new Promise((resolve) => setTimeout(resolve, waitMs(response)))
  }
}

/**
 * Throws if the provider doesn't accept the email. The caller retries with the same key.
 * @param effectId the effect that sends it, if its key isn't just that
 */
export const sendMail = (env: Env, mail: Mail, idempotencyKey: string, effectId = idempotencyKey): Promise<void> =>
  sendContent(env, contentOf(env, mail, effectId), idempotencyKey)

/** The same for content from `contentOf`, new or stored. */
export const sendContent = (env: Env, content: string, idempotencyKey: string): Promise<void> =>
  send(env, '/emails', content, idempotencyKey)

/**
 * Several emails in one call: all of them or none.
 * @param contents at most a hundred, without attachments
 */
export const sendContents = (env: Env, contents: readonly string[], idempotencyKey: string): Promise<void> =>
  send(env, '/emails/batch', `[${contents.join(',')}]`, idempotencyKey)
