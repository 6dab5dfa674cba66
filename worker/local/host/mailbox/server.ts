import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Outside } from '../outside.ts'
import { type Fault, type Faults, faultKinds } from '../stand-ins/faults.ts'
import { type InboundDoor, inboundAddresses, sendInbound } from './inbound.ts'
import { mailboxPage } from './page.ts'
import type { Mail, Mailbox } from './store.ts'

export interface MailboxServer {
  url: string
  stop(): Promise<void>
}

interface Context {
  mailbox: Mailbox
  faults: Faults
  hosts: string[]
  inbound: InboundDoor
  /** Answers as the provider whose host the request names. */
  provider(request: Request): Promise<Response>
}

/**
 * The local mailbox: a page for people, /api/mails for tests, /faults to make a provider fail, /api/inbound for emails to
 * companies' addresses, and below /providers/HOST the pages of providers that people visit, such as those on which they
 * allow a connection.
 */
export async function serveMailbox(port: number, outside: Outside, inbound: InboundDoor): Promise<MailboxServer> {
  const server = createServer((request, response) => {
    const { mailbox, standIns } = outside
    const { faults, hosts, answer: provider } = standIns
    const context = { mailbox, faults, hosts, inbound, provider }
    answer(request, response, context).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 500, { message: String(error) })
      else response.end()
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const used = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://localhost:${used}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const route = `${request.method} ${url.pathname}`
  if (!isLocal(request)) return sendJson(response, 403, { message: 'The mailbox answers on localhost only.' })
  if (route === 'GET /') return sendPage(response)
  if (route === 'GET /api/mails') {
    return sendJson(response, 200, { mails: context.mailbox.list(url.searchParams.get('to') ?? '').map(shown) })
  }
  if (route === 'DELETE /api/mails') {
    context.mailbox.clear()
    return sendJson(response, 200, { mails: [] })
  }
  if (route === 'GET /api/addresses') {
    const { status, body } = await inboundAddresses(context.inbound)
    return sendJson(response, status, body)
  }
  if (route === 'POST /api/inbound') {
    const { status, body } = await sendInbound(request, url, context.inbound)
    return sendJson(response, status, body)
  }
  if (route === 'GET /faults') return sendJson(response, 200, { faults: context.faults.list(), hosts: context.hosts })
  if (route === 'DELETE /faults') {
    context.faults.clear()
    return sendJson(response, 200, { faults: [] })
  }
  if (route === 'POST /faults') return setFault(request, response, context)
  if (url.pathname.startsWith('/providers/')) return sendProvided(request, response, url, context)
  const [, id, index] = /^\/api\/mails\/([\w-]+)(?:\/attachments\/(\d+))?$/.exec(url.pathname) ?? []
  const mail = id ? context.mailbox.find(id) : undefined
  if (!mail || request.method !== 'GET') return sendJson(response, 404, { message: 'Not found.' })
  if (index === undefined) return sendJson(response, 200, shown(mail))
  const attachment = mail.attachments[Number(index)]
  if (!attachment) return sendJson(response, 404, { message: 'Not found.' })
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
    'x-content-type-options': 'nosniff',
  })
  response.end(Buffer.from(attachment.content, 'base64'))
}

async function sendProvided(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, search }: URL,
  context: Context,
): Promise<void> {
  const [, host = '', path = ''] = /^\/providers\/([^/]+)(.*)$/.exec(pathname) ?? []
  // Some have a host for each account: `*.example.com`.
  const isKnown = context.hosts.some((each) => each === host || each === host.replace(/^[^.]+/, '*'))
  if (!isKnown) return sendJson(response, 404, { message: 'Not found.' })
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = 'GET', headers } = request
  const type = headers['content-type']
  const answer = await context.provider(
    new Request(`https://${host}${path}${search}`, {
      method,
      ...(type && { headers: { 'content-type': type } }),
      ...(method !== 'GET' && method !== 'HEAD' && { body: Buffer.concat(chunks) }),
      redirect: 'manual',
    }),
  )
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

async function setFault(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  let input: Partial<Fault>
  try {
    input = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Partial<Fault>
  } catch {
    return sendJson(response, 400, { message: 'The body is not JSON.' })
  }
  const fault: Fault = { host: 'api.resend.com', kind: '500', next: 1, seconds: 30, ...input, ...kindOf(input) }
  const sound =
    context.hosts.includes(fault.host) &&
    faultKinds.includes(fault.kind) &&
    Number.isInteger(fault.next) &&
    fault.next >= 0 &&
    fault.seconds >= 0
  if (!sound) {
    const message = `A fault is { host: ${context.hosts.join(' | ')}, kind: ${faultKinds.join(' | ')}, next: 0…, seconds: 0… }.`
    return sendJson(response, 400, { message })
  }
  context.faults.set(fault)
  sendJson(response, 200, { faults: context.faults.list() })
}

/** Kinds can be numbers: 500 for '500'. */
function kindOf(input: Partial<Fault>): Partial<Fault> {
  return input.kind === undefined ? {} : { kind: String(input.kind) as Fault['kind'] }
}

/** Keeps out pages of other origins: by name (DNS rebinding) and, for changes, by Origin. */
function isLocal(request: IncomingMessage): boolean {
  const local = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
  if (!local(request.headers.host ?? '')) return false
  const origin = request.headers.origin
  return origin === undefined || request.method === 'GET' || origin === `http://${request.headers.host}`
}

function shown(mail: Mail) {
  const { sentWith, ...rest } = mail
  const size = (content: string) => Math.floor((content.length * 3) / 4)
  return {
    ...rest,
    idempotencyKey: sentWith?.key,
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      ...{ filename, contentType, size: size(content) },
    })),
  }
}

function sendPage(response: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64')
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // The email's frame inherits this policy: only the page's own scripts run, but an email's styles apply.
    'content-security-policy': [
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src 'self' data: http: https:`,
      "font-src data:; connect-src 'self'; frame-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  response.end(mailboxPage(nonce))
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
