import type { Host } from '../../../worker/local/host/host.ts'
import { takeReady } from './ready-sessions.ts'

interface Mail {
  to: string[]
  subject: string
  html: string
  text: string
}

type Mailbox = Pick<Host, 'mailboxUrl'>
/** A host in this process or another one. */
export type Reached = Pick<Host, 'url' | 'mailboxUrl'>

/** Each call has its own connection: one that was kept from before the host was killed, or for too long, is reset. */
const call = (url: string, init: RequestInit = {}): Promise<Response> => {
  const headers = new Headers(init.headers)
  headers.set('Connection', 'close')
  return fetch(url, { ...init, headers })
}

const fetchMails = async ({ mailboxUrl }: Mailbox, query = ''): Promise<Mail[]> => {
  const answer = await call(`${mailboxUrl}/api/mails${query}`)
  return ((await answer.json()) as { mails: Mail[] }).mails
}

export const allMails = (host: Mailbox): Promise<Mail[]> => fetchMails(host)

export const mailsTo = (host: Mailbox, to: string): Promise<Mail[]> => fetchMails(host, `?to=${encodeURIComponent(to)}`)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Asks until there is an answer, and fails with `what` after `seconds`. Effects of decisions wait while they can be
 * undone.
 */
export const eventually = async <T>(what: string, look: () => Promise<T | null | undefined | false>, seconds = 30) => {
  const until = Date.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > until) throw new Error(`Waited ${seconds} s in vain for ${what}`)
    await pause(100)
  }
}

/** The subject of emails with a login link. */
export const LOGIN_LINK = 'Log in to Outlay'

/** The newest login link emailed to an address, as a path of the app. */
export const newestLoginLink = async (host: Mailbox, email: string, olderThan = 0): Promise<string> =>
  eventually(`a login link for ${email}`, async () => {
    const mails = (await mailsTo(host, email)).filter((mail) => mail.subject === LOGIN_LINK)
    if (mails.length <= olderThan) return null
    const path = /\/login-with-token\?token=[\w.-]+/.exec(mails[0]?.text ?? '')
    return path?.[0]
  })

export interface ApiAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any
}

/** A signed-in person without a browser. */
export class Api {
  readonly url: string
  /** The session's "name=value". */
  readonly cookie: string

  constructor(url: string, cookie: string) {
    this.url = url
    this.cookie = cookie
  }

  /** In a session that was made for the file and that no one has used, or else by email. */
  static async signIn(host: Reached, email: string): Promise<Api> {
    const ready = takeReady(host, email)
    if (ready !== undefined) return new Api(host.url, ready)
    const headers = { 'Content-Type': 'application/json', Origin: host.url }
    const before = (await mailsTo(host, email)).filter((mail) => mail.subject === LOGIN_LINK).length
    await call(`${host.url}/auth/email-link`, { method: 'POST', headers, body: JSON.stringify({ email }) })
    const link = await newestLoginLink(host, email, before)
    const loginTokenId = new URL(link, host.url).searchParams.get('token')
    const body = JSON.stringify({ loginTokenId, timezone: 'America/Los_Angeles' })
    const answer = await call(`${host.url}/create-jwt-from-login-token`, { method: 'POST', headers, body })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('outlay_session='))
    if (!cookie) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`)
    return new Api(host.url, cookie.split(';')[0] ?? '')
  }

  async call(method: string, path: string, body?: unknown, commandId?: string): Promise<ApiAnswer> {
    const answer = await call(`${this.url}${path}`, {
      method,
      headers: {
        Cookie: this.cookie,
        Origin: this.url,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(commandId && { 'Idempotency-Key': commandId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      body: text && answer.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text,
    }
  }

  /** Data of a GraphQL operation. Fails with its errors. */
  async graphql(query: string, variables: object): Promise<ApiAnswer['body']> {
    const { body } = await this.call('POST', '/graphql', { query, variables })
    if (body.errors) throw new Error(JSON.stringify(body.errors))
    return body.data
  }

  get(path: string): Promise<ApiAnswer> {
    return this.call('GET', path)
  }
}
