import { z } from 'zod'
import type { BooksEntry, EntryKind, EntryLine, WrittenEntry } from '../../../schema/platform/accounting/entries.ts'
import { type Currency, currency, parseAmount } from '../../../schema/shared/money.ts'
import { transactionPage, vendorPage } from './account.ts'
import { malformed } from './errors.ts'
import { RECORDS } from './write-shapes.ts'

/** Records of NetSuite's REST service as the entries that Outlay wrote. */

const ref = z.object({ id: z.coerce.string() }).nullish()
const text = z.string().nullish()
const amount = z.union([z.number(), z.string()]).nullish()
const day = z.string().transform((value) => value.slice(0, 10))

const dimensions = { department: ref, location: ref, class: ref }
const expenseLine = z.looseObject({
  ...{ ...dimensions, account: ref, amount, memo: text, taxCode: ref, amortizationSched: ref },
  ...{ amortizStartDate: day.nullish(), amortizationEndDate: day.nullish() },
})
const itemLine = z.looseObject({
  ...{ ...dimensions, item: ref, amount, description: text, taxCode: ref, amortizationSched: ref },
  ...{ amortizStartDate: day.nullish(), amortizationEndDate: day.nullish() },
})
const items = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) }).nullish()

export const record = z.looseObject({
  id: z.coerce.string(),
  lastModifiedDate: text,
  status: z.object({ id: z.coerce.string(), refName: text }).nullish().catch(null),
  ...{ tranId: text, entityId: text, companyName: text, email: text, phone: text, isInactive: z.boolean().nullish() },
  ...{ tranDate: day.nullish(), dueDate: day.nullish(), memo: text, exchangeRate: amount },
  ...{ entity: ref, subsidiary: ref, currency: ref, account: ref, apAcct: ref, postingPeriod: ref, ...dimensions },
  expense: items(expenseLine),
  item: items(itemLine),
  line: items(z.looseObject({ account: ref, debit: amount, credit: amount })),
  apply: items(z.looseObject({ doc: ref, apply: z.boolean().nullish(), amount })),
})
export type NetsuiteRecord = z.infer<typeof record>

/** Nothing more is billed of an order that is billed whole. */
const isClosed = ({ id, refName }: { id: string; refName?: string | null | undefined }): boolean =>
  [id, refName ?? ''].some((word) => /^(closed|fully ?billed)$/i.test(word))

export const writtenOf = (accountId: string, kind: EntryKind, row: NetsuiteRecord): WrittenEntry => ({
  erpId: row.id,
  url: kind === 'VENDOR' ? vendorPage(accountId, row.id) : transactionPage(accountId, RECORDS[kind].type, row.id),
  number: (kind === 'VENDOR' ? (row.companyName ?? row.entityId) : row.tranId) ?? null,
  version: row.lastModifiedDate ?? null,
  changedAt: row.lastModifiedDate ?? null,
  ...(kind === 'PURCHASE_ORDER' && row.status && { isClosed: isClosed(row.status) }),
})

const idOf = (value: z.infer<typeof ref>): string | null => value?.id ?? null

const minorOf = (value: z.infer<typeof amount>, code: Currency): number => {
  const minor = parseAmount(value ?? 0, code, 'PROGRAM')
  if (minor === null) throw malformed()
  return Math.abs(minor)
}

const fieldsOf = (row: Record<string, unknown>): EntryLine['fields'] =>
  Object.entries(row).flatMap(([scriptId, value]) => {
    if (!/^(cust(body|col)|cseg)/i.test(scriptId) || value === null || value === undefined) return []
    const chosen = ref.safeParse(value)
    return [{ scriptId, value: chosen.success && chosen.data ? chosen.data.id : String(value) }]
  })

type Line = z.infer<typeof expenseLine> & z.infer<typeof itemLine>

const lineOf = (row: Line, code: Currency): EntryLine => ({
  accountErpId: row.item ? null : idOf(row.account as z.infer<typeof ref>),
  itemErpId: idOf(row.item),
  amountMinor: minorOf(row.amount, code),
  memo: row.memo ?? row.description ?? '',
  departmentErpId: idOf(row.department),
  locationErpId: idOf(row.location),
  classificationErpId: idOf(row.class),
  taxCodeErpId: idOf(row.taxCode),
  amortization: row.amortizationSched
    ? {
        templateErpId: row.amortizationSched.id,
        startDay: row.amortizStartDate ?? '',
        endDay: row.amortizationEndDate ?? '',
      }
    : null,
  fields: fieldsOf(row),
})

/** @param code the symbol of the record's currency */
export const entryOf = (kind: EntryKind, row: NetsuiteRecord, code: string): BooksEntry => {
  if (kind === 'VENDOR')
    return {
      ...{ kind, name: row.companyName ?? row.entityId ?? '', email: row.email ?? null, phone: row.phone ?? null },
      ...{ currency: currency.safeParse(code).data ?? null, entityErpId: idOf(row.subsidiary) },
    }
  const money = currency.safeParse(code).data
  if (!money || !row.tranDate) throw malformed()
  const heading = {
    ...{ entityErpId: idOf(row.subsidiary), currency: money, date: row.tranDate, memo: row.memo ?? '' },
    exchangeRate: row.exchangeRate === null || row.exchangeRate === undefined ? null : String(row.exchangeRate),
  }
  const vendor = { vendorErpId: idOf(row.entity) ?? '', number: row.tranId ?? null }
  if (kind === 'TRANSFER') {
    const side = (name: 'debit' | 'credit') => row.line?.items.find((line) => Number(line[name] ?? 0) !== 0)
    return {
      ...{ kind, ...heading, amountMinor: minorOf(side('debit')?.debit, money) },
      ...{ toAccountErpId: idOf(side('debit')?.account) ?? '', fromAccountErpId: idOf(side('credit')?.account) ?? '' },
    }
  }
  if (kind === 'BILL_PAYMENT') {
    const applied = row.apply?.items.filter(({ apply }) => apply !== false) ?? []
    return {
      ...{ kind, ...heading, ...vendor, fromAccountErpId: idOf(row.account) ?? '' },
      payablesAccountErpId: idOf(row.apAcct),
      bills: applied.map(({ doc, amount: paid }) => ({ erpId: idOf(doc) ?? '', amountMinor: minorOf(paid, money) })),
    }
  }
  const lines = [...(row.expense?.items ?? []), ...(row.item?.items ?? [])].map((line) => lineOf(line as Line, money))
  const shared = {
    ...{ ...heading, ...vendor, departmentErpId: idOf(row.department), locationErpId: idOf(row.location) },
    ...{ classificationErpId: idOf(row.class), fields: fieldsOf(row), lines },
    payablesAccountErpId: kind === 'PURCHASE_ORDER' ? null : idOf(row.account),
  }
  if (kind === 'PURCHASE_ORDER') return { kind, ...shared }
  return { kind, ...shared, dueDate: row.dueDate ?? null, periodErpId: idOf(row.postingPeriod) }
}
