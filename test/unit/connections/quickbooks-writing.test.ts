import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BooksEntry, type BooksEntryOf, booksEntry } from '../../../schema/platform/accounting/entries.ts'
import { quickbooksWriter as writer } from '../../../worker/integrations/quickbooks/write.ts'
import { connectedAccount, type QuickbooksAccount, REALM } from '../../support/worker/quickbooks-account.ts'

const before = globalThis.fetch
let account: QuickbooksAccount
beforeEach(async () => {
  account = await connectedAccount()
})
afterEach(() => {
  globalThis.fetch = before
})

const key = () => crypto.randomUUID()
const create = (entry: BooksEntry, id = key()) => writer.create(account.access, id, entry)

const line = {
  ...{ accountErpId: '53', itemErpId: null, amountMinor: 12_345, memo: 'Seats', departmentErpId: null },
  ...{ locationErpId: '2', classificationErpId: '3', taxCodeErpId: '2', amortization: null, fields: [] },
}
const bill: BooksEntryOf<'BILL'> = {
  ...{ kind: 'BILL', entityErpId: REALM, currency: 'USD', exchangeRate: '1', date: '2026-11-18', memo: 'March seats' },
  ...{ vendorErpId: '1', number: 'INV-9', departmentErpId: null, locationErpId: '2', classificationErpId: null },
  ...{ fields: [], dueDate: '2026-12-18', payablesAccountErpId: '18', periodErpId: null },
  lines: [line, { ...line, accountErpId: null, itemErpId: '4', amountMinor: 55, memo: '' }],
}
const payment = (erpId: string): BooksEntry => ({
  ...{ kind: 'BILL_PAYMENT', entityErpId: REALM, currency: 'USD', exchangeRate: '1', date: '2026-11-19', memo: '' },
  ...{ vendorErpId: '1', number: 'PAY-1', fromAccountErpId: '1', payablesAccountErpId: null },
  bills: [{ erpId, amountMinor: 12_400 }],
})
const transfer: BooksEntry = {
  ...{ kind: 'TRANSFER', entityErpId: REALM, currency: 'USD', exchangeRate: '1', date: '2026-11-19', memo: 'Load' },
  ...{ fromAccountErpId: '1', toAccountErpId: '2', amountMinor: 500_000 },
}
const vendor: BooksEntry = {
  ...{ kind: 'VENDOR', name: 'Quill & Sons', email: 'bills@quill.example', phone: null, currency: 'USD' },
  entityErpId: REALM,
}
const { dueDate: _, periodErpId: __, ...ordered } = bill
const order: BooksEntry = { ...ordered, kind: 'PURCHASE_ORDER', number: 'PO-1' }
const credit: BooksEntry = { ...bill, kind: 'VENDOR_CREDIT', number: 'CR-1', dueDate: null }

