import { beforeEach, expect, it } from 'vitest'
import { connectedAccount, type QuickbooksAccount, REALM } from '../../support/worker/quickbooks-account.ts'

/** Calls as client libraries of QuickBooks make them (node-quickbooks 2.0), with entities in small letters. */

let account: QuickbooksAccount
beforeEach(async () => {
  account = await connectedAccount()
})

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
