import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { sha256Hex } from '../../../worker/core/hash.ts'
import { database } from './database.ts'
import { runTicks } from './jobs/ticks.ts'
import { type SentMail, sentMails } from './outside.ts'
import { type Answer, anonymous, Client, ORIGIN } from './world.ts'

export const rows = async <Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (
    await database
      .prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results

export const run = (sql: string, ...values: unknown[]) =>
  database
    .prepare(sql)
    .bind(...values)
    .run()

export const askForLink = (email: string, portal?: 'VENDOR'): Promise<Answer> =>
  anonymous.post('/auth/email-link', { email, portal })

export const exchange = (client: Client, loginTokenId?: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  client.post('/create-jwt-from-login-token', { loginTokenId, ...more })

/** The newest email to the address, once the queue is done. */
export const mailTo = (email: string, count = 1): Promise<SentMail> =>
  vi.waitFor(
    () => {
      const mails = sentMails(email)
      const last = mails.at(-1)
      if (!last || mails.length < count) throw new Error(`No mail to ${email}`)
      return last
    },
    { timeout: 10_000, interval: 20 },
  )

/** The email to the address with these words in its subject. */
export const mailAbout = (email: string, words: string): Promise<SentMail> =>
  vi.waitFor(
    () => {
      const mail = sentMails(email).findLast(({ subject }) => subject.includes(words))
      if (!mail) throw new Error(`No mail to ${email} about ${words}`)
      return mail
    },
    { timeout: 10_000, interval: 20 },
  )

export const tokenIn = (mail: SentMail): string => {
  const link = new RegExp(`${ORIGIN}/login-with-token\\?token=([\\w.-]+)`).exec(mail.text)
  if (!link?.[1]) throw new Error('The mail holds no link')
  return link[1]
}

/** A link with which the owner of the address can start a company, as one that was emailed some time ago. */
export const makeSignUpToken = async (email: string, ago = 0): Promise<string> => {
  const token = `proven-${crypto.randomUUID()}`
  const createdAt = Date.now() - ago
  const DAY_MS = 24 * 60 * 60 * 1000
  await run(
    'INSERT INTO sign_ups (token_hash, email, created_at, expires_at) VALUES (?, ?, ?, ?)',
    sha256Hex(token),
    email,
    createdAt,
    createdAt + DAY_MS,
  )
  return token
}

/** A login token by email. The sweep is faster than the queue, which waits for more. */
export const mailedToken = async (email: string, count = 1): Promise<string> => {
  await askForLink(email)
  await runTicks(env)
  return tokenIn(await mailTo(email, count))
}

export const sessionCookieOf = (answer: Answer): string => {
  const cookie = answer.headers.getSetCookie().find((value) => value.startsWith('__Host-outlay_session='))
  if (!cookie) throw new Error(`No session: ${JSON.stringify(answer.body)}`)
  return cookie
}

/** The browser after an answer that set a session. */
export const clientOf = (answer: Answer): Client => new Client(sessionCookieOf(answer).split(';')[0] ?? '')

export const hashOf = (client: Client): string => sha256Hex((client.cookie ?? '').split('=')[1] ?? '')

const tokenFrom = async (client: Client, field: string, args: string): Promise<Answer> =>
  client.graphql(`mutation { ${field}${args} { loginTokenId } }`)

export const companyToken = (client: Client, companyId: string) =>
  tokenFrom(client, 'createCompanyToken', `(companyId: "${companyId}")`)
/** With a reason to act on the member's behalf, without one to view. */
export const impersonationToken = (client: Client, userId: string, reason?: string) =>
  tokenFrom(
    client,
    'createImpersonationToken',
    `(userId: "${userId}"${reason === undefined ? '' : `, reason: "${reason}"`})`,
  )
export const reverseToken = (client: Client) => tokenFrom(client, 'createReverseImpersonationToken', '')

/** The token of one of the three, which must have been issued. */
export const given = (answer: Answer): string => {
  const [token] = Object.values(answer.body?.data ?? {}) as { loginTokenId: string }[]
  if (!token) throw new Error(`No token: ${JSON.stringify(answer.body)}`)
  return token.loginTokenId
}
