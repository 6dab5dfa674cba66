import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quickbooks } from '../../../worker/integrations/quickbooks/books.ts'
import { authorizeUrl, readSecret, renewSecret } from '../../../worker/integrations/quickbooks/oauth.ts'
import {
  changesOf,
  type QuickbooksChanges,
  quickbooksWebhooks,
  verifyQuickbooks,
} from '../../../worker/integrations/quickbooks/webhook.ts'
import { QUICKBOOKS_VARS, QuickbooksStandIn } from '../../../worker/local/host/stand-ins/quickbooks/index.ts'
import {
  connectedAccount,
  type QuickbooksAccount,
  quickbooksEnv,
  REALM,
} from '../../support/worker/quickbooks-account.ts'

const before = globalThis.fetch
let account: QuickbooksAccount
beforeEach(async () => {
  account = await connectedAccount()
})
afterEach(() => {
  globalThis.fetch = before
})

const read = () => quickbooks.readAll(account.access, { kind: 'TAX_CODE' }, '2026-01-01', null)
const RECONNECT = { isFinal: true, reason: 'RECONNECT' }

describe('connecting', () => {
  it('a person is sent to Intuit with the scope, the address to come back to and the state', () => {
    const url = new URL(authorizeUrl(quickbooksEnv, 'https://app.outlay.example/back', 'state-7'))
    expect(url.origin + url.pathname).toBe('https://appcenter.intuit.com/connect/oauth2')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: QUICKBOOKS_VARS.OUTLAY_QUICKBOOKS_CLIENT_ID,
      response_type: 'code',
      scope: 'com.intuit.quickbooks.accounting',
      redirect_uri: 'https://app.outlay.example/back',
      state: 'state-7',
    })
  })

  it('a person comes back with a code and the company, or with their refusal', async () => {
    expect(Object.fromEntries((await account.consent()).searchParams)).toMatchObject({
      state: 'state-1',
      realmId: REALM,
    })
    const refused = (await account.consent('cancel')).searchParams
    expect(Object.fromEntries(refused)).toEqual({ state: 'state-1', error: 'access_denied' })
  })

  it('the page names the companies to choose from, and refuses another app', async () => {
    const url = authorizeUrl(quickbooksEnv, 'https://app.outlay.example/back', 'state-7')
    expect(await (await account.fetch(url)).text()).toContain('Brightwater Labs')
    expect((await account.fetch(url.replace('client_id=AB', 'client_id=XX'))).status).toBe(400)
  })

  it('a code counts once, for ten minutes', async () => {
    const codeOf = async () => (await account.consent()).searchParams.get('code') ?? ''
    const code = await codeOf()
    expect(readSecret(await account.exchange(code))).toMatchObject({ realmId: REALM })
    await expect(account.exchange(code)).rejects.toMatchObject(RECONNECT)
    const late = await codeOf()
    account.now += 601_000
    await expect(account.exchange(late)).rejects.toMatchObject(RECONNECT)
  })

  it('another client secret is refused, in words about the installation', async () => {
    const env = { ...quickbooksEnv, OUTLAY_QUICKBOOKS_CLIENT_SECRET: 'wrong' }
    await expect(renewSecret(env, account.secret, account.now)).rejects.toThrow('this installation’s client id')
  })

  it('an incomplete secret is refused without repeating any of it', async () => {
    const secret = JSON.stringify({ accessToken: 'secret-canary', realmId: REALM })
    await expect(quickbooks.probe({ ...account.access, secret })).rejects.toMatchObject(RECONNECT)
    await expect(quickbooks.probe({ ...account.access, secret })).rejects.not.toThrow('secret-canary')
  })
})

