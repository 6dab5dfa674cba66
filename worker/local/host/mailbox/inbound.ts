import type { IncomingMessage } from 'node:http'
import { composeMail } from './compose.ts'

/** The local Worker's side of emails to companies: worker/local/inbound-mail.ts. */
export interface InboundDoor {
  /** Address of the Worker, and the token that only the host knows. */
  url: string
  token: string
}

interface Answer {
  status: number
  body: unknown
}

interface WrittenMail {
  from: string
  to: string
  subject: string
  text: string
  authentication?: string
  attachments: { filename: string; contentType: string; content: string }[]
}

const MOST = 60 * 1024 * 1024

/**
 * An email to a company's address: raw (RFC 5322) with its envelope in the query, or as JSON from the page's form.
 * Answers like the Worker did: accepted, rejected with a reason, or to be sent again.
 */
export async function sendInbound(request: IncomingMessage, url: URL, door: InboundDoor): Promise<Answer> {
  const body = await bodyOf(request)
  if (!body) return { status: 413, body: { message: 'The email is too large for this machine.' } }
  if (!request.headers['content-type']?.startsWith('application/json')) return pass(door, url.searchParams, body)
  const mail = read(body.toString('utf8'))
  if (!mail) {
    return { status: 400, body: { message: 'An email is { from, to, subject, text, attachments } with texts.' } }
  }
  const raw = composeMail({
    ...mail,
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      ...{ filename, contentType: contentType || 'application/octet-stream', content: Buffer.from(content, 'base64') },
    })),
  })
  const query = new URLSearchParams({ from: mail.from, to: mail.to, authentication: mail.authentication ?? 'pass' })
  return pass(door, query, Buffer.from(raw))
}

export async function inboundAddresses(door: InboundDoor): Promise<Answer> {
  const answer = await fetch(`${door.url}/__local/addresses`, { headers: { 'x-outlay-local': door.token } })
  return { status: answer.status, body: await answer.json() }
}

async function pass({ url, token }: InboundDoor, query: URLSearchParams, raw: Buffer): Promise<Answer> {
  const answer = await fetch(`${url}/__local/email?${query}`, {
    method: 'POST',
    headers: { 'x-outlay-local': token, 'content-type': 'message/rfc822' },
    body: new Uint8Array(raw),
  })
  return { status: answer.status, body: await answer.json() }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MOST) return null
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function read(text: string): WrittenMail | null {
  try {
    const { from, to, subject, text: words, attachments = [], authentication } = JSON.parse(text) as WrittenMail
    const texts = [from, to, subject, words, ...attachments.flatMap((file) => [file.filename, file.content])]
    // A line break would start another header.
    const sound = texts.every((each) => typeof each === 'string') && ![from, to].some((each) => /[\r\n]/.test(each))
    return sound ? { from, to, subject, text: words, attachments, ...(authentication && { authentication }) } : null
  } catch {
    return null
  }
}
