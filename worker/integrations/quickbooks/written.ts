import Big from 'big.js'
import { z } from 'zod'
import type { BooksEntry, EntryKind, EntryLine, WrittenEntry } from '../../../schema/platform/accounting/entries.ts'
import { type Currency, currency as knownCurrency } from '../../../schema/shared/money.ts'
import { calendarDate } from '../../../schema/shared/values.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { minorOf } from './amounts.ts'
import { id, ref, text } from './objects.ts'
import { memoOf, WRITABLE } from './write-shapes.ts'

/** What stands in QuickBooks, in the terms that Outlay writes. */

const optionalRef = ref.optional().catch(undefined)

const writtenLine = z.object({
  Amount: z.number().default(0),
  Description: text,
  AccountBasedExpenseLineDetail: z
    .object({ AccountRef: optionalRef, ClassRef: optionalRef, TaxCodeRef: optionalRef })
    .optional(),
  ItemBasedExpenseLineDetail: z
    .object({ ItemRef: optionalRef, ClassRef: optionalRef, TaxCodeRef: optionalRef })
    .optional(),
  LinkedTxn: z.array(z.object({ TxnId: id, TxnType: z.string() })).default([]),
})

export const writtenRow = z.object({
  Id: id,
  SyncToken: z.string(),
  MetaData: z.object({ LastUpdatedTime: z.string().optional() }).default({}),
  DocNumber: text,
  DisplayName: text,
  Active: z.boolean().default(true),
  PrivateNote: z.string().default(''),
  TxnDate: calendarDate.optional(),
  DueDate: calendarDate.optional(),
  VendorRef: optionalRef,
  DepartmentRef: optionalRef,
  APAccountRef: optionalRef,
  CurrencyRef: optionalRef,
  ExchangeRate: z.number().positive().optional(),
  POStatus: z.string().optional().catch(undefined),
  TotalAmt: z.number().optional(),
  Amount: z.number().optional(),
  CheckPayment: z.object({ BankAccountRef: optionalRef }).optional(),
  FromAccountRef: optionalRef,
  ToAccountRef: optionalRef,
  PrimaryEmailAddr: z.object({ Address: text }).optional().catch(undefined),
  PrimaryPhone: z.object({ FreeFormNumber: text }).optional().catch(undefined),
  CustomField: z.array(z.object({ DefinitionId: id, StringValue: text })).default([]),
  Line: z.array(writtenLine).default([]),
})
export type WrittenRow = z.output<typeof writtenRow>

export const writtenOf = (kind: EntryKind, row: WrittenRow, pages: string): WrittenEntry => ({
  erpId: row.Id,
  url: `${pages}/${WRITABLE[kind].page}?${kind === 'VENDOR' ? 'nameId' : 'txnId'}=${encodeURIComponent(row.Id)}`,
  number: (kind === 'VENDOR' ? row.DisplayName : row.DocNumber) ?? null,
  version: row.SyncToken,
  changedAt: row.MetaData.LastUpdatedTime ? new Date(row.MetaData.LastUpdatedTime).toISOString() : null,
  ...(row.POStatus && { isClosed: row.POStatus === 'Closed' }),
})

const odd = (kind: EntryKind): ProviderError =>
  new ProviderError(`QuickBooks sent a ${WRITABLE[kind].entity} that can’t be read.`)

const linesOf = (row: WrittenRow, currency: Currency): EntryLine[] =>
  row.Line.flatMap((line): EntryLine[] => {
    const item = line.ItemBasedExpenseLineDetail
    const detail = item ?? line.AccountBasedExpenseLineDetail
    if (!detail) return []
    return [
      {
        accountErpId: line.AccountBasedExpenseLineDetail?.AccountRef?.value ?? null,
        itemErpId: item?.ItemRef?.value ?? null,
        amountMinor: minorOf(line.Amount, currency),
        memo: line.Description ?? '',
        departmentErpId: null,
        locationErpId: row.DepartmentRef?.value ?? null,
        classificationErpId: detail.ClassRef?.value ?? null,
        taxCodeErpId: detail.TaxCodeRef?.value ?? null,
        amortization: null,
        fields: [],
      },
    ]
  })

/** @param realmId the entity of everything in one QuickBooks company */
export const entryOf = (kind: EntryKind, row: WrittenRow, realmId: string): BooksEntry => {
  if (kind === 'VENDOR')
    return {
      kind,
      name: row.DisplayName ?? '',
      email: row.PrimaryEmailAddr?.Address ?? null,
      phone: row.PrimaryPhone?.FreeFormNumber ?? null,
      currency: knownCurrency.safeParse(row.CurrencyRef?.value).data ?? null,
      entityErpId: realmId,
    }
  const currency = knownCurrency.safeParse(row.CurrencyRef?.value ?? 'USD').data
  if (!currency || !row.TxnDate) throw odd(kind)
  const heading = {
    entityErpId: realmId,
    currency,
    exchangeRate: row.ExchangeRate === undefined ? null : new Big(row.ExchangeRate).toFixed(),
    date: row.TxnDate,
    memo: memoOf(row.PrivateNote),
  }
  if (kind === 'TRANSFER') {
    if (!row.FromAccountRef || !row.ToAccountRef || row.Amount === undefined) throw odd(kind)
    const amountMinor = minorOf(row.Amount, currency)
    return {
      ...{ kind, ...heading, amountMinor },
      fromAccountErpId: row.FromAccountRef.value,
      toAccountErpId: row.ToAccountRef.value,
    }
  }
  if (!row.VendorRef) throw odd(kind)
  const shared = {
    ...heading,
    vendorErpId: row.VendorRef.value,
    number: row.DocNumber ?? null,
    payablesAccountErpId: row.APAccountRef?.value ?? null,
  }
  if (kind === 'BILL_PAYMENT') {
    const from = row.CheckPayment?.BankAccountRef?.value
    if (!from) throw odd(kind)
    const bills = row.Line.flatMap((line) =>
      line.LinkedTxn.filter(({ TxnType }) => TxnType === 'Bill').map(({ TxnId }) => ({
        erpId: TxnId,
        amountMinor: minorOf(line.Amount, currency),
      })),
    )
    return { kind, ...shared, fromAccountErpId: from, bills }
  }
  const detailed = {
    ...shared,
    departmentErpId: null,
    locationErpId: row.DepartmentRef?.value ?? null,
    classificationErpId: null,
    fields: row.CustomField.flatMap(({ DefinitionId, StringValue }) =>
      StringValue ? [{ scriptId: DefinitionId, value: StringValue }] : [],
    ),
    lines: linesOf(row, currency),
  }
  return kind === 'PURCHASE_ORDER'
    ? { kind, ...detailed }
    : { kind, ...detailed, dueDate: row.DueDate ?? null, periodErpId: null }
}
