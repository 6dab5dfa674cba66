import { createHash, randomUUID } from 'node:crypto'
import type { Attachment, Mail, Mailbox } from '../mailbox/store.ts'
import type { StandIn } from './stand-in.ts'

/** Resend's API for sending email (https://resend.com/docs/api-reference), stored in the local mailbox. */
export function resend(mailbox: Mailbox): StandIn {
  return {
    host: 'api.resend.com',
    async answer(request) {
      const { pathname } = new URL(request.url)
      try {
        checkKey(request.headers.get('authorization'))
        if (request.method === 'POST' && pathname === '/emails') return await sendOne(mailbox, request)
        if (request.method === 'POST' && pathname === '/emails/batch') return await sendBatch(mailbox, request)
        const one = /^\/emails\/([\w-]+)$/.exec(pathname)
        if (request.method === 'GET' && one?.[1]) return retrieve(mailbox, one[1])
        if (/^\/emails(\/batch)?$/.test(pathname))
          throw new Refusal(405, 'method_not_allowed', 'Method is not allowed for the requested path.')
        throw new Refusal(404, 'not_found', 'The requested endpoint does not exist.')
      } catch (error) {
        if (error instanceof Refusal) return error.toResponse()
        throw error
      }
    },
  }
}

class Refusal extends Error {
  readonly statusCode: number

  constructor(statusCode: number, name: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.name = name
  }

  toResponse(): Response {
    const { statusCode, name, message } = this
    return Response.json({ statusCode, name, message }, { status: statusCode })
  }
}

function checkKey(header: string | null): void {
  if (!header || !/^Bearer\s+\S/.test(header)) {
    throw new Refusal(401, 'missing_api_key', 'Missing API key in the authorization header.')
  }
}

async function sendOne(mailbox: Mailbox, request: Request): Promise<Response> {
  const body = await readJson(request)
  const [id] = deliver(mailbox, request, body, [body])
  return Response.json({ id })
}

async function sendBatch(mailbox: Mailbox, request: Request): Promise<Response> {
  const body = await readJson(request)
  if (!Array.isArray(body)) throw new Refusal(422, 'validation_error', 'The request body must be an array of emails.')
  if (body.length === 0 || body.length > 100) {
    throw new Refusal(422, 'validation_error', 'The batch must contain between 1 and 100 emails.')
  }
  const unsupported = ['attachments', 'scheduled_at'].find((field) =>
    body.some((each) => isObject(each) && field in each),
  )
  if (unsupported)
    throw new Refusal(422, 'validation_error', `The \`${unsupported}\` field is not supported in a batch.`)
  return Response.json({ data: deliver(mailbox, request, body, body).map((id) => ({ id })) })
}

/** Stores the emails, or returns the first ids if this key was used with the same payload in the last day. */
function deliver(mailbox: Mailbox, request: Request, body: unknown, mails: unknown[]): string[] {
  const key = request.headers.get('idempotency-key')
  if (key !== null && (key.length < 1 || key.length > 256)) {
    throw new Refusal(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')
  }
  const payload = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const before = key === null ? undefined : mailbox.sentWith(key)
  if (before && before.payload !== payload) {
    const message = 'Same idempotency key used with a different request payload.'
    throw new Refusal(409, 'invalid_idempotent_request', message)
  }
  if (before) return before.ids
  const parsed = mails.map(parseMail)
  return mailbox.add(parsed, key === null ? undefined : { key, payload })
}

function retrieve(mailbox: Mailbox, id: string): Response {
  const mail = mailbox.find(id)
  if (!mail) throw new Refusal(404, 'not_found', 'Email not found')
  const { from, to, cc, bcc, subject, html, text } = mail
  return Response.json({
    ...{ object: 'email', id, to, from, created_at: mail.createdAt, subject, html, text, cc, bcc },
    ...{ reply_to: mail.replyTo, last_event: 'delivered' },
  })
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    throw new Refusal(400, 'validation_error', 'The request body is not valid JSON.')
  }
}

