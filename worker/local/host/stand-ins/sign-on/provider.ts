import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import type { Configuration, Provider as OidcProvider } from 'oidc-provider'
import { signInPage } from './page.ts'
import { CLIENT_SECRET, NEWCOMER, NEWCOMER_DEPARTMENT, TENANT } from './vars.ts'

export interface LocalProvider {
  /** For people: "Google". */
  name: string
  host: string
  /** What its configuration is found below. */
  below: string
  issuer: string
  clientId: string
  /** Okta, like others, has the address only at userinfo. */
  saysAllInToken: boolean
  /** Microsoft's answers don't name their issuer, and its configuration names all tenants at once. */
  isTemplate: boolean
}

/** Where people come back to, on whatever port this machine has the app. */
const RETURN = /^http:\/\/localhost:\d+\/login-return\/[\w-]+$/

const claimsOf = (email: string) => {
  const [name = '', domain = ''] = email.split('@')
  const given = name.slice(0, 1).toUpperCase() + name.slice(1)
  return {
    sub: email,
    email,
    email_verified: true,
    hd: domain,
    name: given,
    given_name: given,
    tid: TENANT,
    oid: `oid-${email}`,
    groups: ['Everyone'],
    ...(email === NEWCOMER && { department: NEWCOMER_DEPARTMENT }),
  }
}

const configurationOf = async (provider: LocalProvider): Promise<Configuration> => {
  const { interactionPolicy } = await import('oidc-provider')
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const names = provider.host.replaceAll('.', '_')
  return {
    clients: [
      {
        client_id: provider.clientId,
        client_secret: CLIENT_SECRET,
        redirect_uris: ['http://localhost/login-return'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: names }] },
    // Cookies of one host are the same for all ports.
    cookies: {
      keys: [randomBytes(24).toString('hex')],
      names: { session: `${names}_session`, interaction: `${names}_interaction`, resume: `${names}_resume` },
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: {
      openid: ['sub', 'tid', 'oid'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['name', 'given_name', 'department'],
      groups: ['groups'],
    },
    conformIdTokenClaims: !provider.saysAllInToken,
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: async () => claimsOf(id) }),
    // No one is asked whether Outlay may know their address.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  }
}

const interact = async (
  provider: OidcProvider,
  { name }: LocalProvider,
  people: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (request.method !== 'POST') {
    const { params } = await provider.interactionDetails(request, response)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(signInPage(name, String(params.login_hint ?? ''), people))
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  const email = (form.get('email') ?? '').trim().toLowerCase()
  const result =
    form.get('answer') === 'enter' && email
      ? { login: { accountId: email }, select_account: {} }
      : { error: 'access_denied', error_description: 'The person canceled' }
  await provider.interactionFinished(request, response, result)
}

/** Runs it, made of oidc-provider, on a port of its own, which people's browsers reach. */
export const runProvider = async (
  which: LocalProvider,
  people: readonly string[],
): Promise<{ server: Server; port: number }> => {
  const { Provider } = await import('oidc-provider')
  const provider = new Provider(which.issuer, await configurationOf(which))
  provider.proxy = true
  Object.assign(provider.Client.prototype, { redirectUriAllowed: (uri: string) => RETURN.test(uri) })
  if (which.isTemplate)
    provider.use(async (ctx, next) => {
      await next()
      const location = String(ctx.response.headers.location ?? '')
      if (!RETURN.test(location.split('?')[0] ?? '')) return
      const url = new URL(location)
      url.searchParams.delete('iss')
      ctx.set('Location', url.href)
    })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    const isAsked = request.url?.startsWith('/interaction/')
    const done = isAsked ? interact(provider, which, people, request, response) : answer(request, response)
    Promise.resolve(done).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}
