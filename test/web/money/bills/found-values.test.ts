import { describe, expect, it } from 'vitest'
import type { Entity, EntityType, InvoiceValue } from '../../../../schema/documents/reading/readings.ts'
import { NOTHING_LEARNED, type Reader } from '../../../../schema/money/invoice-reading/interpret.ts'
import { type BillValues, nextLine } from '../../../../web/features/money/bills/form-values.ts'
import {
  filledFrom,
  foundIn as foundOf,
  hasLines,
  refilledFrom,
  saidIn,
} from '../../../../web/features/money/bills/found-values.ts'

const entity = (
  type: EntityType,
  mentionText: string,
  properties: Record<string, string>,
  confidence = 0.9,
): Entity => ({
  ...{ type, mentionText, confidence, contradicted: false, pageAnchor: { pageRefs: [{ page: 1 }] } },
  properties: Object.entries(properties).map(([of, value]) => ({ type: of, value })),
})

const read = (text: string, entities: Entity[]) => ({
  entities,
  invoiceValues: [] as InvoiceValue[],
  pages: [{ page: 1, text }],
})
const READER: Reader = { ownNames: [], currency: 'USD', lessons: NOTHING_LEARNED }
const foundIn = (from: ReturnType<typeof read>) => foundOf(from, READER)

const BLANK: BillValues = {
  ...{ createdById: 'me', isNewVendor: false, erpVendorId: null, newErpVendorName: '', newErpVendorEmail: '' },
  ...{
    shouldCreateVendor: false,
    isAnotherVendor: false,
    ownerId: null,
    invoiceId: 'i',
    erpEntityId: null,
    invoiceNumber: '',
  },
  ...{ invoiceDate: null, dueDate: null, currency: 'USD', totalAmount: null, isCredit: false, description: '' },
  ...{ accountingPeriodId: null, erpTaxCodeId: null, erpAmortizationTemplateId: null, amortizationStartDate: null },
  ...{
    amortizationEndDate: null,
    fields: {},
    spendRequestId: null,
    intakeSubmissionId: null,
    purchaseOrderId: null,
    watcherIds: [],
  },
  ...{ duplicateReason: '', lines: [nextLine([])] },
}

const line = (description: string, amount: number): InvoiceValue => ({
  ...{ kind: 'LINE', mentionText: description, pageAnchor: { pageRefs: [{ page: 1 }] } },
  properties: { description, amount: String(amount), quantity: '', unitPrice: '' },
})
const field = (label: string, value: string): InvoiceValue => ({
  ...{ kind: 'FIELD', mentionText: value, pageAnchor: { pageRefs: [{ page: 1 }] }, properties: { label } },
})
const laidOut = (...invoiceValues: InvoiceValue[]) => ({ ...read('', []), invoiceValues })

describe('what a vendor wrote with an invoice in the portal', () => {
  const SENT = {
    ...{ vendor: { id: 'v', name: 'Kestrel' }, invoiceNumber: 'K-1', invoiceDate: '2026-11-02', message: 'Hello' },
    ...{ totalAmount: { value: 500, currency: 'EUR' as const }, purchaseOrder: { id: 'o', number: 'PO-1' } },
  }

  it('it fills in what is blank', () => {
    expect(saidIn(BLANK, SENT)).toMatchObject({
      ...{ invoiceNumber: 'K-1', invoiceDate: '2026-11-02', purchaseOrderId: 'o', totalAmount: 500, currency: 'EUR' },
      lines: [{ amount: 500 }],
    })
  })

  it('what was read or typed stays, with its currency', () => {
    const values = { ...BLANK, invoiceNumber: 'Read', invoiceDate: '2026-10-01', totalAmount: 700 }
    expect(saidIn(values, SENT)).toEqual({ ...values, purchaseOrderId: 'o' })
  })

  it('without anything said, nothing changes', () => {
    const silent = { ...SENT, invoiceNumber: null, invoiceDate: null, totalAmount: null, purchaseOrder: null }
    expect([saidIn(BLANK, silent), saidIn(BLANK, null)]).toEqual([BLANK, BLANK])
  })
})