describe('writing', () => {
  it('every kind of entry is kept there as it was sent, and is read back the same', async () => {
    const { erpId } = await create(bill)
    for (const entry of [{ ...bill, number: 'INV-10' }, credit, payment(erpId), transfer, order, vendor]) {
      booksEntry.parse(entry)
      const written = await create(entry)
      expect(written).toMatchObject({ version: '0', url: expect.stringContaining(`=${written.erpId}`) })
      const found = await writer.read(account.access, entry.kind, written.erpId)
      expect(found).toEqual({ written, entry })
    }
  })

  it('a credit lowers what is owed, and a bill raises it', async () => {
    const [debit, back] = [await create(bill), await create(credit)]
    const { books } = account
    expect(books.document('bill', debit.erpId)?.lines.map(({ debitMinor }) => debitMinor)).toEqual([12_345, 55])
    expect(books.document('vendorCredit', back.erpId)?.lines[0]?.debitMinor).toBe(-12_345)
  })

  it('the same key again makes nothing new and answers the same', async () => {
    const [id, count] = [key(), account.books.documents('bill').length]
    const first = await create(bill, id)
    expect(await create(bill, id)).toEqual(first)
    expect(account.books.documents('bill')).toHaveLength(count + 1)
  })

  it('an entry whose answer was lost is found by its key, and only by it', async () => {
    for (const entry of [bill, transfer, credit, order]) {
      const id = key()
      account.instead = async (request, answer) => {
        await answer(request)
        return new Response('', { status: 504 })
      }
      await expect(create(entry, id)).rejects.toMatchObject({ isFinal: false })
      account.instead = null
      const found = await writer.find(account.access, id, entry)
      expect(found).toMatchObject({ version: '0' })
      expect(await writer.find(account.access, key(), entry)).toBeNull()
    }
  })

  it('a bill that someone else entered with the same number is not taken for ours', async () => {
    account.books.addDocument({ type: 'bill', date: '2026-11-18', number: 'INV-9', vendorId: '1', lines: [] })
    expect(await writer.find(account.access, key(), bill)).toBeNull()
    await expect(create(bill)).rejects.toMatchObject({ isFinal: true, reason: 'DUPLICATE' })
  })

  it('a vendor is found by its name, and a second one with it is refused', async () => {
    const { erpId } = await create(vendor)
    expect(await writer.find(account.access, key(), vendor)).toMatchObject({ erpId, number: 'Quill & Sons' })
    await expect(create(vendor)).rejects.toThrow('with this name already. Choose another name.')
  })

  it('an update changes what Outlay writes and raises the version', async () => {
    const { erpId, version } = await create(bill)
    const changed = { ...bill, memo: 'April seats', lines: [line] }
    const written = await writer.update(account.access, key(), erpId, version, changed)
    expect(written.version).toBe('1')
    expect((await writer.read(account.access, 'BILL', erpId))?.entry).toEqual(changed)
  })

  it('an update whose answer was lost is not made twice', async () => {
    const { erpId, version } = await create(bill)
    const id = key()
    await writer.update(account.access, id, erpId, version, { ...bill, memo: 'April seats' })
    expect(await writer.update(account.access, id, erpId, version, { ...bill, memo: 'April seats' })).toMatchObject({
      version: '1',
    })
    expect(account.books.document('bill', erpId)?.version).toBe(1)
  })

  it('an update after someone changed it there is refused with the day, and changes nothing', async () => {
    const { erpId, version } = await create(bill)
    account.now += 86_400_000
    account.books.changeDocument('bill', erpId, { memo: 'By hand' })
    const update = writer.update(account.access, key(), erpId, version, bill)
    await expect(update).rejects.toMatchObject({ isFinal: true, reason: 'STALE' })
    await expect(update).rejects.toThrow('Someone changed this in QuickBooks on Nov 21, 2026')
    expect(account.books.document('bill', erpId)?.memo).toBe('By hand')
  })

  it('a change that comes between reading and writing is refused as well', async () => {
    const { erpId, version } = await create(vendor)
    account.books.change('vendor', erpId, { phone: '1' })
    const update = writer.update(account.access, key(), erpId, version, {
      ...vendor,
      email: 'new@quill.example',
    } as never)
    await expect(update).rejects.toMatchObject({ reason: 'STALE' })
  })

  it('what is removed is gone there, and removing it again is fine', async () => {
    const { erpId, version } = await create(bill)
    await writer.remove(account.access, key(), 'BILL', erpId, version)
    expect(await writer.read(account.access, 'BILL', erpId)).toBeNull()
    await writer.remove(account.access, key(), 'BILL', erpId, version)
    const made = await create(vendor)
    await writer.remove(account.access, key(), 'VENDOR', made.erpId, made.version)
    expect(account.books.find('vendor', made.erpId)?.isActive).toBe(false)
  })

  it('a closed period, a missing account and an inactive vendor are refused in words', async () => {
    await expect(create({ ...bill, date: '2026-08-10' })).rejects.toMatchObject({
      isFinal: true,
      reason: 'CLOSED_PERIOD',
    })
    const nowhere = { ...bill, number: 'X', lines: [{ ...line, accountErpId: '99999' }] }
    await expect(create(nowhere)).rejects.toMatchObject({ isFinal: true, reason: 'BAD_REFERENCE' })
    account.books.change('vendor', '1', { isActive: false })
    await expect(create(bill)).rejects.toThrow('deleted or inactive in QuickBooks')
  })

  it('a number without room keeps its end, and is whole in the note', async () => {
    const id = key()
    const long = { ...bill, number: 'INVOICE-2026-11-20-0001' }
    await create(long, id)
    const found = await writer.find(account.access, id, long)
    expect(found).toMatchObject({ number: 'VOICE-2026-11-20-0001' })
    const there = await writer.read(account.access, 'BILL', found?.erpId ?? '')
    expect(there?.entry).toMatchObject({ memo: 'Number: INVOICE-2026-11-20-0001\nMarch seats' })
    expect(there?.entry).toEqual(writer.kept?.(long))
  })

  it('every text is cleaned and has room, so nothing is refused for one character', async () => {
    const long = 'Zürich 🧾 '.repeat(1_000)
    const odd = { ...line, memo: `${long}\u0007`, fields: [] }
    const texts: BooksEntry[] = [
      { ...bill, number: `A\n${'9'.repeat(40)}`, memo: long, lines: [odd], fields: [{ scriptId: '1', value: long }] },
      { ...transfer, memo: long },
      { ...vendor, name: `Quill:\tSons\n${long}`, email: `${'q'.repeat(100)}@quill.example`, phone: '1'.repeat(31) },
    ]
    for (const entry of texts) {
      const written = await create(entry)
      expect((await writer.read(account.access, entry.kind, written.erpId))?.entry).toEqual(writer.kept?.(entry))
    }
    expect(writer.kept?.(texts[2] ?? vendor)).toMatchObject({ email: null, phone: null })
  })

  it('quotes and backslashes in a number find the document', async () => {
    const id = key()
    const odd = { ...bill, number: `O'Neil\\7` }
    await create(odd, id)
    expect(await writer.find(account.access, id, odd)).toMatchObject({ number: `O'Neil\\7` })
  })
})
