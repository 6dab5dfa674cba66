import type { SentEntry, SentLine } from '../../../../schema/money/ledger/sync-endpoints.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload, moneyType, namedType } from '../../../transport/graphql/shared-types.ts'
import { sendBill, sendPayment, sendTransfer } from './sync-change.ts'
import { readBillEntry, readPaymentEntry, readTransferEntry } from './sync-read.ts'

/** Entries for the accounting system through GraphQL (specification 3 §7.6). */

const accountType = builder.objectRef<NonNullable<SentEntry['glFundingAccount']>>('ErpSyncAccount').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    generalLedgerAccountNumber: t.exposeString('generalLedgerAccountNumber', { nullable: true }),
  }),
})

const fieldType = builder.objectRef<SentLine['erpCustomFieldValues'][number]>('ErpSyncCustomFieldValue').implement({
  fields: (t) => ({
    customFieldScriptId: t.exposeString('customFieldScriptId'),
    name: t.exposeString('name'),
    value: t.exposeString('value'),
  }),
})

const lineType = builder.objectRef<SentLine>('BillErpSyncEntryLine').implement({
  fields: (t) => ({
    billLineId: t.exposeID('billLineId'),
    amount: t.field({ type: moneyType, resolve: (line) => line.amount }),
    memo: t.exposeString('memo'),
    erpCustomFieldValues: t.field({ type: [fieldType], resolve: (line) => line.erpCustomFieldValues }),
    erpAccount: t.field({ type: accountType, nullable: true, resolve: (line) => line.erpAccount }),
    erpDepartment: t.field({ type: namedType, nullable: true, resolve: (line) => line.erpDepartment }),
    erpClassification: t.field({ type: namedType, nullable: true, resolve: (line) => line.erpClassification }),
    erpTaxCode: t.field({ type: namedType, nullable: true, resolve: (line) => line.erpTaxCode }),
  }),
})

const currencyType = builder.objectRef<SentEntry>('ErpSyncCurrency').implement({
  fields: (t) => ({
    symbol: t.string({ resolve: ({ amount }) => amount.currency }),
    exchangeRate: t.string({ nullable: true, resolve: ({ bill }) => bill?.exchangeRate ?? null }),
  }),
})

const billPartType = builder.objectRef<SentEntry>('BillOfErpSyncEntry').implement({
  fields: (t) => ({
    id: t.id({ nullable: true, resolve: ({ billId }) => billId }),
    isCredit: t.exposeBoolean('isCredit'),
    accountingPeriod: t.field({
      ...{ type: namedType, nullable: true, resolve: ({ bill }) => bill?.accountingPeriod ?? null },
    }),
    createdBy: t.field({ type: namedType, nullable: true, resolve: ({ bill }) => bill?.createdBy ?? null }),
  }),
})

const billEntryType = builder.objectRef<SentEntry>('BillErpSyncEntry').implement({
  description: 'What is sent to the accounting system for a bill',
  fields: (t) => ({
    id: t.exposeID('id'),
    erpVendorId: t.id({ nullable: true, resolve: ({ erpVendor }) => erpVendor?.id ?? null }),
    invoiceDate: t.exposeString('transactionDate'),
    invoiceNumber: t.exposeString('invoiceNumber', { nullable: true }),
    description: t.string({ resolve: ({ bill }) => bill?.description ?? '' }),
    totalAmount: t.field({ type: moneyType, resolve: ({ amount }) => amount }),
    syncedOn: t.exposeString('syncedOn', { nullable: true }),
    erpId: t.exposeString('erpId', { nullable: true }),
    link: t.exposeString('link', { nullable: true }),
    erpCustomFieldValues: t.field({ type: [fieldType], resolve: ({ bill }) => bill?.erpCustomFieldValues ?? [] }),
    currency: t.field({ type: currencyType, resolve: (entry) => entry }),
    bill: t.field({ type: billPartType, resolve: (entry) => entry }),
    erpVendor: t.field({ type: namedType, nullable: true, resolve: ({ erpVendor }) => erpVendor }),
    erpEntity: t.field({ type: namedType, nullable: true, resolve: ({ erpEntity }) => erpEntity }),
    lines: t.field({ type: [lineType], resolve: ({ bill }) => bill?.lines ?? [] }),
    problems: t.exposeStringList('problems'),
  }),
})

const paidBillType = builder.objectRef<SentEntry>('BillOfPaymentErpSyncEntry').implement({
  fields: (t) => ({
    id: t.id({ nullable: true, resolve: ({ billId }) => billId }),
    totalAmount: t.field({ type: moneyType, nullable: true, resolve: ({ billTotal }) => billTotal }),
    invoiceNumber: t.exposeString('invoiceNumber', { nullable: true }),
    erpVendor: t.field({ type: namedType, nullable: true, resolve: ({ erpVendor }) => erpVendor }),
  }),
})

const paymentEntryType = builder.objectRef<SentEntry>('BillPaymentErpSyncEntry').implement({
  description: 'What is sent to the accounting system for a payment of a bill',
  fields: (t) => ({
    id: t.exposeID('id'),
    erpId: t.exposeString('erpId', { nullable: true }),
    link: t.exposeString('link', { nullable: true }),
    syncedOn: t.exposeString('syncedOn', { nullable: true }),
    transactionDate: t.exposeString('transactionDate'),
    amount: t.field({ type: moneyType, resolve: ({ amount }) => amount }),
    glFundingAccount: t.field({ type: accountType, nullable: true, resolve: (entry) => entry.glFundingAccount }),
    glClearingAccount: t.field({ type: accountType, nullable: true, resolve: (entry) => entry.glClearingAccount }),
    bill: t.field({ type: paidBillType, resolve: (entry) => entry }),
    problems: t.exposeStringList('problems'),
  }),
})

const transferEntryType = builder.objectRef<SentEntry>('BankTransferErpSyncEntry').implement({
  description: 'What is sent to the accounting system for a transfer between bank and financial account',
  fields: (t) => ({
    id: t.exposeID('id'),
    erpId: t.exposeString('erpId', { nullable: true }),
    link: t.exposeString('link', { nullable: true }),
    syncedOn: t.exposeString('syncedOn', { nullable: true }),
    transactionDate: t.exposeString('transactionDate'),
    amount: t.field({ type: moneyType, resolve: ({ amount }) => amount }),
    glFundingAccount: t.field({ type: accountType, nullable: true, resolve: (entry) => entry.glFundingAccount }),
    glClearingAccount: t.field({ type: accountType, nullable: true, resolve: (entry) => entry.glClearingAccount }),
    problems: t.exposeStringList('problems'),
  }),
})

builder.queryField('billErpSyncEntry', (t) =>
  t.field({
    type: billEntryType,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('query.billErpSyncEntry', readBillEntry),
  }),
)
builder.queryField('billPaymentErpSyncEntry', (t) =>
  t.field({
    type: paymentEntryType,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('query.billPaymentErpSyncEntry', readPaymentEntry),
  }),
)
builder.queryField('bankTransferErpSyncEntry', (t) =>
  t.field({
    type: transferEntryType,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('query.bankTransferErpSyncEntry', readTransferEntry),
  }),
)

builder.mutationField('syncBillToErp', (t) =>
  t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.syncBillToErp', sendBill),
  }),
)
builder.mutationField('syncBillPaymentToErp', (t) =>
  t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.syncBillPaymentToErp', sendPayment),
  }),
)
builder.mutationField('syncAchLoadToErp', (t) =>
  t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.syncAchLoadToErp', sendTransfer),
  }),
)
