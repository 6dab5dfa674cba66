import { describe, expect, it } from 'vitest'
import { BILL_STATUSES } from '../../../../schema/money/bills/values.ts'
import { BILL_PAYMENT_STATUSES } from '../../../../schema/money/payments/bill-payment-states.ts'
import { type InvoiceProgress, vendorInvoiceState } from '../../../../schema/money/vendor-invoices/states.ts'

const NEW: InvoiceProgress = { isRejected: false, bill: null, payment: null }

describe('how far an invoice is, for its vendor', () => {
  it('it is received until a bill is entered', () => {
    expect(vendorInvoiceState(NEW)).toBe('RECEIVED')
  })

  it.each([
    ['PENDING', 'ENTERED'],
    ['WITHDRAWN', 'ENTERED'],
    ['APPROVED', 'APPROVED'],
    ['REJECTED', 'REJECTED'],
    ['PAID', 'PAID'],
  ] as const)('a bill that is %s makes it %s', (status, state) => {
    expect(vendorInvoiceState({ ...NEW, bill: { status } })).toBe(state)
  })

  it.each([
    ['PENDING', 'APPROVED'],
    ['APPROVED', 'APPROVED'],
    ['REJECTED', 'APPROVED'],
    ['PROCESSING', 'SCHEDULED'],
    ['PAID', 'PAID'],
    ['PAID_OUTSIDE', 'PAID'],
    ['FAILED', 'APPROVED'],
    ['CANCELLED', 'APPROVED'],
    ['RETURNED', 'APPROVED'],
  ] as const)('a payment that is %s makes it %s', (status, state) => {
    expect(vendorInvoiceState({ ...NEW, bill: { status: 'APPROVED' }, payment: { status, payOn: null } })).toBe(state)
  })

  it('a payment that is ready is scheduled once it has a day', () => {
    const payment = { status: 'APPROVED', payOn: '2026-12-01' } as const
    expect(vendorInvoiceState({ ...NEW, bill: { status: 'APPROVED' }, payment })).toBe('SCHEDULED')
  })

  it('one that was rejected stays so, whatever else is known', () => {
    for (const status of BILL_STATUSES)
      for (const paid of BILL_PAYMENT_STATUSES)
        expect(vendorInvoiceState({ isRejected: true, bill: { status }, payment: { status: paid, payOn: null } })).toBe(
          'REJECTED',
        )
  })
})
