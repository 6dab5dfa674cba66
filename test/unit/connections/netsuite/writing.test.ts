import { afterEach, describe, expect, it, vi } from 'vitest'
import { type BooksEntryOf, booksEntry } from '../../../../schema/platform/accounting/entries.ts'
import type { ProviderError } from '../../../../worker/core/provider-error.ts'
import { netsuiteWriter } from '../../../../worker/integrations/netsuite/write.ts'
import { booksThere, readAll, type There } from './books-there.ts'
import { accountOf, bill, everyKind, failure, KEY, lineOf } from './entries-there.ts'

afterEach(() => vi.unstubAllGlobals())

const { create, find, update, remove, read, kinds } = netsuiteWriter

describe('writing into NetSuite', () => {
  it('every kind of entry is kept there as it was written', async () => {
    const there = booksThere()
    const entries = everyKind(there)
    expect(entries.map(({ kind }) => kind).sort()).toEqual([...kinds].sort())
    for (const [index, entry] of entries.entries()) {
      expect(booksEntry.parse(entry)).toEqual(entry)
      const key = `${KEY}${index}`
      const written = await create(there.access, key, entry)
      expect(written.url).toMatch(/^https:\/\/7654321-sb1\.app\.netsuite\.com\/app\/.+\?id=\d+$/)
      expect(written.version).toBeTruthy()
      expect(await read(there.access, entry.kind, written.erpId)).toEqual({ written, entry })
      expect(await find(there.access, key, entry)).toEqual(written)
    }
  })

  it('a bill is posted with its lines, department, location, class and due date', async () => {
    const there = booksThere()
    const { erpId } = await create(there.access, KEY, bill(there))
    const { documents } = await readAll(there, { documents: 'BILL' }, '2026-11-18')
    expect(documents.find((each) => each.erpId === erpId)).toMatchObject({
      ...{ number: 'INV-2026-11', date: '2026-11-18', entityErpId: '1', description: 'November' },
      lines: [
        { accountErpId: accountOf(there, 'Accounts payable'), debitMinor: -121_049 },
        {
          ...{ accountErpId: accountOf(there, 'Software:Security'), debitMinor: 120_050, departmentErpId: '1' },
          ...{ locationErpId: '2', classificationErpId: '3', vendorErpId: '1' },
        },
        { accountErpId: accountOf(there, 'Insurance'), debitMinor: 999 },
      ],
    })
    expect(there.books.document('bill', erpId)?.dueDate).toBe('2026-12-18')
  })

  it('texts that NetSuite has no room for are cut, and nothing is refused', async () => {
    const there = booksThere()
    const long = 'Zürich 🧾 '.repeat(1_000)
    const number = `INV-${'0'.repeat(50)}7`
    for (const [index, entry] of everyKind(there).entries()) {
      const texts = entry.kind === 'VENDOR' ? { name: `Quill\n${long}`, phone: '1'.repeat(40) } : { memo: long }
      const given = { ...entry, ...texts, ...('number' in entry && { number }) }
      const written = await create(there.access, `${KEY}${index}`, given)
      expect((await read(there.access, entry.kind, written.erpId))?.entry).toEqual(netsuiteWriter.kept?.(given))
      if (entry.kind === 'BILL') expect(written.number).toBe(`${'0'.repeat(44)}7`)
    }
  })

  it('a bill in another currency keeps its amounts and rate', async () => {
    const there = booksThere()
    const entry = bill(there, { currency: 'JPY', exchangeRate: '0.0067' })
    const { erpId } = await create(there.access, KEY, entry)
    expect(there.books.document('bill', erpId)).toMatchObject({ currency: 'JPY', exchangeRate: 0.0067 })
    expect((await read(there.access, 'BILL', erpId))?.entry).toEqual(entry)
  })

  it('custom fields, segments and amortization are written as NetSuite wants them', async () => {
    const there = booksThere()
    const fields = [
      { scriptId: 'custcol_grant', value: '2' },
      { scriptId: 'cseg_program', value: '1' },
    ]
    const amortization = { templateErpId: '1', startDay: '2026-12-01', endDay: '2027-11-30' }
    const line = { ...lineOf(accountOf(there, 'Insurance'), 100), fields, amortization }
    const entry = bill(there, { lines: [line], fields: [{ scriptId: 'custbody_projectcode', value: 'X-9' }] })
    const { erpId } = await create(there.access, KEY, entry)
    const kept = there.books.document('bill', erpId)?.extra.body as Record<string, { items: unknown[] }>
    expect(kept.custbody_projectcode).toBe('X-9')
    expect(kept.expense?.items[0]).toMatchObject({
      ...{ custcol_grant: { id: '2' }, cseg_program: { id: '1' }, amortizationSched: { id: '1' } },
      ...{ amortizStartDate: '2026-12-01', amortizationEndDate: '2027-11-30' },
    })
    expect((await read(there.access, 'BILL', erpId))?.entry).toEqual(entry)
  })

  it.each(['BILL', 'VENDOR_CREDIT', 'BILL_PAYMENT', 'TRANSFER', 'PURCHASE_ORDER', 'VENDOR'] as const)(
    'a lost answer to a new %s ends in one record there',
    async (kind) => {
      const there = booksThere()
      const entry = everyKind(there).find((each) => each.kind === kind)
      if (!entry) throw new Error('Every kind is there')
      const count = () =>
        there.books.list('vendor').length +
        (['bill', 'vendorCredit', 'billPayment', 'journalEntry', 'purchaseOrder'] as const).reduce(
          (sum, type) => sum + there.books.documents(type).length,
          0,
        )
      const before = count()
      expect(await find(there.access, KEY, entry)).toBeNull()
      there.netsuite.troubleOn('PUT', 'LOST')
      expect(await failure(create(there.access, KEY, entry))).toMatchObject({ isFinal: false })
      const found = await find(there.access, KEY, entry)
      expect(found).not.toBeNull()
      expect(await create(there.access, KEY, entry)).toEqual(found)
      expect(count()).toBe(before + 1)
    },
  )

  it('writing a bill again changes nothing that someone corrected there', async () => {
    const there = booksThere()
    const { erpId } = await create(there.access, KEY, bill(there))
    there.books.changeDocument('bill', erpId, { memo: 'Corrected by hand' })
    await create(there.access, KEY, bill(there))
    expect(there.books.document('bill', erpId)?.memo).toBe('Corrected by hand')
  })

  it('an update replaces the lines, and leaves what Outlay doesn’t write', async () => {
    const there = booksThere()
    const { erpId, version } = await create(there.access, KEY, bill(there))
    const kept = there.books.document('bill', erpId)?.extra.body as Record<string, unknown>
    kept.custbody_theirs = 'Theirs'
    there.wait(2000)
    const entry = bill(there, { memo: 'Mended', lines: [lineOf(accountOf(there, 'Insurance'), 4_200)] })
    const updated = await update(there.access, `${KEY}u`, erpId, version, entry)
    expect(updated.version).not.toBe(version)
    expect(there.books.document('bill', erpId)?.lines.map(({ debitMinor }) => debitMinor)).toEqual([4_200])
    expect(there.books.document('bill', erpId)?.extra).toMatchObject({ body: { custbody_theirs: 'Theirs' } })
  })

  it('an update of what someone changed meanwhile is refused, unless it was our own', async () => {
    const there = booksThere()
    const { erpId, version } = await create(there.access, KEY, bill(there))
    const entry = bill(there, { memo: 'Mended' })
    there.wait(2000)
    there.netsuite.troubleOn('PATCH', 'LOST')
    expect(await failure(update(there.access, KEY, erpId, version, entry))).toMatchObject({ isFinal: false })
    const again = await update(there.access, KEY, erpId, version, entry)
    expect(again.version).not.toBe(version)
    there.wait(2000)
    const body = there.books.document('bill', erpId)?.extra.body as object
    there.books.changeDocument('bill', erpId, { extra: { body: { ...body, memo: 'Theirs' } } })
    expect(await failure(update(there.access, KEY, erpId, again.version, bill(there)))).toMatchObject({
      ...{ isFinal: true, reason: 'STALE' },
    })
  })

  it('a payment’s update takes away the bills that it no longer pays', async () => {
    const there = booksThere()
    const [first, second] = there.books.documents('bill').map(({ id }) => id)
    const entry = everyKind(there).find(({ kind }) => kind === 'BILL_PAYMENT') as BooksEntryOf<'BILL_PAYMENT'>
    const { erpId, version } = await create(there.access, KEY, entry)
    expect(entry.bills[0]?.erpId).toBe(first)
    const bills = [{ erpId: second ?? '', amountMinor: 700 }]
    await update(there.access, KEY, erpId, version, { ...entry, bills })
    expect((await read(there.access, 'BILL_PAYMENT', erpId))?.entry).toMatchObject({ bills })
  })

  it('removing is for good, twice is fine, and a vendor becomes inactive', async () => {
    const there = booksThere()
    const made = await create(there.access, KEY, bill(there))
    await remove(there.access, KEY, 'BILL', made.erpId, made.version)
    await remove(there.access, KEY, 'BILL', made.erpId, made.version)
    expect(await read(there.access, 'BILL', made.erpId)).toBeNull()
    const { version = null } = (await read(there.access, 'VENDOR', '4'))?.written ?? {}
    await remove(there.access, KEY, 'VENDOR', '4', version)
    await remove(there.access, KEY, 'VENDOR', '4', version)
    expect(there.books.find('vendor', '4')?.isActive).toBe(false)
  })

  it('removing what someone changed meanwhile is refused', async () => {
    const there = booksThere()
    const { erpId, version } = await create(there.access, KEY, bill(there))
    there.wait(5000)
    there.books.changeDocument('bill', erpId, { memo: 'Theirs' })
    expect(await failure(remove(there.access, KEY, 'BILL', erpId, version))).toMatchObject({ reason: 'STALE' })
    expect(there.books.document('bill', erpId)).toBeDefined()
  })
})

