import type { Server } from 'node:http'
import type { StandIn } from '../stand-in.ts'
import { type LocalProvider, runProvider } from './provider.ts'
import { OKTA_CLIENT, OKTA_HOST, signOnVars, TENANT } from './vars.ts'

const { OUTLAY_GOOGLE_CLIENT_ID = '', OUTLAY_MICROSOFT_CLIENT_ID = '' } = signOnVars('')

const PROVIDERS: LocalProvider[] = [
  {
    name: 'Google',
    host: 'accounts.google.com',
    below: '',
    issuer: 'https://accounts.google.com',
    clientId: OUTLAY_GOOGLE_CLIENT_ID,
    saysAllInToken: true,
    isTemplate: false,
  },
  {
    name: 'Microsoft',
    host: 'login.microsoftonline.com',
    below: '/organizations/v2.0',
    issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
    clientId: OUTLAY_MICROSOFT_CLIENT_ID,
    saysAllInToken: true,
    isTemplate: true,
  },
  {
    name: 'Okta',
    host: OKTA_HOST,
    below: '',
    issuer: `https://${OKTA_HOST}`,
    clientId: OKTA_CLIENT,
    saysAllInToken: false,
    isTemplate: false,
  },
]

const CONFIGURATION = '/.well-known/openid-configuration'

/** Its servers' side, on its real host. */
const standIn = (provider: LocalProvider, portOf: () => Promise<number>): StandIn => ({
  host: provider.host,
  async answer(request) {
    const { pathname, search } = new URL(request.url)
    const path = pathname.startsWith(provider.below + CONFIGURATION) ? CONFIGURATION : pathname
    const port = await portOf()
    // What people see, they see at the provider's own port, which keeps their session there.
    if (path === '/auth')
      return new Response(null, { status: 302, headers: { location: `http://localhost:${port}${path}${search}` } })
    const headers = new Headers(request.headers)
    headers.delete('host')
    headers.set('x-forwarded-host', provider.host)
    headers.set('x-forwarded-proto', 'https')
    const body = request.method === 'GET' ? undefined : await request.text()
    const answer = await fetch(`http://127.0.0.1:${port}${path}${search}`, { method: request.method, headers, body })
    if (!provider.isTemplate || path !== CONFIGURATION) return answer
    const { authorization_response_iss_parameter_supported: _, ...configuration } = (await answer.json()) as object & {
      authorization_response_iss_parameter_supported?: boolean
    }
    return Response.json({ ...configuration, issuer: provider.issuer.replace(TENANT, '{tenantid}') })
  },
})

/** Google, Microsoft and the demo company's Okta. Each starts when it is first asked. */
export const signOnProviders = (people: readonly string[]): { standIns: StandIn[]; stop: () => void } => {
  const servers: Server[] = []
  const standIns = PROVIDERS.map((provider) => {
    let port: Promise<number> | undefined
    return standIn(provider, () => {
      port ??= runProvider(provider, people).then((running) => {
        servers.push(running.server)
        return running.port
      })
      return port
    })
  })
  return {
    standIns,
    stop: () => {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}