describe('tokens', () => {
  it('an access token that has run out is renewed before the call, once', async () => {
    account.now += 3_600_000
    await read()
    expect(account.renewals).toBe(1)
    expect(account.calls).toEqual(['POST /oauth2/v1/tokens/bearer', 'GET query'])
  })

  it('a token that QuickBooks refuses early is renewed and the call made again', async () => {
    account.secret = JSON.stringify({ ...readSecret(account.secret), accessToken: 'AT-void' })
    await read()
    expect(account.renewals).toBe(1)
    expect(account.calls).toEqual(['GET query', 'POST /oauth2/v1/tokens/bearer', 'GET query'])
  })

  it('a token that is refused after its renewal too needs a new connection', async () => {
    account.instead = async (request, answer) =>
      request.url.includes('/v3/') ? new Response('{}', { status: 401 }) : answer(request)
    await expect(read()).rejects.toMatchObject(RECONNECT)
    expect(account.renewals).toBe(1)
  })

  it('a refresh token is void once it was used', async () => {
    const old = account.secret
    account.secret = await renewSecret(quickbooksEnv, old, account.now)
    expect(readSecret(account.secret).refreshToken).not.toBe(readSecret(old).refreshToken)
    await expect(renewSecret(quickbooksEnv, old, account.now)).rejects.toMatchObject(RECONNECT)
    await renewSecret(quickbooksEnv, account.secret, account.now)
  })

  it('a connection continues when the local host starts again', async () => {
    const companies = [{ realmId: REALM, name: 'Brightwater Labs', size: account.books.size }]
    const provider = new QuickbooksStandIn({ companies, now: () => account.now })
    const [tokens] = provider.standIns.filter(({ host }) => host === 'oauth.platform.intuit.com')
    account.instead = async (request, answer) =>
      request.url.includes('/tokens/') && tokens ? tokens.answer(request) : answer(request)
    expect(readSecret(await renewSecret(quickbooksEnv, account.secret, account.now)).realmId).toBe(REALM)
  })

  it('a connection that was ended on either side has to be made again', async () => {
    await quickbooks.revoke?.(account.access)
    await expect(read()).rejects.toMatchObject(RECONNECT)
    await expect(renewSecret(quickbooksEnv, account.secret, account.now)).rejects.toThrow(
      'QuickBooks ended the connection. Connect QuickBooks again.',
    )
    const second = await connectedAccount()
    second.provider.tokens.revokeAll(REALM)
    await expect(quickbooks.probe(second.access)).rejects.toMatchObject(RECONNECT)
  })

  it('a failure while a connection is ended at QuickBooks is ignored', async () => {
    account.instead = async () => new Response('', { status: 500 })
    await expect(quickbooks.revoke?.(account.access)).resolves.toBeUndefined()
  })

  it('the token endpoint’s failures can be tried again', async () => {
    account.now += 3_600_000
    account.instead = async () => new Response('busy', { status: 503, headers: { 'retry-after': '7' } })
    await expect(read()).rejects.toMatchObject({ isFinal: false, retryAfterMs: 7000 })
  })
})

describe('webhooks', () => {
  const token = QUICKBOOKS_VARS.OUTLAY_QUICKBOOKS_WEBHOOK_TOKEN
  const sent: Request[] = []
  const provider = new QuickbooksStandIn({
    deliver: async (request) => {
      sent.push(request)
      return new Response('ok')
    },
  })
  const bill = { realmId: REALM, entity: 'Bill', operation: 'created' as const, id: '17' }
  const message = async (signature?: 'right' | 'wrong' | 'none', repeated = false) => {
    await (repeated ? provider.webhooks.repeat(signature) : provider.tell([bill, { ...bill, id: '18' }], signature))
    const request = sent.pop() as Request
    return { body: await request.text(), header: (name: string) => request.headers.get(name) ?? undefined }
  }

  it('a message signed with the verifier token is accepted, with the same id if it is sent again', async () => {
    const first = await verifyQuickbooks(token, await message())
    expect(first).toEqual({ eventId: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await verifyQuickbooks(token, await message('right', true))).toEqual(first)
    expect(await verifyQuickbooks(token, await message())).not.toEqual(first)
  })

  it('a message with another signature, without one, or changed on its way is refused', async () => {
    const refused = { refused: 'NOT_SIGNED' }
    expect(await verifyQuickbooks(token, await message('wrong'))).toEqual(refused)
    expect(await verifyQuickbooks(token, await message('none'))).toEqual(refused)
    const good = await message()
    expect(await verifyQuickbooks(token, { ...good, body: good.body.replace('"17"', '"99"') })).toEqual(refused)
    expect(await verifyQuickbooks(token, { ...good, header: () => 'not base64 ☃' })).toEqual(refused)
  })

  it('a message tells each company’s changes once, and one of another kind tells nothing', async () => {
    const told: QuickbooksChanges[] = []
    const sender = quickbooksWebhooks(async (_, changes) => void told.push(changes))
    const { body } = await message()
    await sender.handle({} as never, { eventId: 'e', body, receivedAt: 0 })
    expect(told).toMatchObject([
      { realmId: REALM, changes: [{ entity: 'bill', operation: 'created', erpId: '17' }, { erpId: '18' }] },
    ])
    expect(changesOf('{"hello":1}')).toEqual([])
    expect(changesOf('not json')).toEqual([])
  })

  it('what is written through the interface is told too', async () => {
    const deliver = new QuickbooksStandIn({ deliver: async () => new Response('ok') })
    deliver.webhooks.sendLater([bill])
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect(changesOf(deliver.webhooks.lastBody)).toMatchObject([{ realmId: REALM }])
  })
})