describe('what NetSuite doesn’t take', () => {
  it.each<[string, (there: There) => Partial<BooksEntryOf<'BILL'>>, string, RegExp]>([
    [
      'a closed period',
      () => ({ date: '2026-07-15' }),
      'CLOSED_PERIOD',
      /period of Jul 15, 2026 is closed in NetSuite\.$/,
    ],
    [
      'a vendor that is gone',
      () => ({ vendorErpId: '99999' }),
      'BAD_REFERENCE',
      /deleted or is inactive in NetSuite\. Choose.+entity/,
    ],
    ['an account that is gone', () => ({ lines: [lineOf('99999', 1)] }), 'BAD_REFERENCE', /account/],
    ['no subsidiary', () => ({ entityErpId: null }), 'BAD_REFERENCE', /needs a subsidiary.+mapped/],
    [
      'a vendor of another subsidiary',
      ({ books }) => {
        books.change('vendor', '1', { entityIds: ['1'] })
        return { entityErpId: '2' }
      },
      'BAD_REFERENCE',
      /isn’t available in this subsidiary\. Add the subsidiary/,
    ],
    ['a currency that isn’t there', () => ({ currency: 'ILS' }), 'BAD_REFERENCE', /no currency ILS\. Add it there/],
  ])('%s is said in words, with what to do', async (_, rest, reason, words) => {
    const there = booksThere()
    const error = await failure(create(there.access, KEY, bill(there, rest(there))))
    expect(error).toMatchObject({ isFinal: true, reason })
    expect(error.message).toMatch(words)
    expect(await find(there.access, KEY, bill(there))).toBeNull()
  })

  it('a vendor’s name that is taken is a duplicate', async () => {
    const there = booksThere()
    const [vendor] = there.books.list('vendor')
    const entry = { kind: 'VENDOR' as const, name: vendor?.name ?? '', email: null, phone: null }
    const error = await failure(create(there.access, KEY, { ...entry, currency: null, entityErpId: '1' }))
    expect(error).toMatchObject({ isFinal: true, reason: 'DUPLICATE' })
    expect(error.message).toMatch(/change the name/)
  })

  it('a full pool or a failure there is tried again, and makes one bill', async () => {
    const there = booksThere()
    const before = there.books.documents('bill').length
    for (const trouble of ['BUSY', 'FAILED', 'CUT', 'LOST'] as const) {
      there.netsuite.troubleOn('PUT', trouble)
      await create(there.access, KEY, bill(there)).catch((error: ProviderError) => expect(error.isFinal).toBe(false))
    }
    await create(there.access, KEY, bill(there))
    expect(there.books.documents('bill').length).toBe(before + 1)
  })

  it('an update of what was deleted there says so', async () => {
    const there = booksThere()
    const { erpId, version } = await create(there.access, KEY, bill(there))
    there.books.removeDocument('bill', erpId)
    expect(await failure(update(there.access, KEY, erpId, version, bill(there)))).toMatchObject({
      ...{ isFinal: true, message: 'This was deleted in NetSuite.' },
    })
  })
})
