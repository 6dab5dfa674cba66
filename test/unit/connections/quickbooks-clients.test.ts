import { createRequire } from 'node:module'
import { beforeEach, describe, expect, it } from 'vitest'
import { QUICKBOOKS_VARS } from '../../../worker/local/host/stand-ins/quickbooks/index.ts'
import { connectedAccount, type QuickbooksAccount, REALM } from '../../support/worker/quickbooks-account.ts'

/** Client libraries of QuickBooks, Intuit's own and node-quickbooks, against the stand-in in place of the network. */

const require = createRequire(import.meta.url)
const OAuthClient = require('intuit-oauth')
const QuickBooks = require('node-quickbooks')
/** Both call with it. */
const axios = createRequire(require.resolve('node-quickbooks'))('axios')

let account: QuickbooksAccount
beforeEach(async () => {
  account = await connectedAccount()
  axios.defaults.adapter = throughStandIn
})

interface Asked {
  method: string
  headers: { toJSON(): Record<string, unknown> }
  data?: string
  validateStatus: ((status: number) => boolean) | null
}
/** In place of axios' own way to the network. */
const throughStandIn = async (config: Asked) => {
  const answer = await account.fetch(axios.getUri(config), {
    method: config.method.toUpperCase(),
    headers: new Headers(Object.entries(config.headers.toJSON()).map(([name, value]) => [name, String(value)])),
    ...(config.data !== undefined && { body: config.data }),
  })
  const response = {
    data: await answer.text(),
    status: answer.status,
    statusText: answer.statusText,
    headers: Object.fromEntries(answer.headers),
    config,
  }
  if (config.validateStatus?.(answer.status) === false)
    throw new axios.AxiosError(
      `${config.method} ${answer.status}: ${response.data}`,
      'ERR_BAD_REQUEST',
      config,
      null,
      response,
    )
  return response
}

