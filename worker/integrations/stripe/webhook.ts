import { z } from 'zod'
import type { SystemContext } from '../../core/operation.ts'
import type { SignedMessage, Verdict, WebhookSender } from '../../core/webhook-senders.ts'

/**
 * What happened at Stripe: one event a message, signed with a time. Events come in any order, twice, or never, so they
 * only say what to ask for.
 */

const event = z.object({
  id: z.string().min(1).max(200),
  /** "treasury.outbound_payment.posted" */
  type: z.string().max(200),
  /** The connected account that it is about. */
  account: z.string().max(100).nullish(),
  data: z.object({ object: z.object({ id: z.string().max(200), object: z.string().max(100) }) }),
})

export interface StripeEvent {
  eventId: string
  type: string
  accountId: string
  objectId: string
  /** "treasury.outbound_payment" */
  object: string
}

const TOLERANCE_S = 300
const encoder = new TextEncoder()

const hexBytes = (hex: string): Uint8Array<ArrayBuffer> | null =>
  /^([0-9a-f]{2}){32}$/i.test(hex) ? Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The header has a time and one signature for each secret that is in use: `t=…,v1=…,v1=…`. */
export const verifyStripe = async (secret: string, { header, body }: SignedMessage, now: number): Promise<Verdict> => {
  const parts = (header('stripe-signature') ?? '').split(',').map((part) => part.trim().split('='))
  const at = parts.find(([key]) => key === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(at)) return { refused: 'NOT_SIGNED' }
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), how, false, ['verify'])
  const given = parts.flatMap(([name, value]) => {
    const bytes = name === 'v1' ? hexBytes(value ?? '') : null
    return bytes ? [bytes] : []
  })
  if (given.length === 0) return { refused: 'NOT_SIGNED' }
  const signed = encoder.encode(`${at}.${body}`)
  const verified = await Promise.all(given.map((bytes) => crypto.subtle.verify('HMAC', key, bytes, signed)))
  if (!verified.includes(true)) return { refused: 'NOT_SIGNED' }
  if (Math.abs(now / 1000 - Number(at)) > TOLERANCE_S) return { refused: 'TOO_OLD' }
  const id = event.safeParse(parseJson(body)).data?.id
  return id === undefined ? { refused: 'NOT_SIGNED' } : { eventId: id }
}

/** Null if it is of another kind. */
export const eventOf = (body: string): StripeEvent | null => {
  const { data } = event.safeParse(parseJson(body))
  if (!data) return null
  const { id, object } = data.data.object
  return { eventId: data.id, type: data.type, accountId: data.account ?? '', objectId: id, object }
}

/**
 * For `registerWebhook('stripe', …)`.
 * @param happened it may be called twice for one event
 */
export const stripeWebhooks = (
  happened: (context: SystemContext, event: StripeEvent) => Promise<void>,
): WebhookSender => ({
  secret: (env) => env.OUTLAY_STRIPE_WEBHOOK_SECRET,
  verify: verifyStripe,
  handle: async (context, { body }) => {
    const event = eventOf(body)
    if (event?.accountId) await happened(context, event)
  },
})
