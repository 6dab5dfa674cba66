import { afterEach, describe, expect, it, vi } from 'vitest'
import { netsuiteBooks } from '../../../../worker/integrations/netsuite/books.ts'
import { booksThere, NOW, readAll, readChanges } from './books-there.ts'

afterEach(() => vi.unstubAllGlobals())

const HOUR = 60 * 60 * 1000

describe('changes in NetSuite', () => {
  it('finds a document that is new and one that was changed, whatever the account’s time zone', async () => {
    const there = booksThere()
    const { books, wait } = there
    wait(HOUR)
    const [bill] = books.documents('bill')
    books.changeDocument('bill', bill?.id ?? '', { memo: 'Corrected' })
    const made = books.addDocument({
      type: 'vendorCredit',
      date: '2026-11-20',
      vendorId: '1',
      accountId: '9',
      lines: [],
    })
    const { documents } = await readChanges(there, NOW)
    const ids = documents.map(({ erpId }) => erpId)
    expect(ids).toContain(made.id)
    expect(documents.find(({ erpId }) => erpId === bill?.id)?.description).toBe('Corrected')
  })

  it('finds changed vendors and items by their time, and few others by reading them again', async () => {
    const there = booksThere()
    const { books, wait } = there
    wait(48 * HOUR)
    books.change('vendor', '5', { name: 'Renamed vendor' })
    books.change('department', '1', { name: 'Renamed department' })
    const { objects } = await readChanges(there, NOW + 47 * HOUR)
    expect(objects.filter(({ kind }) => kind === 'VENDOR').map(({ name }) => name)).toEqual(['Renamed vendor'])
    expect(objects.filter(({ kind }) => kind === 'ITEM')).toEqual([])
    expect(objects.find(({ kind, erpId }) => kind === 'DEPARTMENT' && erpId === '1')?.name).toBe('Renamed department')
  })

  it('deleted objects and documents are named by kind', async () => {
    const there = booksThere()
    const { books, wait } = there
    wait(HOUR)
    const ids = (['bill', 'purchase', 'deposit'] as const).map((type) => books.documents(type)[0]?.id ?? '')
    books.removeDocument('bill', ids[0] ?? '')
    books.removeDocument('purchase', ids[1] ?? '')
    books.removeDocument('deposit', ids[2] ?? '')
    books.removeDocument('billPayment', books.documents('billPayment')[0]?.id ?? '')
    books.remove('vendor', '7')
    books.remove('class', '2')
    const { deletedObjects, deletedDocuments } = await readChanges(there, NOW)
    expect(new Set(deletedObjects.map(({ kind, erpId }) => `${kind} ${erpId}`))).toEqual(
      new Set(['VENDOR 7', 'CLASSIFICATION 2']),
    )
    expect(new Set(deletedDocuments.map(({ kind, erpId }) => `${kind} ${erpId}`))).toEqual(
      new Set([`BILL ${ids[0]}`, `PURCHASE ${ids[1]}`, `DEPOSIT ${ids[2]}`]),
    )
  })

  it('loses nothing while documents are changed between its pages', async () => {
    const there = booksThere()
    const { books, wait } = there
    wait(24 * HOUR)
    const bills = books.documents('bill').map(({ id }) => id)
    const line = { itemId: null, memo: '', vendorId: null, departmentId: null, locationId: null, classId: null }
    // More than two pages of changes, all within one second.
    const made = Array.from({ length: 450 }, () =>
      books.addDocument({
        ...{ type: 'bill', date: '2026-11-20', vendorId: '1', accountId: '9' },
        lines: [{ ...line, id: '1', accountId: '40', debitMinor: 100, taxCodeId: null }],
      }),
    )
    let turn = 0
    const changedMeanwhile = new Set<string>()
    const read = await readChanges(there, NOW + 24 * HOUR, () => {
      wait(2000)
      // One that was read, one that wasn't, one that hadn't changed at all.
      for (const id of [made[turn]?.id, made[449 - turn]?.id, bills[turn]]) {
        if (!id) continue
        books.changeDocument('bill', id, { memo: `Turn ${turn}` })
        changedMeanwhile.add(id)
      }
      turn++
    })
    const found = new Map(read.documents.map((each) => [each.erpId, each]))
    for (const { id } of made) expect(found.has(id)).toBe(true)
    expect(turn).toBeGreaterThan(10)
    const later = await readChanges(there, NOW + 24 * HOUR)
    const after = new Map(later.documents.map((each) => [each.erpId, each.description]))
    for (const id of changedMeanwhile) expect(after.get(id)).toMatch(/^Turn/)
  })

  it('loses nothing of a full run while documents come and go', async () => {
    const there = booksThere()
    const { books } = there
    for (let count = 0; count < 500; count++)
      books.addDocument({ type: 'bill', date: '2026-11-20', vendorId: '1', accountId: '9', lines: [] })
    const before = books.documents('bill').map(({ id }) => id)
    const removed = new Set<string>()
    const { documents, pages } = await readAll(there, { documents: 'BILL' }, '2020-01-01', () => {
      for (const id of before.slice(removed.size, removed.size + 30)) {
        books.removeDocument('bill', id)
        removed.add(id)
      }
    })
    expect(pages).toBeGreaterThan(2)
    const found = new Set(documents.map(({ erpId }) => erpId))
    for (const id of before) if (!removed.has(id)) expect(found.has(id)).toBe(true)
  })

  it('shows a document without lines that isn’t posted any more', async () => {
    const there = booksThere()
    const { books, wait } = there
    wait(HOUR)
    const [bill] = books.documents('bill')
    books.changeDocument('bill', bill?.id ?? '', { lines: [], taxMinor: 0, accountId: null })
    const { documents } = await readChanges(there, NOW)
    expect(documents.find(({ erpId }) => erpId === bill?.id)?.lines).toEqual([])
  })

  it('after two months everything is read again', async () => {
    const { access } = booksThere()
    const longAgo = new Date(NOW - 61 * 24 * HOUR).toISOString()
    expect(await netsuiteBooks.readChanges(access, longAgo, null)).toBeNull()
  })
})
