import { inboundAddress } from '../../schema/documents/inbound-mail/values.ts'
import type { Env } from '../env.ts'

type EmailHandler = NonNullable<ExportedHandler<Env>['email']>

const CHECKS = ['pass', 'fail', 'none'] as const

/**
 * Cloudflare Email Routing on this machine: takes a raw email (RFC 5322) with its envelope in the query, adds a header
 * with what it found out about the sender (`authentication`: pass, fail or none), and passes it to the Worker.
 */
export const routeMail = async (
  request: Request,
  env: Env,
  context: ExecutionContext,
  handler: EmailHandler,
): Promise<Response> => {
  const query = new URL(request.url).searchParams
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const check = CHECKS.find((word) => word === query.get('authentication')) ?? 'pass'
  const results = `mx.cloudflare.net; dkim=${check}; dmarc=${check}; spf=${check} smtp.mailfrom=${from.replaceAll(/[\s;"]/g, '')}`
  const noted = new TextEncoder().encode(`Authentication-Results: ${results}\r\n`)
  const raw = new Uint8Array(await new Blob([noted, await request.arrayBuffer()]).arrayBuffer())
  let reason: string | null = null
  const refuse = () => Promise.reject(new Error('Nothing is forwarded or answered on this machine.'))
  const message = {
    ...{ from, to, raw: new Response(raw).body as ReadableStream<Uint8Array>, rawSize: raw.byteLength },
    ...{ headers: new Headers(), forward: refuse, reply: refuse },
    setReject: (text: string) => {
      reason = text
    },
  } as unknown as ForwardableEmailMessage
  try {
    await handler(message, env, context)
  } catch (error) {
    // An email server would answer 451, and the sender's server would keep the email and try again.
    return Response.json({ accepted: false, retry: true, reason: String(error) }, { status: 503 })
  }
  return Response.json(reason === null ? { accepted: true } : { accepted: false, retry: false, reason })
}

/** The addresses that accept email, for the form that writes one. */
export const mailAddresses = async ({ DB, OUTLAY_INBOUND_DOMAIN: domain }: Env): Promise<Response> => {
  const { results } = await DB.prepare(
    'SELECT name, short_name_key AS shortName FROM directory_companies ORDER BY name LIMIT 50',
  ).all<{
    name: string
    shortName: string
  }>()
  const addresses = domain
    ? results.map(({ name, shortName }) => ({ name, address: inboundAddress(shortName, domain) }))
    : []
  return Response.json({ addresses })
}
