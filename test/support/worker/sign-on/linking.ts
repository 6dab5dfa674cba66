import type { JWTPayload } from 'jose'
import { rows, run } from '../sessions.ts'
import { type Answer, Client, makeCompany, signIn } from '../world.ts'
import { answerAt, beginAt, MICROSOFT_HOST, TENANT } from './oidc-there.ts'

/** Linking an account at a provider from a session, as a browser does it. */

export const methodsOf = async (session: Client) => (await session.get('/auth/sign-in-methods')).body

/** The browser in which a call set the cookie of a sign-in, with a session if it has one. */
export const browserAfter = (answer: Answer, session: Client | null): Client => {
  const set = answer.headers.getSetCookie().find((each) => each.includes('outlay_browser')) ?? ''
  return new Client([session?.cookie, set.split(';')[0]].filter(Boolean).join('; '))
}

export const beginLinking = async (
  session: Client,
  method: string,
): Promise<{ url: string; browser: Client; begun: Answer }> => {
  const begun = await session.post('/auth/sign-in-methods', { method })
  if (begun.status !== 200) throw new Error(`Linking didn’t begin: ${JSON.stringify(begun.body)}`)
  return { url: begun.body.url, browser: browserAfter(begun, session), begun }
}

export const finishAt = (browser: Client, provider: string, answer: string): Promise<Answer> =>
  browser.post('/auth/sign-on/finish', { provider, answer })

/** What came of linking, from its beginning to the page that the provider leads back to. */
export const link = async (session: Client, method: 'GOOGLE' | 'MICROSOFT', claims: JWTPayload): Promise<Answer> => {
  const { url, browser } = await beginLinking(session, method)
  return finishAt(browser, method.toLowerCase(), answerAt(url, claims))
}

let made = 0

/** A member with a session and a Google account of their own, and an admin. */
export const linkingScene = async () => {
  made += 1
  const domain = `link-${Date.now()}-${made}.test`
  const company = await makeCompany(['enableGoogleLogin', 'enableMicrosoftLogin', 'enableEmailLinkLogin'])
  const ada = await company.addPerson({ name: 'Ada Pereira', email: `ada@${domain}` })
  const bo = await company.addPerson({ name: 'Bo Berg', email: `bo@${domain}` })
  const grace = await company.addPerson({ email: `grace@${domain}`, flags: ['hasAdminAccess'] })
  const session = await signIn(company, ada)
  const admin = await signIn(company, grace)
  const google = { sub: `g-${domain}`, email: `ada-${made}@private.test`, email_verified: true }
  const microsoft = {
    iss: `https://${MICROSOFT_HOST}/${TENANT}/v2.0`,
    ...{ sub: 'pairwise', tid: TENANT, oid: `oid-${domain}`, email: `ada@private-${made}.test` },
  }
  const log = async () => JSON.stringify((await admin.get('/api/audit-logs/company?first=20')).body)
  return { company, domain, ada, bo, grace, session, admin, google, microsoft, log }
}

export const turnOff = (company: { id: string }, flag: string) =>
  run(`UPDATE companies SET flags = json_set(flags, '$.${flag}', json('false')) WHERE id = ?`, company.id)

export const signInBy = async (
  provider: 'google' | 'microsoft',
  claims: Parameters<typeof answerAt>[1],
  portal = 'STAFF',
) => {
  const { browser, url } = await beginAt({ method: provider.toUpperCase(), portal })
  const answer = await finishAt(browser, provider, answerAt(url, claims))
  return { browser, ...answer }
}

export const linkedOf = (userId: string) =>
  rows('SELECT method, email, removed_at FROM sign_on_identities WHERE user_id = ?', userId)
