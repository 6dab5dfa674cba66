import { describe, expect, it } from 'vitest'
import type { Bill } from '../../../../schema/money/bills/endpoints.ts'
import type { BillFormValues } from '../../../../schema/money/bills/form-endpoints.ts'
import {
  areBillValues,
  type BillValues,
  bodyOf,
  emptyValues,
  missingOf,
  withCurrency,
  withInvoiceDate,
  withTotal,
} from '../../../../web/features/money/bills/form-values.ts'
import { fromLatest, givenByLatest, withLines } from '../../../../web/features/money/bills/taken-values.ts'

const OPTIONS: BillFormValues = {
  ...{ needsAccounts: true, needsEntity: true, hasAccounts: true, hasDepartments: false, hasClasses: false },
  ...{
    entities: [],
    accountingPeriods: [],
    taxCodes: [],
    amortizationTemplates: [],
    customFields: [],
    lineCustomFields: [],
  },
  ...{ customSegments: [], currencies: [{ id: 'erp-eur', symbol: 'EUR' }] },
}
const EMPTY = emptyValues({ userId: 'me', currency: 'USD', options: OPTIONS })

const line = (id: string, memo: string, account: string, value: number) => ({
  ...{ id, memo, amount: { value, currency: 'EUR' }, erpAccount: { id: account, name: account } },
  ...{ erpClassification: null, erpDepartmentMapping: null, erpTaxCode: null, erpAmortizationTemplate: null },
  ...{ amortizationStartDate: '2026-01-01', amortizationEndDate: '2026-12-31' },
  ...{ erpCustomFieldValues: [], customSegments: [] },
})
const LATEST = {
  ...{ id: 'b', requestor: { id: 'x' }, erpVendorId: 'v', invoice: { id: 'old' }, erpEntityId: 'us' },
  ...{ invoiceNumber: 'OLD', invoiceDate: '2026-10-01', dueDate: '2026-10-31', description: 'Hosting' },
  ...{ totalAmount: { value: 900, currency: 'EUR' }, isCredit: false, accountingPeriodId: null, erpTaxCode: null },
  ...{ erpAmortizationTemplate: null, amortizationStartDate: null, amortizationEndDate: null },
  ...{ erpCustomFieldValues: [], spendRequestId: null, intakeSubmissionId: null, watchers: [] },
  lines: [line('1', 'Compute', 'hosting', 600), line('2', 'Storage', 'disks', 300)],
} as unknown as Bill

