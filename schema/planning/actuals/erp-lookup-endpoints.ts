import { z } from 'zod'
import { optionQuery } from '../../platform/lookups/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { connection, orderByOf, pageQuery } from '../../shared/paging.ts'
import { id, option } from '../../shared/values.ts'

/** Choosing objects of the accounting system (specification 3 §7.1). */

const search = z.string().trim().max(200).optional()
const byName = pageQuery.extend({ search, orderBy: orderByOf(z.enum(['name']), 1) })

export const erpAccountRow = z.object({
  id: z.string(),
  name: z.string(),
  generalLedgerAccountNumber: z.string().nullable(),
  /** What kind of account it is there: "Bank", "Accounts Payable". */
  group: z.string().nullable(),
  isActive: z.boolean(),
})
export const ERP_VENDOR_STATUSES = ['ACTIVE', 'PENDING', 'INACTIVE'] as const
export const erpVendorRow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(ERP_VENDOR_STATUSES),
  vendorId: z.string().nullable(),
})
export type ErpVendorRow = z.infer<typeof erpVendorRow>

export const listErpAccounts = endpoint({
  id: 'lookups.erp-accounts',
  method: 'GET',
  path: '/api/erp-accounts',
  summary: 'The accounting system’s accounts, by name',
  query: byName,
  response: connection(erpAccountRow),
})

export const listErpVendors = endpoint({
  id: 'lookups.erp-vendors',
  method: 'GET',
  path: '/api/erp-vendors',
  summary: 'The accounting system’s vendors, by name',
  query: byName,
  response: connection(erpVendorRow),
})

export const listAmortizationTemplates = endpoint({
  id: 'lookups.erp-amortization-templates',
  method: 'GET',
  path: '/api/erp-amortization-templates',
  summary: 'The accounting system’s amortization templates, by name',
  response: z.array(z.object({ id: z.string(), name: z.string() })),
})

const currencyQuery = pageQuery.extend({
  search,
  ids: z.array(id).max(100).optional(),
  orderBy: orderByOf(z.enum(['symbol', 'id']), 1),
})

export const listErpCurrencies = endpoint({
  id: 'lookups.erp-currencies',
  method: 'GET',
  path: '/api/erp-currencies',
  summary: 'The accounting system’s currencies',
  query: currencyQuery,
  response: connection(z.object({ id: z.string(), symbol: z.string() })),
})

export const erpCurrencyOptions = endpoint({
  id: 'lookups.erp-currency-select-options',
  method: 'GET',
  path: '/api/erp-currency-select-options',
  summary: 'Options of the currency select of the accounting system',
  query: currencyQuery,
  response: connection(option),
})

export const erpVendorOptions = endpoint({
  id: 'lookups.erp-vendor-select-options',
  method: 'GET',
  path: '/api/erp-vendor-select-options',
  summary: 'Options of the accounting vendor select, by name',
  query: optionQuery,
  response: connection(option),
})

export const erpTaxCodeOptions = endpoint({
  id: 'lookups.erp-tax-code-select-options',
  method: 'GET',
  path: '/api/erp-tax-code-select-options',
  summary: 'Options of the tax code select, by name',
  query: optionQuery,
  response: connection(option),
})
