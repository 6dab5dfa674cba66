import { describe, expect, it } from 'vitest'
import { fullNameOf, SeededBooks, SMALL } from '../../../worker/local/host/stand-ins/books/index.ts'

const NOW = Date.UTC(2026, 10, 20, 18)
const KINDS = [
  ...(['bill', 'purchase', 'vendorCredit', 'journalEntry', 'deposit', 'invoice'] as const),
  ...(['salesReceipt', 'creditMemo', 'refund'] as const),
]
const small = () => new SeededBooks(SMALL, () => NOW)
const all = (books: SeededBooks) => KINDS.flatMap((kind) => books.documents(kind))

describe('seeded books', () => {
  it('seeded books have 150 accounts, 1,850 vendors and 60,000 lines in whole months, made in a moment', () => {
    const books = new SeededBooks({}, () => NOW)
    const started = performance.now()
    const documents = all(books)
    expect(performance.now() - started).toBeLessThan(4000)
    const lines = documents
      .filter(({ date }) => date < '2026-11-01')
      .reduce((count, document) => count + document.lines.length, 0)
    expect(lines).toBe(60_000)
    expect(books.list('account')).toHaveLength(150)
    expect(new Set(books.list('vendor').map(({ name }) => name)).size).toBe(1850)
    const dates = documents.map(({ date }) => date).sort()
    expect(dates[0]?.slice(0, 7)).toBe('2024-11')
    expect([dates.at(-1)?.slice(0, 7), (dates.at(-1) ?? '') <= '2026-11-20']).toEqual(['2026-11', true])
    expect(new Set(documents.map(({ currency }) => currency))).toEqual(new Set(['USD', 'EUR', 'GBP', 'JPY']))
  })

  it('seeded books do not depend on the day, except that later ones have more', () => {
    const [first, again] = [all(small()), all(small())]
    expect(again).toEqual(first)
    const later = new Map(all(new SeededBooks(SMALL, () => NOW + 3 * 86_400_000)).map((each) => [each.id, each]))
    expect(later.size).toBeGreaterThan(first.length)
    for (const document of first) expect(later.get(document.id)).toEqual(document)
  })

  it('seeded books name only what exists', () => {
    const books = small()
    const missing = all(books).flatMap(({ lines }) =>
      lines.filter(
        ({ accountId, itemId, vendorId, departmentId, classId, locationId }) =>
          !(books.find('account', accountId) || books.find('item', itemId)) ||
          (vendorId && !books.find('vendor', vendorId)) ||
          (departmentId && !books.find('department', departmentId)) ||
          (classId && !books.find('class', classId)) ||
          (locationId && !books.find('location', locationId)),
      ),
    )
    expect(missing).toEqual([])
    expect(books.list('account').map((each) => fullNameOf(books.list('account'), each))).toContain('Travel:Hotels')
  })

  it('every journal entry balances', () => {
    for (const { lines } of small().documents('journalEntry'))
      expect(lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)).toBe(0)
  })

  it('seeded books remember when something was added, changed and removed, and raise its version', () => {
    let now = NOW
    const books = new SeededBooks(SMALL, () => now)
    const [bill] = books.documents('bill')
    now += 60_000
    const changed = books.changeDocument('bill', bill?.id ?? '', { memo: 'Corrected' })
    expect(changed).toMatchObject({ memo: 'Corrected', version: 1, changedAt: now })
    const added = books.addDocument({ type: 'bill', date: '2026-11-20', lines: [] })
    expect(books.document('bill', added.id)).toMatchObject({ createdAt: now, currency: 'USD' })
    books.removeDocument('bill', added.id)
    expect(books.document('bill', added.id)).toBeUndefined()
    expect(books.removed('bill')).toEqual([{ id: added.id, at: now }])
    const { id } = books.add('customer', { name: 'New customer' })
    expect(books.find('customer', id)).toMatchObject({ name: 'New customer', createdAt: now, version: 0 })
  })
})
