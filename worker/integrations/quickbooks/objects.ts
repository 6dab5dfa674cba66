import { z } from 'zod'
import type {
  AccountType,
  BookKind,
  BookObject,
  CustomFieldDetails,
  ItemDetails,
  VendorDetails,
} from '../../../schema/platform/accounting/books.ts'
import { currency } from '../../../schema/shared/money.ts'

/** QuickBooks' accounts, vendors and so on, as books. Its departments are called locations on its screens. */

export const id = z.string().min(1).max(100)
export const ref = z.object({ value: id })
const optionalRef = ref.optional().catch(undefined)
export const text = z.string().optional().catch(undefined)
const meta = z
  .object({ CreateTime: z.string().optional(), LastUpdatedTime: z.string().optional() })
  .optional()
  .catch(undefined)

const named = {
  Id: id,
  Active: z.boolean().default(true),
  MetaData: meta,
}
const nested = { ...named, Name: z.string(), FullyQualifiedName: text, ParentRef: optionalRef }

const cut = (words: string): string => words.slice(0, 500)

const base = (kind: BookKind, row: { Id: string; Active: boolean }, name: string): BookObject => ({
  ...{ kind, erpId: row.Id, name: cut(name), isActive: row.Active, number: null, parentErpId: null },
  ...{ accountType: null, classification: null, currency: null, details: {} },
})

/** A currency that Outlay has, or null. */
const currencyOf = (code: string | undefined) => currency.safeParse(code).data ?? null

const ACCOUNT_TYPES: ReadonlyMap<string, AccountType> = new Map(
  Object.entries({
    'Cost of Goods Sold': 'COGS',
    Expense: 'OPEX',
    'Other Expense': 'OTHER_EXPENSE',
    Income: 'REVENUE',
    'Other Income': 'OTHER_INCOME',
  }),
)

const account = z
  .object({
    ...nested,
    AcctNum: text,
    AccountType: z.string(),
    CurrencyRef: optionalRef,
  })
  .transform(
    (row): BookObject => ({
      ...base('ACCOUNT', row, row.FullyQualifiedName ?? row.Name),
      number: row.AcctNum?.slice(0, 100) || null,
      parentErpId: row.ParentRef?.value ?? null,
      accountType: ACCOUNT_TYPES.get(row.AccountType) ?? 'OTHER',
      classification: row.AccountType.slice(0, 100),
      currency: currencyOf(row.CurrencyRef?.value),
    }),
  )

/** Items in stock are posted to an asset when they are bought. */
const itemDetails = (row: {
  Type?: string | undefined
  IncomeAccountRef?: { value: string } | undefined
  ExpenseAccountRef?: { value: string } | undefined
  AssetAccountRef?: { value: string } | undefined
}): ItemDetails => {
  const bought = row.Type === 'Inventory' ? (row.AssetAccountRef ?? row.ExpenseAccountRef) : row.ExpenseAccountRef
  return {
    ...(bought && { expenseAccountErpId: bought.value }),
    ...(row.IncomeAccountRef && { incomeAccountErpId: row.IncomeAccountRef.value }),
  }
}

const item = z
  .object({
    ...nested,
    Sku: text,
    Type: text,
    IncomeAccountRef: optionalRef,
    ExpenseAccountRef: optionalRef,
    AssetAccountRef: optionalRef,
  })
  .transform(
    (row): BookObject => ({
      ...base('ITEM', row, row.FullyQualifiedName ?? row.Name),
      number: row.Sku?.slice(0, 100) || null,
      parentErpId: row.ParentRef?.value ?? null,
      details: { ...itemDetails(row) },
    }),
  )

const dimension = (kind: BookKind) =>
  z.object(nested).transform(
    (row): BookObject => ({
      ...base(kind, row, row.FullyQualifiedName ?? row.Name),
      parentErpId: row.ParentRef?.value ?? null,
    }),
  )

