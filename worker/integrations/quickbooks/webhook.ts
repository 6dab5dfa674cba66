import { z } from 'zod'
import { sha256Hex } from '../../core/hash.ts'
import type { SystemContext } from '../../core/operation.ts'
import type { SignedMessage, Verdict, WebhookSender } from '../../core/webhook-senders.ts'

/**
 * QuickBooks says that something changed: a list of CloudEvents, signed as a whole with the app's verifier token. It
 * says what and where, not how it is now.
 */

const event = z.object({
  id: z.string().min(1).max(200),
  /** "qbo.bill.created.v1" */
  type: z.string().max(200),
  time: z.iso.datetime({ offset: true }),
  intuitentityid: z.coerce.string().max(100),
  intuitaccountid: z.coerce.string().regex(/^\d{1,30}$/),
})
const events = z.array(event).min(1)

/** What changed in one company, in the order of the message. */
export interface QuickbooksChanges {
  realmId: string
  changes: { entity: string; operation: string; erpId: string; at: string }[]
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const encoder = new TextEncoder()

/** The same message sent again has the same events, and so the same id. */
export const verifyQuickbooks = async (token: string, { header, body }: SignedMessage): Promise<Verdict> => {
  const signature = bytesOf(header('intuit-signature') ?? '')
  if (!signature?.length) return { refused: 'NOT_SIGNED' }
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(token), how, false, ['verify'])
  const isSigned = await crypto.subtle.verify('HMAC', key, signature, encoder.encode(body))
  if (!isSigned) return { refused: 'NOT_SIGNED' }
  const ids = events.safeParse(parseJson(body)).data?.map(({ id }) => id)
  return { eventId: ids?.length === 1 ? (ids[0] ?? '') : sha256Hex(ids ? ids.toSorted().join('\n') : body) }
}

/** By company. Empty if the message is of another kind. */
export const changesOf = (body: string): QuickbooksChanges[] => {
  const found = events.safeParse(parseJson(body)).data ?? []
  return [...Map.groupBy(found, ({ intuitaccountid }) => intuitaccountid)].map(([realmId, together]) => ({
    realmId,
    changes: together.map(({ type, intuitentityid, time }) => {
      const [, entity = '', operation = ''] = type.split('.')
      return { entity, operation, erpId: intuitentityid, at: time }
    }),
  }))
}

/**
 * For `registerWebhook('quickbooks', …)`.
 * @param changed called for each company in a message. It may be called twice for the same changes
 */
export const quickbooksWebhooks = (
  changed: (context: SystemContext, changes: QuickbooksChanges) => Promise<void>,
): WebhookSender => ({
  secret: (env) => env.OUTLAY_QUICKBOOKS_WEBHOOK_TOKEN,
  verify: verifyQuickbooks,
  handle: async (context, { body }) => {
    for (const changes of changesOf(body)) await changed(context, changes)
  },
})