describe('the values of a bill’s form', () => {
  it('the last bill gives where it was booked and its days to pay, but no number, date, amount or months', () => {
    const values = fromLatest({ ...EMPTY, invoiceDate: '2026-11-05' }, LATEST)
    expect(values).toMatchObject({ invoiceNumber: '', dueDate: '2026-12-05', currency: 'EUR', erpEntityId: 'us' })
    expect(values.invoiceId).toBeNull()
    expect(values.lines).toEqual([
      expect.objectContaining({ amount: null, memo: 'Compute', erpAccountId: 'hosting', amortizationStartDate: null }),
      expect.objectContaining({ amount: null, memo: 'Storage', erpAccountId: 'disks', amortizationStartDate: null }),
    ])
    expect(values.lines.some(({ id }) => id)).toBe(false)
  })

  it('days to pay of the last bill, or of a term, follow the invoice’s date; a due date that was typed stays', () => {
    const begun = fromLatest(EMPTY, LATEST)
    expect(begun).toMatchObject({ dueDate: null, daysToPay: 30 })
    const dated = withInvoiceDate(begun, '2026-11-05')
    expect(dated.dueDate).toBe('2026-12-05')
    expect(withInvoiceDate(dated, '2026-11-06').dueDate).toBe('2026-12-06')
    expect(withInvoiceDate(dated, null)).toMatchObject({ invoiceDate: null, dueDate: '2026-12-05' })
    const typed = { ...dated, dueDate: '2026-12-24', daysToPay: null }
    expect(withInvoiceDate(typed, '2026-11-06').dueDate).toBe('2026-12-24')
    const read = fromLatest({ ...EMPTY, dueDate: '2026-12-24' }, LATEST)
    expect(withInvoiceDate(read, '2026-11-06').dueDate).toBe('2026-12-24')
  })

  it('lines that were typed keep their amounts and memos', () => {
    const lines = EMPTY.lines.map((one) => ({ ...one, amount: 500, memo: 'Mine' }))
    const values = fromLatest({ ...EMPTY, totalAmount: 500, lines }, LATEST)
    expect(values.currency).toBe('USD')
    expect(values.lines).toEqual([expect.objectContaining({ amount: 500, memo: 'Mine', erpAccountId: 'hosting' })])
  })

  it('the last bill gives what is said of it, and nothing else', () => {
    expect(givenByLatest(EMPTY, LATEST)).toEqual(['entity', 'currency (EUR)', 'days to pay', 'memos', 'accounts'])
    expect(givenByLatest({ ...EMPTY, totalAmount: 500 }, LATEST)).toEqual([
      ...['entity', 'days to pay', 'memos', 'accounts'],
    ])
    const typed = { ...EMPTY, purchaseOrderId: 'order', description: 'Mine' }
    expect(fromLatest(typed, LATEST)).toMatchObject({ purchaseOrderId: 'order', description: 'Mine' })
    expect(fromLatest(EMPTY, LATEST)).toMatchObject({ description: '' })
  })

  it('lines that were read are booked like the lines they replace', () => {
    const booked = fromLatest(EMPTY, LATEST)
    const [line] = EMPTY.lines
    if (!line) throw new Error('No line')
    const read = ['Storage', 'Compute', 'Support'].map((memo, at) => ({ ...line, key: memo, memo, amount: at + 1 }))
    expect(withLines(booked, read).lines.map(({ memo, amount, erpAccountId }) => [memo, amount, erpAccountId])).toEqual(
      [
        ['Storage', 1, 'disks'],
        ['Compute', 2, 'hosting'],
        ['Support', 3, 'hosting'],
      ],
    )
  })

  it('a single line follows the total until its own amount is typed', () => {
    const followed = withTotal(withTotal(EMPTY, 100), 250)
    expect(followed.lines.map(({ amount }) => amount)).toEqual([250])
    const typed = { ...followed, lines: followed.lines.map((one) => ({ ...one, amount: 200 })) }
    expect(withTotal(typed, 300).lines.map(({ amount }) => amount)).toEqual([200])
  })

  it('what the books need is missing beside its field', () => {
    expect(missingOf(OPTIONS)(EMPTY)).toEqual({
      ...{ erpVendorId: 'Required', invoiceId: 'Required', erpEntityId: 'Required' },
      'lines.0.erpAccountId': 'Required',
    })
    expect(missingOf(OPTIONS)({ ...EMPTY, isNewVendor: true })).toMatchObject({ newErpVendorName: 'Required' })
  })

  it('the accounting system’s currency is sent by its id, and a new vendor only by its name', () => {
    const values = { ...EMPTY, currency: 'EUR' as const, isNewVendor: true, erpVendorId: 'v', newErpVendorName: 'Acme' }
    expect(bodyOf(OPTIONS)(values)).toMatchObject({
      ...{ erpCurrencyId: 'erp-eur', erpVendorId: null, newErpVendorName: 'Acme' },
    })
    expect(bodyOf(OPTIONS)(EMPTY)).not.toHaveProperty('newErpVendorName')
  })

  it('only a whole form is restored from the browser', () => {
    expect(areBillValues(JSON.parse(JSON.stringify(EMPTY)))).toBe(true)
    expect(areBillValues({ ...EMPTY, lines: 'none' })).toBe(false)
  })
})

describe('another currency', () => {
  const typed = (
    currency: BillValues['currency'],
    totalAmount: number | null,
    ...amounts: (number | null)[]
  ): BillValues => ({
    ...{ ...EMPTY, currency, totalAmount },
    lines: amounts.map((amount) => ({ ...(EMPTY.lines[0] as BillValues['lines'][number]), amount })),
  })
  const seen = ({ currency, totalAmount, lines }: BillValues) => [
    currency,
    totalAmount,
    ...lines.map(({ amount }) => amount),
  ]

  it('what was typed stays the same number of dollars, euros or yen', () => {
    // 1,250.00 dollars become 1,250 yen, which have no cents.
    expect(seen(withCurrency(typed('USD', 125_000, 100_000, 25_000), 'JPY'))).toEqual(['JPY', 1_250, 1_000, 250])
    expect(seen(withCurrency(typed('JPY', 1_250, 1_000, 250), 'EUR'))).toEqual(['EUR', 125_000, 100_000, 25_000])
    expect(seen(withCurrency(typed('USD', 125_050, 125_050), 'GBP'))).toEqual(['GBP', 125_050, 125_050])
  })

  it('yen have no parts, and what is empty stays empty', () => {
    expect(seen(withCurrency(typed('USD', 199, 149, null), 'JPY'))).toEqual(['JPY', 2, 1, null])
    expect(seen(withCurrency(typed('USD', null, null), 'JPY'))).toEqual(['JPY', null, null])
  })
})
