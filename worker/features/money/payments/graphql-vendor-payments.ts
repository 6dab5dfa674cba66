import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { moneyType } from '../../../transport/graphql/shared-types.ts'
import { readVendorBillPayments, type VendorBillPayment } from './vendor-payments.ts'

/** Payments of bills as the vendor portal shows them (specification 2 §3). */

const billType = builder.objectRef<VendorBillPayment['bill']>('VendorPaidBill').implement({
  fields: (t) => ({
    createdAt: t.exposeString('createdAt'),
    invoiceNumber: t.exposeString('invoiceNumber'),
    dueDate: t.exposeString('dueDate', { nullable: true }),
    totalAmount: t.field({ type: moneyType, resolve: ({ totalAmount }) => totalAmount }),
    status: t.exposeString('status', { description: 'PENDING, APPROVED, REJECTED or PAID' }),
    invoiceCreatedAt: t.exposeString('invoiceCreatedAt', { nullable: true }),
    erpVendorName: t.exposeString('erpVendorName'),
  }),
})

const paymentType = builder.objectRef<VendorBillPayment>('VendorBillPayment').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.exposeString('status'),
    createdAt: t.exposeString('createdAt'),
    expectedArrivalDate: t.exposeString('expectedArrivalDate', { nullable: true }),
    completedAt: t.exposeString('completedAt', { nullable: true }),
    paidAt: t.exposeString('paidAt', { nullable: true }),
    companyName: t.exposeString('companyName', { description: 'The customer' }),
    bill: t.field({ type: billType, resolve: ({ bill }) => bill }),
  }),
})

builder.queryField('vendorCompanyBillPayments', (t) =>
  t.field({ type: [paymentType], resolve: resolveWith('query.vendorCompanyBillPayments', readVendorBillPayments) }),
)
