import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { CLIENT_SECRET } from '../../../../worker/local/host/stand-ins/sign-on/vars.ts'
import { standIn } from '../outside.ts'
import { Client } from '../world.ts'

/** Identity providers with OpenID Connect that say of people what a test wants, right or wrong. */

/** The providers' own key, and one that they don't publish. */
const pairs = new Map<'OWN' | 'FORGED', Awaited<ReturnType<typeof generateKeyPair>>>()

const pairOf = async (whose: 'OWN' | 'FORGED') => {
  const pair = pairs.get(whose) ?? (await generateKeyPair('RS256', { extractable: true }))
  pairs.set(whose, pair)
  return pair
}

interface Code {
  clientId: string
  redirectUri: string
  challenge: string
  claims: JWTPayload
  signedBy: 'OWN' | 'FORGED'
}

const codes = new Map<string, Code>()

/** The browser in the cookie of calls that end a sign-in: test/support/worker/doors.ts. */
export const FIXTURE_BROWSER = 'a-browser-of-fixtures'

const configuration = (host: string, below: string, issuer: string) => ({
  issuer,
  authorization_endpoint: `https://${host}${below}/authorize`,
  token_endpoint: `https://${host}${below}/token`,
  jwks_uri: `https://${host}${below}/keys`,
  userinfo_endpoint: `https://${host}${below}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

const tokenFor = async (issuer: string, request: Request): Promise<Response> => {
  const form = new URLSearchParams(await request.text())
  const code = codes.get(form.get('code') ?? '')
  codes.delete(form.get('code') ?? '')
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isRight =
    code &&
    code.redirectUri === form.get('redirect_uri') &&
    code.challenge === challenge &&
    form.get('client_id') === code.clientId &&
    form.get('client_secret') === CLIENT_SECRET
  if (!isRight) return Response.json({ error: 'invalid_grant' }, { status: 400 })
  const idToken = await new SignJWT({ iss: issuer, aud: code.clientId, ...code.claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign((await pairOf(code.signedBy)).privateKey)
  return Response.json({ access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: idToken })
}

const provider = (host: string, below = '', issuer = `https://${host}${below}`): void =>
  standIn(host, {
    answer: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === `${below}/.well-known/openid-configuration`)
        return Response.json(configuration(host, below, issuer))
      if (pathname === `${below}/keys`)
        return Response.json({
          keys: [{ ...(await exportJWK((await pairOf('OWN')).publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
        })
      if (pathname === `${below}/token`) return tokenFor(issuer, request)
      return new Response('Not found', { status: 404 })
    },
  })

export const GOOGLE_HOST = 'accounts.google.com'
export const MICROSOFT_HOST = 'login.microsoftonline.com'
export const TENANT = '3f1c7a52-90ab-4f0e-9a52-6d1f4be0c001'

export const googleThere = (): void => provider(GOOGLE_HOST)
export const microsoftThere = (): void =>
  provider(MICROSOFT_HOST, '/organizations/v2.0', `https://${MICROSOFT_HOST}/{tenantid}/v2.0`)
export const oktaThere = (host: string): void => provider(host)

/** What the provider sends the browser back with, once someone has signed in there. */
export const answerAt = (
  url: string,
  claims: JWTPayload,
  { isForged = false, more = {} }: { isForged?: boolean; more?: Record<string, string> } = {},
): string => {
  const asked = new URL(url).searchParams
  const code = crypto.randomUUID()
  codes.set(code, {
    clientId: asked.get('client_id') ?? '',
    redirectUri: asked.get('redirect_uri') ?? '',
    challenge: asked.get('code_challenge') ?? '',
    claims: { nonce: asked.get('nonce') ?? '', ...claims },
    signedBy: isForged ? 'FORGED' : 'OWN',
  })
  return new URLSearchParams({ code, state: asked.get('state') ?? '', ...more }).toString()
}

/** A browser that begins to sign in. */
export const beginAt = async (
  body: Record<string, unknown>,
  browser = new Client(null),
): Promise<{ browser: Client; url: string }> => {
  const answer = await browser.post('/auth/sign-on/begin', body)
  if (answer.status !== 200) throw new Error(`Sign-in didn’t begin: ${JSON.stringify(answer.body)}`)
  const cookie = answer.headers.getSetCookie().find((each) => each.includes('outlay_browser')) ?? ''
  return { browser: new Client(cookie.split(';')[0] ?? ''), url: answer.body.url as string }
}
