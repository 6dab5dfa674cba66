import { createServer, request as httpRequest, type IncomingMessage, type RequestOptions, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SeededBooks, SMALL } from '../../../worker/local/host/stand-ins/books/index.ts'
import { LOCAL_NETSUITE, Netsuite } from '../../../worker/local/host/stand-ins/netsuite/index.ts'

/** A client library of NetSuite, netsuite-rest, against the stand-in in place of the network. */

const require = createRequire(import.meta.url)
const library = require.resolve('netsuite-rest')
const ofLibrary = createRequire(library)
const HOST = `https://${LOCAL_NETSUITE.accountId.toLowerCase().replace('_', '-')}.suitetalk.api.netsuite.com`

// biome-ignore lint/suspicious/noExplicitAny: what NetSuite answers, which the library doesn't describe
type Answer = { statusCode: number; data: any }
interface Client {
  request(asked: { path: string; method?: string; body?: string; heads?: Record<string, string> }): Promise<Answer>
}

/** Reads what came in, and lets the stand-in answer it as a call to its own address. */
const serve = (there: Netsuite): Server =>
  createServer((incoming: IncomingMessage, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', async () => {
      const { method = 'GET', url = '/', headers } = incoming
      const body = Buffer.concat(parts)
      const answer = await there.answer(
        new Request(`${HOST}${url}`, {
          method,
          headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
          ...(body.length > 0 && { body }),
        }),
      )
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
      outgoing.end(Buffer.from(await answer.arrayBuffer()))
    })
  })

let server: Server
let there: Netsuite
const clientWith = (secret = LOCAL_NETSUITE.tokenSecret): Client => {
  const { port } = server.address() as AddressInfo
  // The library asks for its own address with its own client, of which only the connection goes elsewhere.
  const got = ofLibrary('got')
  const through = got.extend({
    retry: 0,
    request: (url: URL, options: RequestOptions, done: (answer: IncomingMessage) => void) =>
      httpRequest(
        { method: options.method, headers: options.headers, path: url.pathname + url.search, port, host: '127.0.0.1' },
        done,
      ),
  })
  const cached = ofLibrary.cache[ofLibrary.resolve('got')]
  if (!cached) throw new Error('got isn’t loaded')
  const own = cached.exports
  cached.exports = through
  delete require.cache[library]
  const NetsuiteRest = require('netsuite-rest')
  cached.exports = own
  return new NetsuiteRest({
    ...{ consumer_key: LOCAL_NETSUITE.consumerKey, consumer_secret_key: LOCAL_NETSUITE.consumerSecret },
    ...{ token: LOCAL_NETSUITE.tokenId, token_secret: secret, realm: LOCAL_NETSUITE.accountId },
  })
}

let client: Client
beforeEach(async () => {
  there = new Netsuite(new SeededBooks(SMALL))
  server = serve(there)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = clientWith()
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const suiteql = (q: string, query = '') =>
  client.request({ path: `query/v1/suiteql${query}`, method: 'POST', body: JSON.stringify({ q }) })

it('tries its keys, and is refused with wrong ones', async () => {
  expect(await client.request({ path: '*', method: 'OPTIONS' })).toMatchObject({ statusCode: 204, data: null })
  await expect(clientWith('another').request({ path: 'record/v1/vendor' })).rejects.toMatchObject({
    response: { statusCode: 401 },
  })
})

it('a query without a limit has a page of a thousand, and others the page that is asked for', async () => {
  const all = (await suiteql('SELECT V.id FROM vendor V ORDER BY V.id')).data
  expect(all).toMatchObject({ hasMore: false, offset: 0, count: all.totalResults })
  expect(all.items).toHaveLength(there.books.list('vendor').length)
  const second = (await suiteql('SELECT V.id FROM vendor V ORDER BY V.id', '?limit=2&offset=2')).data
  expect(second.items.map(({ id }: { id: string }) => id)).toEqual(
    all.items.slice(2, 4).map(({ id }: { id: string }) => id),
  )
  expect(second.links.map(({ rel }: { rel: string }) => rel)).toEqual(['previous', 'first', 'next', 'last', 'self'])
  for (const query of ['?limit=1001', '?limit=0', '?limit=2&offset=3', '?limit=all'])
    await expect(suiteql('SELECT V.id FROM vendor V ORDER BY V.id', query), query).rejects.toMatchObject({
      response: { statusCode: 400 },
    })
})

it('lists records by their ids, creates one, changes and deletes it', async () => {
  const { data } = await client.request({ path: 'record/v1/vendor/?limit=3' })
  expect(data).toMatchObject({ count: 3, hasMore: true, offset: 0, totalResults: there.books.list('vendor').length })
  const [first] = data.items
  expect(first).toEqual({
    ...{ id: first.id, links: [{ rel: 'self', href: `${HOST}/services/rest/record/v1/vendor/${first.id}` }] },
  })
  const vendor = { companyName: 'Client Vendor', subsidiary: { id: '1' }, externalId: 'client-1' }
  const post = (body: object) =>
    client.request({ path: 'record/v1/vendor', method: 'POST', body: JSON.stringify(body) })
  const made = await post(vendor)
  expect(made.statusCode).toBe(204)
  // The library drops the headers, and with them the address of what it made.
  const found = (await client.request({ path: 'record/v1/vendor/eid:client-1' })).data
  expect(found).toMatchObject({ companyName: 'Client Vendor', id: expect.stringMatching(/^\d+$/) })
  const path = `record/v1/vendor/${found.id}`
  expect((await client.request({ path })).data).toMatchObject({ companyName: 'Client Vendor' })
  for (const refused of [vendor, { ...vendor, externalId: 'client-2' }, { externalId: 'client-3' }])
    await expect(post(refused), JSON.stringify(refused)).rejects.toMatchObject({ response: { statusCode: 400 } })
  await client.request({ path, method: 'PATCH', body: JSON.stringify({ email: 'there@client.example' }) })
  expect((await client.request({ path })).data).toMatchObject({ email: 'there@client.example' })
  await client.request({ path, method: 'DELETE' })
  await expect(client.request({ path })).rejects.toMatchObject({ response: { statusCode: 404 } })
})

it('a filter, which the stand-in doesn’t have, is refused as one and not as a wrong signature', async () => {
  const path = `record/v1/vendor?q=${encodeURIComponent('companyName IS "It\'s (a) b*"')}&limit=5`
  await expect(client.request({ path })).rejects.toMatchObject({ response: { statusCode: 400 } })
})
