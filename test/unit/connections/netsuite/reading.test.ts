import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BOOK_KINDS, bookDocument, bookObject, DOCUMENT_KINDS } from '../../../../schema/platform/accounting/books.ts'
import { netsuiteBooks } from '../../../../worker/integrations/netsuite/books.ts'
import { booksThere, readAll, type There } from './books-there.ts'

afterEach(() => vi.unstubAllGlobals())

const find = async (there: There, kind: (typeof BOOK_KINDS)[number], name: string) =>
  (await readAll(there, { kind })).objects.find((each) => each.name === name)

describe('reading NetSuite’s objects', () => {
  it('every kind is read, each object once and as the contract says', async () => {
    const there = booksThere()
    const { books } = there
    const counts: Record<string, number> = {}
    for (const kind of BOOK_KINDS) {
      const { objects } = await readAll(there, { kind })
      for (const each of objects) expect(bookObject.parse(each)).toEqual(each)
      expect(new Set(objects.map(({ erpId }) => erpId)).size).toBe(objects.length)
      counts[kind] = objects.length
    }
    const of = (kind: Parameters<typeof books.list>[0]) => books.list(kind).length
    expect(counts).toEqual({
      ...{ CURRENCY: of('currency'), ENTITY: of('entity'), ACCOUNT: of('account'), ITEM: of('item') },
      ...{ DEPARTMENT: of('department'), LOCATION: of('location'), CLASSIFICATION: of('class') },
      ...{ VENDOR: of('vendor'), TAX_CODE: of('taxCode'), ACCOUNTING_PERIOD: of('period') },
      ...{ AMORTIZATION_TEMPLATE: of('amortizationTemplate'), CUSTOM_FIELD: of('customField') },
      CUSTOM_SEGMENT: of('customSegment'),
    })
  })

  it('reads accounts by their full names, with number, type and the group’s own name', async () => {
    expect(await find(booksThere(), 'ACCOUNT', 'Travel:Hotels')).toMatchObject({
      ...{ number: '6402', accountType: 'OPEX', classification: 'Expense', isActive: true, currency: 'USD' },
    })
  })

  it.each([
    ['Components', 'COGS', 'Cost of Goods Sold'],
    ['Robot sales', 'REVENUE', 'Income'],
    ['Research grants', 'OTHER_INCOME', 'Other Income'],
    ['Interest paid', 'OTHER_EXPENSE', 'Other Expense'],
    ['Checking', 'OTHER', 'Bank'],
    ['Accounts payable', 'OTHER', 'Accounts Payable'],
  ])('the type of the account %s is known', async (name, accountType, classification) => {
    expect(await find(booksThere(), 'ACCOUNT', name)).toMatchObject({ accountType, classification })
  })

  it('reads vendors with their subsidiaries, and never their bank details', async () => {
    const there = booksThere()
    const [first] = there.books.list('vendor')
    const { objects } = await readAll(there, { kind: 'VENDOR' })
    expect(objects[0]).toMatchObject({
      ...{ erpId: first?.id, name: first?.name, isActive: true },
      details: { entityErpIds: first?.entityIds, status: 'ACTIVE', createdAt: expect.stringMatching(/^2021-01-0\dT/) },
    })
    const text = JSON.stringify(objects)
    for (const { bankAccountNumber } of there.books.list('vendor')) expect(text).not.toContain(bankAccountNumber)
    expect(there.netsuite.asked.join(' ')).not.toMatch(/bank/i)
  })

  it('an inactive vendor is read as inactive', async () => {
    const there = booksThere()
    there.books.change('vendor', '3', { isActive: false })
    const { objects } = await readAll(there, { kind: 'VENDOR' })
    expect(objects.find(({ erpId }) => erpId === '3')).toMatchObject({
      ...{ isActive: false, details: { status: 'INACTIVE' } },
    })
  })

  it('reads periods as days that no time zone shifts', async () => {
    expect(await find(booksThere(), 'ACCOUNTING_PERIOD', 'Nov 2026')).toMatchObject({
      details: {
        ...{ startDay: '2026-11-01', endDay: '2026-11-30', isPosting: true, isQuarter: false, isYear: false },
        isClosed: false,
      },
    })
  })

  it('reads custom fields by script id, and custom segments with their values', async () => {
    const there = booksThere()
    expect(await find(there, 'CUSTOM_FIELD', 'Grant')).toMatchObject({
      details: { scriptId: 'custcol_grant', type: 'COLUMN', valueType: 'List/Record' },
    })
    expect(await find(there, 'CUSTOM_SEGMENT', 'Product line')).toMatchObject({
      details: {
        scriptId: 'cseg_productline',
        options: [
          { erpId: '1', name: 'Arms' },
          { erpId: '2', name: 'Grippers' },
          { erpId: '3', name: 'Software' },
        ],
      },
    })
  })

  it('leaves out what the account doesn’t have, but not what every account has', async () => {
    const there = booksThere()
    for (const each of ['amortizationtemplate', 'department', 'account']) there.netsuite.hidden.add(each)
    expect((await readAll(there, { kind: 'AMORTIZATION_TEMPLATE' })).objects).toEqual([])
    expect((await readAll(there, { kind: 'DEPARTMENT' })).objects).toEqual([])
    await expect(readAll(there, { kind: 'ACCOUNT' })).rejects.toMatchObject({
      ...{ isFinal: true, message: expect.stringContaining("Record 'account' was not found.") },
    })
  })
})

