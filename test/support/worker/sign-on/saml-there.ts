import { exports } from 'cloudflare:workers'
import { assertion, response, signed } from '../../saml-answers.ts'
import { SAML_TEST_KEY, TEST_METADATA } from '../../saml-test-key.ts'
import { run } from '../sessions.ts'
import { type Answer, anonymous, type Client, makeCompany, ORIGIN, signIn } from '../world.ts'
import { browserAfter } from './linking.ts'

/** A company's SAML provider, from the login page's call to the provider's answer. */

let made = 0

export const samlScene = async () => {
  const company = await makeCompany(['enableOktaSamlLogin', 'enableEmailLinkLogin'])
  made += 1
  const domain = `saml-${Date.now()}-${made}.test`
  const ada = await company.addPerson({ name: 'Ada Pereira', email: `ada@${domain}`, flags: ['hasAdminAccess'] })
  const admin = await signIn(company, ada)
  const body = { samlMetadata: TEST_METADATA, loginDomains: [domain] }
  const saved = await admin.post('/api/okta-saml-configuration', body)
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  await run('UPDATE directory_login_domains SET proven_at = 1, checked_at = ? WHERE domain = ?', Date.now(), domain)
  return { company, domain, ada, admin, saved: saved.body as { callbackUrl: string; issuerUrl: string } }
}
type Scene = Awaited<ReturnType<typeof samlScene>>

/** What the browser is sent to the provider with, and its own cookie. */
export const beginSaml = async ({ ada }: Scene) => {
  const answer = await anonymous.post('/auth/sign-on/begin', { method: 'OKTA_SAML', email: ada.email })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return begunSaml(answer)
}

/** What an answer that begins at the provider sends there, and the browser in which it came, with a session if there is one. */
export const begunSaml = async (answer: Answer, session: Client | null = null) => {
  const url = new URL(answer.body.url)
  const packed = Uint8Array.from(atob(url.searchParams.get('SAMLRequest') ?? ''), (it) => it.charCodeAt(0))
  const inflated = new Response(packed).body?.pipeThrough(new DecompressionStream('deflate-raw'))
  const request = await new Response(inflated).text()
  const id = /\sID="([^"]+)"/.exec(request)?.[1] ?? ''
  const browser = browserAfter(answer, session)
  return { url, id, state: url.searchParams.get('RelayState') ?? '', browser }
}

export const samlAnswerOf = (
  { saved, ada }: Scene,
  inResponseTo: string | null,
  more: Parameters<typeof assertion>[0] | object = {},
) => {
  const { issuerUrl: audience, callbackUrl: acsUrl } = saved
  const written = { audience, acsUrl, inResponseTo, nameId: ada.email, issuedAt: Date.now(), ...more }
  return signed(response(assertion(written), inResponseTo ? { inResponseTo } : {}), SAML_TEST_KEY.key)
}

/** As a page of the provider posts it: from another site, with no cookies. */
export const postSaml = async ({ saved }: Scene, xml: string, state = '') => {
  const answer = await exports.default.fetch(saved.callbackUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'cross-site',
      Origin: 'https://sso.idp-of-some.com',
    },
    body: new URLSearchParams({ SAMLResponse: btoa(xml), RelayState: state }).toString(),
  })
  return new URL(answer.headers.get('Location') ?? 'none:', ORIGIN)
}

export const finishSaml = (browser: Client, at: URL) =>
  browser.post('/auth/sign-on/finish', { provider: at.pathname.split('/').at(-1) ?? '', answer: at.search.slice(1) })