describe('the lines of an invoice', () => {
  it('fill in the bill with the tax that makes the total', () => {
    const found = foundIn(
      laidOut(field('Total', '$120.00'), field('Tax', '$20.00'), line('Seats', 60), line('Desks', 40)),
    )
    expect(found.difference).toBe(0)
    expect(hasLines(BLANK, found)).toBe(false)
    // Then they are offered no more.
    expect(hasLines(filledFrom(BLANK, found, null), found)).toBe(true)
    expect(filledFrom(BLANK, found, null).lines.map(({ memo, amount }) => [memo, amount])).toEqual([
      ['Seats', 6_000],
      ['Desks', 4_000],
      ['Tax', 2_000],
    ])
  })

  it('lines that don’t make the total leave one line with it, and say the difference', () => {
    const found = foundIn(laidOut(field('Total', '$120.00'), line('Seats', 60), line('Desks', 40)))
    expect(found.difference).toBe(2_000)
    expect(filledFrom(BLANK, found, null).lines.map(({ memo, amount }) => [memo, amount])).toEqual([['', 12_000]])
  })

  it('what another vendor’s lessons read otherwise is replaced, and what someone typed stays', () => {
    const values = laidOut(field('Our sign', 'BX-1'), field('Invoice number', '77'), field('Date', '03/04/2026'))
    const former = foundIn(values)
    const lessons = { labels: { invoiceNumber: 'our sign' }, dateOrder: 'DMY' as const }
    const found = foundOf(values, { ...READER, lessons })
    const filled = filledFrom(BLANK, former, null)
    expect(filled).toMatchObject({ invoiceNumber: '77', invoiceDate: '2026-03-04' })
    expect(refilledFrom(filled, former, found)).toMatchObject({ invoiceNumber: 'BX-1', invoiceDate: '2026-04-03' })
    const typed = { ...filled, invoiceNumber: 'MINE', invoiceDate: '2026-01-01' }
    expect(refilledFrom(typed, former, found)).toMatchObject({ invoiceNumber: 'MINE', invoiceDate: '2026-01-01' })
  })
})

describe('what is read in an invoice', () => {
  it('the word before a date says whether it is due then', () => {
    const found = foundIn(
      read('Invoice date: November 3, 2026\nDue date: December 3, 2026', [
        entity('DATE', 'November 3, 2026', { date: '2026-11-03' }),
        entity('DATE', 'December 3, 2026', { date: '2026-12-03' }),
      ]),
    )
    expect([found.invoiceDate?.value, found.dueDate?.value]).toEqual(['2026-11-03', '2026-12-03'])
  })

  it('days to pay count from the invoice date, if no due date is written', () => {
    const found = foundIn(
      read('Date: November 3, 2026. Net 30', [
        entity('DATE', 'November 3, 2026', { date: '2026-11-03' }),
        entity('PAYMENT_TERM', 'Net 30', { paymentTerm: 'NET_30' }),
      ]),
    )
    expect(found.dueDate?.value).toBe('2026-12-03')
  })

  it('the days of a service are no invoice date', () => {
    const found = foundIn(
      read('Service period October 1, 2026', [entity('DATE', 'October 1, 2026', { date: '2026-10-01' })]),
    )
    expect(found.invoiceDate).toBeUndefined()
  })

  it('the company that is billed is not the vendor', () => {
    const found = foundIn(
      read('', [
        entity('PARTY', 'Brightwater', { name: 'Brightwater', role: 'bill to' }, 0.99),
        entity('PARTY', 'Acme', { name: 'Acme', role: 'from' }, 0.8),
      ]),
    )
    expect(found.vendorName?.value).toBe('Acme')
  })

  it('what someone typed stays, and what is blank is filled in', () => {
    const found = foundIn(
      read('', [
        entity('INVOICE_NUMBER', 'INV-1', { number: 'INV-1' }),
        entity('TOTAL_AMOUNT', '€ 12.50', { value: '1250', currency: 'EUR' }),
      ]),
    )
    const filled = filledFrom(BLANK, found, 'vendor')
    expect(filled).toMatchObject({ invoiceNumber: 'INV-1', totalAmount: 1250, currency: 'EUR', erpVendorId: 'vendor' })
    expect(filled.lines.map(({ amount }) => amount)).toEqual([1250])
    const typed = { ...BLANK, invoiceNumber: 'X', totalAmount: 7, erpVendorId: 'mine' }
    expect(filledFrom(typed, found, 'vendor')).toMatchObject({
      ...{ invoiceNumber: 'X', totalAmount: 7, currency: 'USD', erpVendorId: 'mine' },
    })
  })
})
