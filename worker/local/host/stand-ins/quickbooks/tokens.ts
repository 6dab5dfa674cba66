import type { QuickbooksCompany } from './company.ts'

/** What the local Worker is set up with. */
export const QUICKBOOKS_VARS = {
  OUTLAY_QUICKBOOKS_CLIENT_ID: 'ABlocalquickbooksclient',
  OUTLAY_QUICKBOOKS_CLIENT_SECRET: 'local-quickbooks-secret',
  OUTLAY_QUICKBOOKS_WEBHOOK_TOKEN: 'local-quickbooks-verifier',
}

const ACCESS_MS = 3600 * 1000
const REFRESH_MS = 100 * 24 * 3600 * 1000
const CODE_MS = 10 * 60 * 1000

interface Grant {
  realmId: string
  /** How often it was renewed. Only the newest refresh token counts. */
  turn: number
  isRevoked: boolean
}

const refused = (error: string, status = 400): Response => Response.json({ error }, { status })

/**
 * Codes and tokens. A token says what it is for, so that connections go on when the local host starts again: a grant that
 * isn't known is taken to be as its token says.
 */
export class Tokens {
  readonly #now: () => number
  readonly #companies: readonly QuickbooksCompany[]
  readonly #codes = new Map<string, { realmId: string; redirectUri: string; until: number }>()
  readonly #grants = new Map<string, Grant>()

  constructor(companies: readonly QuickbooksCompany[], now: () => number) {
    this.#companies = companies
    this.#now = now
  }

  /** For a person who agreed. */
  code(realmId: string, redirectUri: string): string {
    const code = `AB${crypto.randomUUID().replaceAll('-', '')}`
    this.#codes.set(code, { realmId, redirectUri, until: this.#now() + CODE_MS })
    return code
  }

  /** POST /oauth2/v1/tokens/bearer */
  async exchange(request: Request): Promise<Response> {
    if (!isOurs(request)) return refused('invalid_client', 401)
    const form = new URLSearchParams(await request.text())
    if (form.get('grant_type') === 'authorization_code') return this.#first(form)
    if (form.get('grant_type') === 'refresh_token') return this.#renewed(form.get('refresh_token') ?? '')
    return refused('unsupported_grant_type')
  }

  #first(form: URLSearchParams): Response {
    const code = form.get('code') ?? ''
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    if (!found || found.until < this.#now() || found.redirectUri !== form.get('redirect_uri'))
      return refused('invalid_grant')
    const grantId = crypto.randomUUID().replaceAll('-', '')
    this.#grants.set(grantId, { realmId: found.realmId, turn: 1, isRevoked: false })
    return this.#give(grantId, found.realmId, 1)
  }

  #renewed(refreshToken: string): Response {
    const token = this.#read(refreshToken, 'RT1')
    if (!token || token.grant.isRevoked || token.turn !== token.grant.turn || token.until < this.#now())
      return refused('invalid_grant')
    token.grant.turn += 1
    return this.#give(token.grantId, token.grant.realmId, token.grant.turn)
  }

  #give(grantId: string, realmId: string, turn: number): Response {
    const now = this.#now()
    const token = (kind: string, until: number) => [kind, realmId, grantId, turn, until].join('-')
    return Response.json({
      token_type: 'bearer',
      access_token: token('AT', now + ACCESS_MS),
      expires_in: ACCESS_MS / 1000,
      refresh_token: token('RT1', now + REFRESH_MS),
      x_refresh_token_expires_in: REFRESH_MS / 1000,
    })
  }

  #read(text: string, expected: string) {
    const [kind, realmId = '', grantId = '', turn = '', until = ''] = text.split('-')
    if (kind !== expected || !this.#companies.some((each) => each.realmId === realmId) || !grantId) return null
    const grant = this.#grants.get(grantId) ?? { realmId, turn: Number(turn), isRevoked: false }
    this.#grants.set(grantId, grant)
    return { grantId, grant, turn: Number(turn), until: Number(until) }
  }

  /** POST /v2/oauth2/tokens/revoke */
  async revoke(request: Request): Promise<Response> {
    if (!isOurs(request)) return refused('invalid_client', 401)
    const { token } = (await request.json()) as { token?: string }
    const found = this.#read(token ?? '', 'RT1') ?? this.#read(token ?? '', 'AT')
    if (!found || found.grant.isRevoked) return refused('invalid_grant')
    found.grant.isRevoked = true
    return new Response(null, { status: 200 })
  }

  /** The company that a call's token is for, or null. */
  realmOf(request: Request): string | null {
    const token = this.#read(/^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '', 'AT')
    return token && !token.grant.isRevoked && token.until > this.#now() ? token.grant.realmId : null
  }

  /** As when the owner disconnects the app in QuickBooks. */
  revokeAll(realmId: string): void {
    for (const grant of this.#grants.values()) if (grant.realmId === realmId) grant.isRevoked = true
  }
}

const isOurs = (request: Request): boolean => {
  const { OUTLAY_QUICKBOOKS_CLIENT_ID: id, OUTLAY_QUICKBOOKS_CLIENT_SECRET: secret } = QUICKBOOKS_VARS
  return request.headers.get('authorization') === `Basic ${btoa(`${id}:${secret}`)}`
}