const vendor = z
  .object({
    ...named,
    DisplayName: z.string(),
    PrimaryEmailAddr: z.object({ Address: text }).optional().catch(undefined),
    PrimaryPhone: z.object({ FreeFormNumber: text }).optional().catch(undefined),
    WebAddr: z.object({ URI: text }).optional().catch(undefined),
    CurrencyRef: optionalRef,
  })
  .transform((row): BookObject => {
    const { Address: email } = row.PrimaryEmailAddr ?? {}
    const { FreeFormNumber: phone } = row.PrimaryPhone ?? {}
    const { URI: website } = row.WebAddr ?? {}
    const details: VendorDetails = {
      ...(email && { email }),
      ...(phone && { phone }),
      ...(website && { website }),
      ...(row.MetaData?.CreateTime && { createdAt: new Date(row.MetaData.CreateTime).toISOString() }),
      status: row.Active ? 'ACTIVE' : 'INACTIVE',
    }
    return {
      ...base('VENDOR', row, row.DisplayName),
      currency: currencyOf(row.CurrencyRef?.value),
      details: { ...details },
    }
  })

const taxCode = z
  .object({ ...named, Name: z.string(), Description: text })
  .transform(
    (row): BookObject => ({ ...base('TAX_CODE', row, row.Description || row.Name), number: row.Name.slice(0, 100) }),
  )

/** Documents name currencies by their codes. */
const companyCurrency = z.object({ ...named, Code: z.string().min(1), Name: text }).transform(
  (row): BookObject => ({
    ...base('CURRENCY', { ...row, Id: row.Code }, row.Name || row.Code),
    number: row.Code,
    currency: currencyOf(row.Code),
  }),
)

/** The kinds that are lists in QuickBooks. */
export const LISTS = {
  CURRENCY: { entity: 'CompanyCurrency', shape: companyCurrency },
  ACCOUNT: { entity: 'Account', shape: account },
  ITEM: { entity: 'Item', shape: item },
  LOCATION: { entity: 'Department', shape: dimension('LOCATION') },
  CLASSIFICATION: { entity: 'Class', shape: dimension('CLASSIFICATION') },
  VENDOR: { entity: 'Vendor', shape: vendor },
  TAX_CODE: { entity: 'TaxCode', shape: taxCode },
} as const satisfies Partial<Record<BookKind, { entity: string; shape: z.ZodType<BookObject> }>>
export type ListKind = keyof typeof LISTS

const setting = z.object({ Name: z.string(), StringValue: text, BooleanValue: z.boolean().optional() })

export const preferences = z.object({
  CurrencyPrefs: z
    .object({ MultiCurrencyEnabled: z.boolean().default(false), HomeCurrency: ref.optional() })
    .default({ MultiCurrencyEnabled: false }),
  VendorAndPurchasesPrefs: z
    .object({ POCustomField: z.array(z.object({ CustomField: z.array(setting).default([]) })).default([]) })
    .default({ POCustomField: [] }),
})
export type Preferences = z.output<typeof preferences>

export const companyInfo = z.object({ CompanyName: z.string(), Country: text })

export const entityOf = (realmId: string, name: string, home: string | null): BookObject => ({
  ...base('ENTITY', { Id: realmId, Active: true }, name),
  currency: currencyOf(home ?? undefined),
})

const FIELD_NAME = /^PurchasePrefs\.PurchaseCustomName(\d+)$/
const FIELD_USE = /^PurchasePrefs\.UsePurchaseNameCustom(\d+)$/

/** Custom fields of purchase forms. They are known by their place. */
export const customFieldsOf = ({ VendorAndPurchasesPrefs }: Preferences): BookObject[] => {
  const settings = VendorAndPurchasesPrefs.POCustomField.flatMap(({ CustomField }) => CustomField)
  const isUsed = (place: string): boolean =>
    settings.some(({ Name, BooleanValue }) => FIELD_USE.exec(Name)?.[1] === place && BooleanValue !== false)
  return settings.flatMap(({ Name, StringValue }): BookObject[] => {
    const place = FIELD_NAME.exec(Name)?.[1]
    if (!place || !StringValue) return []
    const details: CustomFieldDetails = { scriptId: place, type: 'BODY', valueType: 'TEXT' }
    const row = { Id: place, Active: isUsed(place) }
    return [{ ...base('CUSTOM_FIELD', row, StringValue), details: { ...details } }]
  })
}
