export interface SentMail {
  to: string
  subject: string
  text: string
  html: string
  idempotencyKey: string
  replyTo: string | null
  headers: Record<string, string>
  attachments: { filename: string; content: string; content_type: string }[]
  /** As the provider repeats them in its events. */
  tags: Record<string, string>
}

const mails = new Map<string, SentMail>()
const bodies = new Map<string, string>()
/** How many calls are still to fail: those that write to one of the addresses, or any. */
interface Fault {
  count: number
  to: readonly string[] | null
}
const NO_FAULT: Fault = { count: 0, to: null }
let failures = NO_FAULT
let refusals = NO_FAULT
let calls: { path: string; text: string }[] = []

/** Counts a call as failed, if it is to fail. Queues also deliver what other tests left. */
const takes = (fault: Fault, text: string): boolean => {
  const isMeant = fault.count > 0 && (!fault.to || fault.to.some((address) => text.includes(address)))
  if (isMeant) fault.count -= 1
  return isMeant
}

/** The emails that the provider accepted, one per idempotency key, oldest first. */
export const sentMails = (to?: string): SentMail[] => [...mails.values()].filter((mail) => !to || mail.to === to)

/** The provider answers the next calls, or those to some addresses, with 500. */
export const failNextMails = (count: number, to: readonly string[] | null = null): void => {
  failures = { count, to }
}

/** The provider answers the next calls, or those to some addresses, with its rate limit. */
export const refuseNextMails = (count: number, to: readonly string[] | null = null): void => {
  refusals = { count, to }
}

/** The provider's paths that were called with emails to these addresses since the last time. */
export const takeMailCalls = (to: readonly string[] = []): string[] => {
  const taken = calls.filter(({ text }) => to.some((address) => text.includes(address)))
  calls = []
  return taken.map(({ path }) => path)
}

/** An address that the provider rejects. */
export const IMPOSSIBLE_ADDRESS = 'nobody@impossible.invalid'

/** A webhook target for tests: what it was sent, and how it answers. */
export interface Target {
  addresses: string[]
  answer(request: Request, signal: AbortSignal | null): Response | Promise<Response>
}

/** Any public address. */
export const PUBLIC_ADDRESS = '93.184.215.14'
export const HOOK_HOST = 'hooks.acme-tools.com'

const HOOK: Target = { addresses: [PUBLIC_ADDRESS], answer: () => Response.json({ taken: true }) }
const targets = new Map<string, Target>([[HOOK_HOST, HOOK]])

export const standIn = (host: string, target: Partial<Target>): void => {
  targets.set(host, { addresses: [PUBLIC_ADDRESS], answer: () => new Response('ok'), ...target })
}

/** Failures and stand-ins end. Emails stay, because queues may still deliver. */
export const forgetOutside = (): void => {
  failures = NO_FAULT
  refusals = NO_FAULT
  calls = []
  targets.clear()
  targets.set(HOOK_HOST, HOOK)
}

/** Texts that names have, besides their addresses. */
const texts = new Map<string, string>()

export const textThere = (name: string, text: string): void => {
  texts.set(name, text)
}

const answerName = (url: URL): Response => {
  const text = texts.get(url.searchParams.get('name') ?? '')
  if (url.searchParams.get('type') === 'TXT')
    return Response.json({ Status: 0, Answer: text === undefined ? [] : [{ type: 16, data: `"${text}"` }] })
  const type = url.searchParams.get('type') === 'AAAA' ? 28 : 1
  const { addresses = [] } = targets.get(url.searchParams.get('name') ?? '') ?? {}
  const found = addresses.filter((address) => address.includes(':') === (type === 28))
  return Response.json({ Status: found.length ? 0 : 3, Answer: found.map((data) => ({ type, data })) })
}

type Content = Omit<SentMail, 'to' | 'idempotencyKey' | 'replyTo' | 'headers' | 'tags'> & {
  to: string[]
  reply_to?: string
  headers?: Record<string, string>
  tags?: { name: string; value: string }[]
}

/**
 * Resend's answers (POST /emails and /emails/batch), names, and webhook targets. Every other address is unreachable.
 */
export const answerOutside = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  const url = new URL(request.url)
  if (url.host === 'cloudflare-dns.com') return answerName(url)
  const target = targets.get(url.host)
  if (target) return target.answer(request, init?.signal ?? null)
  if (url.host !== 'api.resend.com') return new Response('unreachable', { status: 502 })
  const text = await request.text()
  if (takes(failures, text)) {
    return Response.json({ name: 'internal_server_error' }, { status: 500 })
  }
  if (takes(refusals, text)) {
    return Response.json({ name: 'rate_limit_exceeded' }, { status: 429, headers: { 'Retry-After': '0.01' } })
  }
  calls.push({ path: url.pathname, text })
  const key = request.headers.get('Idempotency-Key') ?? crypto.randomUUID()
  const content = JSON.parse(text) as Content | Content[]
  const together = Array.isArray(content) ? content : [content]
  if (together.length > 100 || together.some(({ to }) => to.includes(IMPOSSIBLE_ADDRESS))) {
    return Response.json({ name: 'validation_error' }, { status: 422 })
  }
  if (bodies.has(key) && bodies.get(key) !== text) {
    return Response.json({ name: 'invalid_idempotent_request', message: 'Another body' }, { status: 409 })
  }
  bodies.set(key, text)
  for (const [index, body] of together.entries()) {
    const idempotencyKey = Array.isArray(content) ? `${key}:${index}` : key
    if (mails.has(idempotencyKey)) continue
    mails.set(idempotencyKey, {
      to: body.to[0] ?? '',
      subject: body.subject,
      text: body.text,
      html: body.html,
      idempotencyKey,
      replyTo: body.reply_to ?? null,
      headers: body.headers ?? {},
      attachments: body.attachments ?? [],
      tags: Object.fromEntries((body.tags ?? []).map(({ name, value }) => [name, value])),
    })
  }
  return Response.json(Array.isArray(content) ? { data: together.map(() => ({ id: key })) } : { id: key })
}