describe('reading NetSuite’s documents', () => {
  it('balances each document in its subsidiary’s own currency, and misses none', async () => {
    const there = booksThere()
    const { books } = there
    const kinds: Record<string, number> = {}
    for (const documents of DOCUMENT_KINDS) {
      const read = await readAll(there, { documents })
      for (const each of read.documents) {
        expect(bookDocument.parse(each)).toEqual(each)
        expect(each.lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)).toBe(0)
        expect(each.currency).toBe(books.find('entity', each.entityErpId)?.currency)
      }
      kinds[documents] = read.documents.length
    }
    const of = (type: Parameters<typeof books.documents>[0]) => books.documents(type).length
    expect(kinds).toEqual({
      ...{ BILL: of('bill'), PURCHASE: of('purchase'), VENDOR_CREDIT: of('vendorCredit'), DEPOSIT: of('deposit') },
      ...{ JOURNAL_ENTRY: of('journalEntry'), INVOICE: of('invoice'), SALES_RECEIPT: of('salesReceipt') },
      ...{ CREDIT_MEMO: of('creditMemo'), REFUND: of('refund'), OTHER: 0 },
    })
    expect(of('bill')).toBeGreaterThan(10)
  })

  it('posts whatever amounts, rates and taxes so that nothing is left', async () => {
    const there = booksThere()
    const { books } = there
    const [, second] = books.list('entity')
    const line = { itemId: null, memo: 'x', vendorId: null, departmentId: null, locationId: null, classId: null }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -9_999_999, max: 9_999_999 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 900_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        async (amounts, rate, taxMinor) => {
          const made = books.addDocument({
            ...{ type: 'bill', date: '2026-11-19', vendorId: '1', accountId: '9', taxMinor, currency: 'GBP' },
            ...{ exchangeRate: rate / 100_000, entityId: second?.id ?? '' },
            lines: amounts.map((debitMinor, index) => ({
              ...{ ...line, id: String(index + 1), accountId: '40', debitMinor, taxCodeId: null },
            })),
          })
          const { documents } = await readAll(there, { documents: 'BILL' }, '2026-11-19')
          const read = documents.find(({ erpId }) => erpId === made.id)
          expect(read?.currency).toBe(second?.currency)
          expect(read?.lines.length).toBe(amounts.length + 1 + (taxMinor > 0 ? 1 : 0))
          expect(read?.lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)).toBe(0)
          books.removeDocument('bill', made.id)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('reads a bill with its lines, debits positive, and where to open it', async () => {
    const there = booksThere()
    const { books } = there
    const own = { itemId: null, vendorId: null, locationId: null, taxCodeId: null }
    const made = books.addDocument({
      ...{ type: 'bill', number: 'INV-77', date: '2026-11-20', memo: 'Whole bill', vendorId: '2', accountId: '9' },
      lines: [
        { ...own, id: '1', accountId: '40', debitMinor: 12_345, memo: 'Seats', departmentId: '1', classId: '2' },
        { ...own, id: '2', accountId: '41', debitMinor: -345, memo: 'Rebate', departmentId: null, classId: null },
      ],
    })
    const { documents } = await readAll(there, { documents: 'BILL' }, '2026-11-20')
    const nothing = { itemErpId: null, locationErpId: null, vendorErpId: '2' }
    expect(documents.find(({ erpId }) => erpId === made.id)).toEqual({
      ...{ kind: 'BILL', erpId: made.id, number: 'INV-77', date: '2026-11-20', entityErpId: '1', currency: 'USD' },
      description: 'Whole bill',
      url: `https://7654321-sb1.app.netsuite.com/app/accounting/transactions/vendbill.nl?id=${made.id}`,
      lines: [
        {
          ...{ ...nothing, lineErpId: '0', accountErpId: '9', debitMinor: -12_000, memo: 'Whole bill' },
          ...{ departmentErpId: null, classificationErpId: null },
        },
        {
          ...{ ...nothing, lineErpId: '1', accountErpId: '40', debitMinor: 12_345, memo: 'Seats' },
          ...{ departmentErpId: '1', classificationErpId: '2' },
        },
        {
          ...{ ...nothing, lineErpId: '2', accountErpId: '41', debitMinor: -345, memo: 'Rebate' },
          ...{ departmentErpId: null, classificationErpId: null },
        },
      ],
    })
  })

  it('never takes a customer for a vendor', async () => {
    const there = booksThere()
    const { documents } = await readAll(there, { documents: 'INVOICE' })
    expect(documents.length).toBeGreaterThan(0)
    for (const { lines } of documents) for (const { vendorErpId } of lines) expect(vendorErpId).toBeNull()
  })

  it('reads only documents of the day and later', async () => {
    const { documents } = await readAll(booksThere(), { documents: 'BILL' }, '2026-11-01')
    expect(documents.length).toBeGreaterThan(0)
    for (const { date } of documents) expect(date >= '2026-11-01').toBe(true)
  })

  it('reads a document of thousands of lines whole, and those around it', async () => {
    const there = booksThere()
    const line = { itemId: null, memo: '', vendorId: null, departmentId: null, locationId: null, classId: null }
    const make = (count: number) =>
      there.books.addDocument({
        ...{ type: 'journalEntry', date: '2026-11-20' },
        lines: Array.from({ length: count }, (_, index) => ({
          ...{ ...line, id: String(index + 1), taxCodeId: null, accountId: '40' },
          debitMinor: index % 2 === 0 ? 100 : -100,
        })),
      })
    const made = [4, 2600, 2, 998, 6].map(make)
    const { documents, pages } = await readAll(there, { documents: 'JOURNAL_ENTRY' }, '2026-11-20')
    for (const { id, lines } of made)
      expect(documents.filter(({ erpId }) => erpId === id).map((each) => each.lines.length)).toEqual([lines.length])
    expect(pages).toBeGreaterThan(2)
  })

  it('reads an account without subsidiaries in its base currency', async () => {
    const there = booksThere({}, { hasSubsidiaries: false })
    expect(await netsuiteBooks.probe(there.access)).toEqual({ name: '7654321_SB1', currency: 'USD' })
    expect((await readAll(there, { kind: 'ENTITY' })).objects).toEqual([])
    const { objects } = await readAll(there, { kind: 'VENDOR' })
    expect(objects[0]?.details).not.toHaveProperty('entityErpIds')
    const { documents } = await readAll(there, { documents: 'PURCHASE' }, '2026-11-01')
    expect(documents[0]).toMatchObject({ entityErpId: null, currency: 'USD' })
  })

  it('a probe names the company and the currency of its books', async () => {
    expect(await netsuiteBooks.probe(booksThere().access)).toEqual({
      name: 'Brightwater Robotics, Inc.',
      currency: 'USD',
    })
  })
})