function parseMail(input: unknown): Mail {
  if (!isObject(input)) throw new Refusal(422, 'validation_error', 'Each email must be an object.')
  for (const field of ['from', 'to', 'subject']) {
    if (input[field] === undefined || input[field] === '') {
      throw new Refusal(422, 'missing_required_field', `Missing \`${field}\` field.`)
    }
  }
  if (input.html === undefined && input.text === undefined) {
    throw new Refusal(422, 'missing_required_field', 'Missing `html` or `text` field.')
  }
  checkLine(text(input, 'subject') ?? '', 'subject')
  checkTags(input.tags)
  const to = addresses(input, 'to')
  if (to.length === 0 || to.length > 50) throw invalid('to', 'must contain between 1 and 50 addresses')
  if (typeof input.from !== 'string' || !isAddress(input.from)) throw invalidAddress('from')
  return {
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    from: input.from,
    to,
    cc: addresses(input, 'cc'),
    bcc: addresses(input, 'bcc'),
    replyTo: addresses(input, 'reply_to'),
    subject: text(input, 'subject') ?? '',
    html: text(input, 'html'),
    text: text(input, 'text'),
    headers: headersOf(input.headers),
    tags: Array.isArray(input.tags) ? (input.tags as Mail['tags']) : [],
    attachments: Array.isArray(input.attachments) ? input.attachments.map(parseAttachment) : [],
  }
}

/** A line break would start another header, so the service refuses the email. */
function checkLine(value: string, field: string): void {
  const found = /[\r\n]/.exec(value)?.[0]
  if (!found) return
  const shown = found === '\n' ? '\\n' : '\\r'
  throw new Refusal(422, 'validation_error', `The \`${shown}\` is not allowed in the \`${field}\` field.`)
}

function headersOf(input: unknown): Record<string, string> {
  if (input === undefined || input === null) return {}
  if (!isObject(input)) throw invalid('headers', 'must be an object')
  for (const [name, value] of Object.entries(input)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalid('headers', `\`${name}\` is not a header's name`)
    if (typeof value !== 'string') throw invalid('headers', `\`${name}\` must be a string`)
    checkLine(value, 'headers')
  }
  return input as Record<string, string>
}

/** https://resend.com/docs/dashboard/emails/tags */
function checkTags(input: unknown): void {
  if (input === undefined || input === null) return
  if (!Array.isArray(input)) throw invalid('tags', 'must be an array')
  for (const tag of input) {
    for (const part of isObject(tag) ? [tag.name, tag.value] : [undefined]) {
      if (typeof part === 'string' && /^[A-Za-z0-9_-]{1,256}$/.test(part)) continue
      throw new Refusal(
        422,
        'validation_error',
        'Tags should only contain ASCII letters, numbers, underscores, or dashes, and 256 characters at most.',
      )
    }
  }
}

function parseAttachment(input: unknown): Attachment {
  if (!isObject(input) || (typeof input.content !== 'string' && typeof input.path !== 'string')) {
    throw invalid('attachments', 'need `content` or `path`')
  }
  const filename = typeof input.filename === 'string' ? input.filename : 'attachment'
  checkLine(filename, 'filename')
  return {
    filename,
    contentType: typeof input.content_type === 'string' ? input.content_type : 'application/octet-stream',
    content: typeof input.content === 'string' ? input.content : '',
  }
}

function addresses(input: Record<string, unknown>, field: string): string[] {
  const value = input[field]
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  for (const each of list) if (typeof each !== 'string' || !isAddress(each)) throw invalidAddress(field)
  return list as string[]
}

function text(input: Record<string, unknown>, field: string): string | undefined {
  const value = input[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(field, 'must be a string')
  return value
}

function isAddress(value: string): boolean {
  const bare = /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value
  return /^[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,.]+$/.test(bare.trim())
}

function invalidAddress(field: string): Refusal {
  return invalid(
    field,
    'the email address needs to follow the `email@example.com` or `Name <email@example.com>` format',
  )
}

function invalid(field: string, why: string): Refusal {
  return new Refusal(422, 'validation_error', `Invalid \`${field}\` field: ${why}.`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
