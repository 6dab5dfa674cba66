import { QUICKBOOKS_VARS } from './tokens.ts'

/** Events that QuickBooks sends to the app: CloudEvents, signed with the verifier token. */

export interface Change {
  realmId: string
  /** "Bill" */
  entity: string
  operation: 'created' | 'updated' | 'deleted'
  id: string
}

/** Changes of so long come together. */
const TOGETHER_MS = 2_000

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))

export const signed = async (body: string, token: string): Promise<string> => {
  const encoder = new TextEncoder()
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(token), how, false, ['sign'])
  return base64(await crypto.subtle.sign('HMAC', key, encoder.encode(body)))
}

export class WebhookOut {
  readonly #deliver: ((request: Request) => Promise<Response>) | null
  readonly #now: () => number
  #waiting: Change[] = []
  /** What was sent last, to send it again. */
  lastBody = ''

  constructor(deliver: ((request: Request) => Promise<Response>) | null, now: () => number) {
    this.#deliver = deliver
    this.#now = now
  }

  sendLater(changes: Change[]): void {
    if (!this.#deliver) return
    if (this.#waiting.length === 0) {
      const timer = setTimeout(() => {
        const waiting = this.#waiting
        this.#waiting = []
        this.send(waiting).catch(() => undefined)
      }, TOGETHER_MS)
      if (typeof timer === 'object' && 'unref' in timer) (timer as { unref(): void }).unref()
    }
    this.#waiting.push(...changes)
  }

  bodyOf(changes: Change[]): string {
    return JSON.stringify(
      changes.map(({ realmId, entity, operation, id }) => ({
        specversion: '1.0',
        id: crypto.randomUUID(),
        source: 'intuit.dsnBgbseACLLRZNxo2dfc4evmEJdxde58xeeYcZliOU=',
        type: `qbo.${entity.toLowerCase()}.${operation}.v1`,
        datacontenttype: 'application/json',
        time: new Date(this.#now()).toISOString(),
        intuitentityid: id,
        intuitaccountid: realmId,
        data: {},
      })),
    )
  }

  async send(changes: Change[], signature: 'right' | 'wrong' | 'none' = 'right'): Promise<Response | null> {
    this.lastBody = this.bodyOf(changes)
    return this.repeat(signature)
  }

  /** The last message once more, as after an answer that was lost. */
  async repeat(signature: 'right' | 'wrong' | 'none' = 'right'): Promise<Response | null> {
    if (!this.#deliver) return null
    const token = signature === 'right' ? QUICKBOOKS_VARS.OUTLAY_QUICKBOOKS_WEBHOOK_TOKEN : 'another token'
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (signature !== 'none') headers['intuit-signature'] = await signed(this.lastBody, token)
    const init = { method: 'POST', headers, body: this.lastBody }
    // An app that is not there gets the message again later, or never.
    return this.#deliver(new Request('https://localhost/api/webhooks/quickbooks', init)).catch(() => null)
  }
}
