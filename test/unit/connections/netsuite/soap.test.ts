import { afterEach, describe, expect, it, vi } from 'vitest'
import { BOOK_KINDS, DOCUMENT_KINDS } from '../../../../schema/platform/accounting/books.ts'
import type { ProviderError } from '../../../../worker/core/provider-error.ts'
import { netsuiteBooks } from '../../../../worker/integrations/netsuite/books.ts'
import { parseXml } from '../../../../worker/integrations/netsuite/soap/call.ts'
import type { Trouble } from '../../../../worker/local/host/stand-ins/netsuite/index.ts'
import { atOnce, booksThere, NOW, readAll, readChanges, type There, TOKEN } from './books-there.ts'

afterEach(() => vi.unstubAllGlobals())

const HOUR = 60 * 60 * 1000
const bySoap = (there: There): There => ({ ...there, access: { ...there.access, useSoap: true } })
const sorted = <Each extends { erpId: string }>(all: Each[]): Each[] =>
  [...all].sort((a, b) => Number.parseInt(a.erpId, 10) - Number.parseInt(b.erpId, 10) || a.erpId.localeCompare(b.erpId))

const failure = async (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => {
      throw new Error('It should have failed')
    },
    (error: ProviderError) => error,
  )

describe('NetSuite by SOAP', () => {
  it.each(BOOK_KINDS)('reads the same objects as REST: %s', async (kind) => {
    const there = booksThere()
    there.books.change('vendor', '3', { isActive: false, name: 'Fish & Chips <Ltd> "é"' })
    const rest = await readAll(there, { kind })
    const soap = await readAll(bySoap(there), { kind })
    expect(rest.objects.length).toBeGreaterThan(0)
    expect(sorted(soap.objects)).toEqual(sorted(rest.objects))
  })

  it.each(DOCUMENT_KINDS)('reads the same documents as REST: %s', async (documents) => {
    const there = booksThere()
    const line = { itemId: null, memo: 'x', vendorId: null, departmentId: '1', locationId: null, classId: '2' }
    for (const type of ['salesReceipt', 'refund'] as const)
      there.books.addDocument({
        ...{ type, date: '2026-11-20', customerId: '1', accountId: '1' },
        lines: [{ ...line, id: '1', accountId: '20', debitMinor: -900, taxCodeId: null }],
      })
    const rest = await readAll(there, { documents }, '2026-09-01')
    const soap = await readAll(bySoap(there), { documents }, '2026-09-01')
    expect(sorted(soap.documents)).toEqual(sorted(rest.documents))
    expect(rest.documents.length > 0).toBe(documents !== 'OTHER')
  })

  it('the same changes are found as by REST', async () => {
    const there = booksThere()
    const { books, wait } = there
    wait(30 * HOUR)
    const [first, second] = books.documents('bill')
    books.changeDocument('bill', first?.id ?? '', { memo: 'Corrected' })
    books.changeDocument('bill', second?.id ?? '', { lines: [], taxMinor: 0, accountId: null })
    books.removeDocument('purchase', books.documents('purchase')[0]?.id ?? '')
    books.remove('vendor', '7')
    books.change('vendor', '8', { phone: '1' })
    const rest = await readChanges(there, NOW + 29 * HOUR)
    const soap = await readChanges(bySoap(there), NOW + 29 * HOUR)
    expect(sorted(soap.documents)).toEqual(sorted(rest.documents))
    expect(soap.documents.map(({ description }) => description)).toContain('Corrected')
    expect(sorted(soap.objects)).toEqual(sorted(rest.objects))
    expect(sorted(soap.deletedObjects)).toEqual(sorted(rest.deletedObjects))
    expect(sorted(soap.deletedDocuments)).toEqual(sorted(rest.deletedDocuments))
    expect(soap.deletedObjects).toEqual([{ kind: 'VENDOR', erpId: '7' }])
  })

  it('many documents are read in windows of ids, and none is missed while others come and go', async () => {
    const there = booksThere()
    const { books } = there
    const line = { itemId: null, memo: '', vendorId: null, departmentId: null, locationId: null, classId: null }
    const add = () =>
      books.addDocument({
        ...{ type: 'bill', date: '2026-11-20', vendorId: '1', accountId: '9' },
        lines: [1, 2, 3].map((place) => ({
          ...line,
          id: String(place),
          accountId: '40',
          debitMinor: 5,
          taxCodeId: null,
        })),
      })
    const made = Array.from({ length: 1100 }, add).map(({ id }) => id)
    const removed = new Set<string>()
    const { documents, pages } = await readAll(bySoap(there), { documents: 'BILL' }, '2026-11-20', () => {
      for (const id of made.slice(removed.size, removed.size + 100)) {
        books.removeDocument('bill', id)
        removed.add(id)
      }
      add()
    })
    expect(pages).toBeGreaterThan(2)
    const found = new Map(documents.map((each) => [each.erpId, each]))
    for (const id of made) if (!removed.has(id)) expect(found.get(id)?.lines).toHaveLength(4)
    for (const { lines } of documents) expect(lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)).toBe(0)
  })

  it('a transaction of thousands of lines is read whole', async () => {
    const there = booksThere()
    const line = { itemId: null, memo: '', vendorId: null, departmentId: null, locationId: null, classId: null }
    const made = there.books.addDocument({
      ...{ type: 'journalEntry', date: '2026-11-20' },
      lines: Array.from({ length: 2300 }, (_, index) => ({
        ...{ ...line, id: String(index + 1), taxCodeId: null, accountId: '40' },
        debitMinor: index % 2 === 0 ? 100 : -100,
      })),
    })
    const { documents } = await readAll(bySoap(there), { documents: 'JOURNAL_ENTRY' }, '2026-11-20')
    expect(documents.find(({ erpId }) => erpId === made.id)?.lines).toHaveLength(2300)
  })

  it('an account without subsidiaries is read in its base currency', async () => {
    const there = bySoap(booksThere({}, { hasSubsidiaries: false }))
    expect(await netsuiteBooks.probe(there.access)).toEqual({ name: '7654321_SB1', currency: 'USD' })
    expect((await readAll(there, { kind: 'ENTITY' })).objects).toEqual([])
  })

  it.each(['consumerKey', 'consumerSecret', 'tokenId', 'tokenSecret'])(
    'a wrong %s is refused for good',
    async (part) => {
      const secret = JSON.stringify({ ...JSON.parse(TOKEN), [part]: 'wrong' })
      const error = await failure(netsuiteBooks.probe(booksThere({ secret, useSoap: true }).access))
      expect(error).toMatchObject({ isFinal: true, reason: 'RECONNECT' })
    },
  )

  it('a certificate is refused without a call, because SOAP takes none', async () => {
    const secret = JSON.stringify({ kind: 'M2M', clientId: 'c', certificateId: 'c', privateKey: 'k' })
    const there = booksThere({ secret, useSoap: true })
    const called = vi.fn()
    vi.stubGlobal('fetch', called)
    expect(await failure(netsuiteBooks.probe(there.access))).toMatchObject({ isFinal: true, reason: 'RECONNECT' })
    expect(called).not.toHaveBeenCalled()
  })

  it.each<Trouble>(['BUSY', 'BUSY_400', 'FAILED', 'BROKEN', 'CUT', 'SLOW', 'LOST'])(
    '%s is tried again',
    async (trouble) => {
      const there = bySoap(booksThere())
      there.netsuite.trouble(trouble)
      const error = await failure(readAll(there, { kind: 'ACCOUNT' }))
      expect(error).toMatchObject({ isFinal: false })
      if (trouble.startsWith('BUSY')) expect(error.retryAfterMs).toBeGreaterThan(0)
      expect((await readAll(there, { kind: 'ACCOUNT' })).objects.length).toBeGreaterThan(50)
    },
  )

  it('SOAP and REST share one pool', async () => {
    const there = booksThere()
    atOnce(there, 8)
    const work = Array.from({ length: 8 }, (_, index) =>
      readAll(index % 2 ? there : bySoap(there), { kind: 'CURRENCY' }),
    )
    const all = await Promise.allSettled(work)
    expect(all.some(({ status }) => status === 'rejected')).toBe(true)
  })

  it('a document type is never read, nor what isn’t whole', () => {
    expect(() => parseXml('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')).toThrow(/can’t be read/)
    expect(() => parseXml('<a><b></a>')).toThrow(/can’t be read/)
    expect(parseXml('<x:a xmlns:x="y"><x:b>1 &amp; 2 &#233;</x:b></x:a>')).toMatchObject({
      a: [{ b: [{ '#text': '1 & 2 é' }] }],
    })
  })
})
