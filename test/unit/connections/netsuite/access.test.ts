import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ProviderError } from '../../../../worker/core/provider-error.ts'
import { servicesOf } from '../../../../worker/integrations/netsuite/account.ts'
import { netsuiteBooks } from '../../../../worker/integrations/netsuite/books.ts'
import { query } from '../../../../worker/integrations/netsuite/suiteql.ts'
import type { Trouble } from '../../../../worker/local/host/stand-ins/netsuite/index.ts'
import { atOnce, booksThere, readAll, TOKEN } from './books-there.ts'

afterEach(() => vi.unstubAllGlobals())

const failure = async (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => {
      throw new Error('It should have failed')
    },
    (error: ProviderError) => error,
  )

const certificate = (type: 'RSA' | 'P-256') => {
  const { publicKey, privateKey } =
    type === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: 3072 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

describe('who may read NetSuite', () => {
  it.each([
    ['123456', 'https://123456.suitetalk.api.netsuite.com'],
    ['123456_SB1', 'https://123456-sb1.suitetalk.api.netsuite.com'],
    [' tstdrv-123 ', 'https://tstdrv-123.suitetalk.api.netsuite.com'],
  ])('finds the services of account %s', (account, address) => {
    expect(servicesOf(account)).toBe(address)
  })

  it.each(['', 'evil.com/', '123456.evil.com#', '12 34', 'a@b'])(
    'the account “%s” is refused without a call',
    async (accountId) => {
      const there = booksThere({ accountId })
      const called = vi.fn()
      vi.stubGlobal('fetch', called)
      expect(await failure(netsuiteBooks.probe(there.access))).toMatchObject({ isFinal: true, reason: 'RECONNECT' })
      expect(called).not.toHaveBeenCalled()
    },
  )

  it.each(['consumerKey', 'consumerSecret', 'tokenId', 'tokenSecret'])('refuses a wrong %s for good', async (part) => {
    const { access } = booksThere({ secret: JSON.stringify({ ...JSON.parse(TOKEN), [part]: 'wrong-value' }) })
    const error = await failure(netsuiteBooks.probe(access))
    expect(error).toMatchObject({ isFinal: true, reason: 'RECONNECT' })
    expect(error.message).toMatch(/connect NetSuite again/)
    expect(error.message).not.toContain('wrong-value')
  })

  it('refuses the token of another account, and credentials that aren’t whole', async () => {
    expect(await failure(netsuiteBooks.probe(booksThere({ accountId: '999' }).access))).toMatchObject({ isFinal: true })
    for (const secret of ['', '{}', '{"kind":"TBA","consumerKey":"x"}', 'null']) {
      const error = await failure(netsuiteBooks.probe(booksThere({ secret }).access))
      expect(error).toMatchObject({ isFinal: true, reason: 'RECONNECT' })
    }
  })

  it('waits for the connection’s limit before each call', async () => {
    const permit = vi.fn(() => Promise.resolve())
    const there = booksThere({ permit })
    await readAll(there, { kind: 'ACCOUNT' })
    expect(permit).toHaveBeenCalledTimes(there.netsuite.asked.length)
  })

  it.each(['RSA', 'P-256'] as const)('signs in with a certificate of type %s, once for many calls', async (type) => {
    const { publicPem, privateKey } = certificate(type)
    const secret = JSON.stringify({ kind: 'M2M', clientId: `client ${type}`, certificateId: type, privateKey })
    const there = booksThere({ secret })
    const bought = vi.spyOn(there.netsuite.credentials, 'token')
    expect(await failure(netsuiteBooks.probe(there.access))).toMatchObject({ isFinal: true, reason: 'RECONNECT' })
    there.netsuite.credentials.registerCertificate(type, `client ${type}`, publicPem)
    await netsuiteBooks.probe(there.access)
    await readAll(there, { kind: 'ACCOUNT' })
    expect(bought).toHaveBeenCalledTimes(2)
    there.wait(58 * 60 * 1000)
    await netsuiteBooks.probe(there.access)
    expect(bought).toHaveBeenCalledTimes(3)
  })

  it('buys a new access token if NetSuite ended the one it has, and gives up if the certificate is gone', async () => {
    const { publicPem, privateKey } = certificate('P-256')
    const secret = JSON.stringify({ kind: 'M2M', clientId: 'ended', certificateId: 'ended', privateKey })
    const there = booksThere({ secret })
    there.netsuite.credentials.registerCertificate('ended', 'ended', publicPem)
    await netsuiteBooks.probe(there.access)
    there.netsuite.credentials.endTokens()
    await netsuiteBooks.probe(there.access)
    there.netsuite.credentials.endTokens()
    there.netsuite.credentials.registerCertificate('ended', 'someone else', publicPem)
    expect(await failure(netsuiteBooks.probe(there.access))).toMatchObject({ isFinal: true, reason: 'RECONNECT' })
  })

  it('never takes another certificate’s token, though its name is the same', async () => {
    const [right, wrong] = [certificate('P-256'), certificate('P-256')]
    const named = { kind: 'M2M', clientId: 'same', certificateId: 'same' }
    const there = booksThere({ secret: JSON.stringify({ ...named, privateKey: right.privateKey }) })
    there.netsuite.credentials.registerCertificate('same', 'same', right.publicPem)
    await netsuiteBooks.probe(there.access)
    const access = { ...there.access, secret: JSON.stringify({ ...named, privateKey: wrong.privateKey }) }
    expect(await failure(netsuiteBooks.probe(access))).toMatchObject({ isFinal: true })
  })

  it('a private key that can’t be read is refused without showing it', async () => {
    const secret = JSON.stringify({ kind: 'M2M', clientId: 'c', certificateId: 'c', privateKey: 'not a key' })
    const error = await failure(netsuiteBooks.probe(booksThere({ secret }).access))
    expect(error).toMatchObject({ isFinal: true })
    expect(error.message).toMatch(/private key/)
    expect(error.message).not.toContain('not a key')
  })
})

describe('when NetSuite doesn’t answer as it should', () => {
  it.each<[Trouble, Partial<ProviderError>]>([
    ['BUSY', { isFinal: false, retryAfterMs: 3_000 }],
    ['BUSY_400', { isFinal: false, retryAfterMs: 10_000 }],
    ['FAILED', { isFinal: false }],
    ['BROKEN', { isFinal: false }],
    ['CUT', { isFinal: false }],
    ['SLOW', { isFinal: false }],
    ['LOST', { isFinal: false }],
  ])('%s is tried again', async (trouble, expected) => {
    const there = booksThere()
    there.netsuite.trouble(trouble)
    const error = await failure(readAll(there, { kind: 'ACCOUNT' }))
    expect(error.name).toBe('Error')
    expect(error).toMatchObject(expected)
    expect(error.message).toMatch(/tried again/)
    expect((await readAll(there, { kind: 'ACCOUNT' })).objects.length).toBeGreaterThan(50)
  })

  it('all calls of an account share one pool, and wait when it is full', async () => {
    const there = booksThere()
    atOnce(there, 9)
    const all = await Promise.allSettled(Array.from({ length: 9 }, () => readAll(there, { kind: 'CURRENCY' })))
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as ProviderError] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(9)
    for (const error of refused) expect(error.retryAfterMs).toBeGreaterThan(0)
  })

  it('refuses an answer whose rows are something else', async () => {
    const { access } = booksThere()
    for (const items of [[{ id: { nested: 1 } }], 'none', [7]]) {
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items, hasMore: false })))
      expect((await failure(query(access, 'SELECT 1'))).message).toMatch(/can’t be read/)
    }
  })

  it('shows a statement that the stand-in doesn’t know as a refusal in NetSuite’s words', async () => {
    const { access } = booksThere()
    for (const [statement, words] of [
      ['SELECT V.id FROM vendors V', /Record 'vendors' was not found/],
      ['SELECT V.iban FROM vendor V', /Field 'iban' for record 'V' was not found/],
      ["SELECT V.id FROM vendor V WHERE V.id > '5'", /different types/],
      ['SELECT V.id FROM vendor V WHERE V.id BETWEEN 1 AND 5', /near “BETWEEN”/],
      ["SELECT V.id FROM vendor V WHERE V.datecreated > TO_DATE('2026-13-01', 'YYYY-MM-DD')", /isn't a date/],
      ['SELECT V.id FROM vendor V GROUP BY V.id', /near “GROUP”/],
    ] as const)
      expect(await failure(query(access, statement))).toMatchObject({
        ...{ isFinal: true, message: expect.stringMatching(words) },
      })
  })
})