const base = `https://quickbooks.api.intuit.com/v3/company/${REALM}`
const call = async (path: string, body?: object) => {
  const answer = await fetch(`${base}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...{ Authorization: `Bearer ${JSON.parse(account.secret).accessToken}`, Accept: 'application/json' },
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, never> }
}

it('queries, one object, the company and its preferences are answered', async () => {
  expect((await call(`query?query=${encodeURIComponent('select * from vendor maxresults 1')}`)).body).toMatchObject({
    QueryResponse: { Vendor: [{ Id: expect.any(String) }], maxResults: 1 },
  })
  expect((await call('vendor/1?minorversion=65')).body).toMatchObject({ Vendor: { Id: '1' } })
  expect((await call(`companyinfo/${REALM}`)).body).toMatchObject({ CompanyInfo: { CompanyName: expect.any(String) } })
  expect((await call('preferences')).body).toMatchObject({ Preferences: { CurrencyPrefs: expect.anything() } })
})

it('a refused item of a batch doesn’t hold up the others', async () => {
  const { status, body } = await call('batch', {
    BatchItemRequest: [
      { bId: '1', operation: 'create', Vendor: { DisplayName: 'Batch Vendor' } },
      { bId: '2', operation: 'create', Vendor: { DisplayName: 'Batch: Vendor' } },
      { bId: '3', Query: "select * from vendor where DisplayName = 'Batch Vendor'" },
    ],
  })
  expect(status).toBe(200)
  expect(body.BatchItemResponse).toMatchObject([
    { bId: '1', Vendor: { DisplayName: 'Batch Vendor' } },
    { bId: '2', Fault: { Error: [{ code: '6000' }] } },
    { bId: '3', QueryResponse: { Vendor: [{ DisplayName: 'Batch Vendor' }] } },
  ])
})

// biome-ignore lint/suspicious/noExplicitAny: what QuickBooks answers, which the library doesn't describe
type Answer = Record<string, any>
/** A call of node-quickbooks, which takes a callback. */
const asked = (call: (done: (error: unknown, answer: Answer) => void) => void): Promise<Answer> =>
  new Promise((resolve, reject) => call((error, answer) => (error ? reject(error) : resolve(answer))))

describe('node-quickbooks', () => {
  let client: Answer
  beforeEach(() => {
    const { accessToken, refreshToken } = JSON.parse(account.secret)
    const { OUTLAY_QUICKBOOKS_CLIENT_ID: id, OUTLAY_QUICKBOOKS_CLIENT_SECRET: secret } = QUICKBOOKS_VARS
    client = new QuickBooks(id, secret, accessToken, false, REALM, false, false, null, '2.0', refreshToken)
  })

  it('reads the company, its preferences and lists, page by page', async () => {
    expect(await asked((done) => client.getCompanyInfo(REALM, done))).toMatchObject({ CompanyName: 'Brightwater Labs' })
    expect(await asked((done) => client.findPreferenceses(done))).toMatchObject({
      QueryResponse: { Preferences: [{ CurrencyPrefs: expect.anything() }] },
    })
    const all = await asked((done) => client.findVendors({ fetchAll: true, limit: 3 }, done))
    const count = await asked((done) => client.findVendors({ count: true }, done))
    expect(all.QueryResponse.Vendor).toHaveLength(count.QueryResponse.totalCount)
    const [first] = all.QueryResponse.Vendor
    expect(await asked((done) => client.getVendor(first.Id, done))).toMatchObject({ DisplayName: first.DisplayName })
    const named = [{ field: 'DisplayName', value: first.DisplayName, operator: '=' }]
    expect((await asked((done) => client.findVendors(named, done))).QueryResponse.Vendor).toHaveLength(1)
    expect(
      (await asked((done) => client.findBills({ limit: 1, desc: 'TxnDate' }, done))).QueryResponse.Bill,
    ).toHaveLength(1)
  })

  it('creates, changes and deletes, and is refused as by QuickBooks', async () => {
    const vendor = await asked((done) => client.createVendor({ DisplayName: 'Client Vendor' }, done))
    expect(vendor).toMatchObject({ Id: expect.any(String), SyncToken: '0' })
    const account6000 = (await asked((done) => client.findAccounts({ limit: 1, AccountType: 'Expense' }, done)))
      .QueryResponse
    const bill = {
      VendorRef: { value: vendor.Id },
      DocNumber: 'CL-1',
      Line: [
        {
          Amount: 12.5,
          DetailType: 'AccountBasedExpenseLineDetail',
          AccountBasedExpenseLineDetail: { AccountRef: { value: account6000.Account[0].Id } },
        },
      ],
    }
    const made = await asked((done) => client.createBill(bill, done))
    expect(made).toMatchObject({ TotalAmt: 12.5, DocNumber: 'CL-1' })
    const long = { ...bill, DocNumber: 'A number of 22 letters' }
    await expect(asked((done) => client.createBill(long, done))).rejects.toMatchObject({
      response: { data: { Fault: { Error: [{ code: '2050' }] } } },
    })
    expect(await asked((done) => client.deleteBill(made.Id, done))).toMatchObject({ Bill: { status: 'Deleted' } })
  })

  it('sends a batch, asks what changed, and renews its token', async () => {
    const { BatchItemResponse: answers } = await asked((done) =>
      client.batch([{ bId: 'a', operation: 'create', Vendor: { DisplayName: 'In a batch' } }], done),
    )
    expect(answers).toMatchObject([{ bId: 'a', Vendor: { DisplayName: 'In a batch' } }])
    const since = new Date(account.now - 60_000)
    const changed = await asked((done) => client.changeDataCapture(['vendor'], since, done))
    expect(JSON.stringify(changed.CDCResponse)).toContain('In a batch')
    await asked((done) => client.refreshAccessToken(done))
    expect(await asked((done) => client.getCompanyInfo(REALM, done))).toHaveProperty('CompanyName')
  })
})

it('Intuit’s own client goes through consent, calls, renews and revokes', async () => {
  const redirectUri = 'https://app.outlay.example/api/quickbooks/callback'
  const client = new OAuthClient({
    clientId: QUICKBOOKS_VARS.OUTLAY_QUICKBOOKS_CLIENT_ID,
    clientSecret: QUICKBOOKS_VARS.OUTLAY_QUICKBOOKS_CLIENT_SECRET,
    environment: 'production',
    redirectUri,
  })
  const page = client.authorizeUri({ scope: [OAuthClient.scopes.Accounting], state: 'there' })
  const body = new URLSearchParams({ realmId: REALM, answer: 'connect' })
  const back = (await account.fetch(page, { method: 'POST', body, redirect: 'manual' })).headers.get('location') ?? ''
  expect((await client.createToken(back)).getJson()).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  const url = `${base}/companyinfo/${REALM}?minorversion=75`
  expect((await client.makeApiCall({ url })).json).toMatchObject({ CompanyInfo: { CompanyName: 'Brightwater Labs' } })
  const before = client.getToken().access_token
  await client.refresh()
  expect(client.getToken().access_token).not.toBe(before)
  await client.makeApiCall({ url })
  await client.revoke()
  await expect(client.makeApiCall({ url })).rejects.toMatchObject({ code: '401' })
})
