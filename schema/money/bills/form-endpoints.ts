import { z } from 'zod'
import { optionQuery } from '../../platform/lookups/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { connection } from '../../shared/paging.ts'
import { named, option } from '../../shared/values.ts'

/** What the form of a bill offers (specification 3 §7.6). */

/** What can be many is searched. */
export const BILL_OPTIONS = ['vendor', 'account', 'department', 'class', 'entity', 'tax-code'] as const
export type BillOption = (typeof BILL_OPTIONS)[number]

export const billOptions = endpoint({
  id: 'bills.options',
  method: 'GET',
  path: '/api/payments/bills/options/{kind}',
  summary: 'Objects of the accounting system that a bill can name, by name or number',
  params: z.object({ kind: z.enum(BILL_OPTIONS) }),
  query: optionQuery,
  response: connection(option),
})

/** A custom field or segment of the accounting system. */
const formField = z.object({
  scriptId: z.string(),
  name: z.string(),
  /** Empty for fields without choices. */
  options: z.array(option),
})
export type FormField = z.infer<typeof formField>

export const billFormValues = z.object({
  /** Whether lines need an account, and whether the bill needs an entity. */
  needsAccounts: z.boolean(),
  needsEntity: z.boolean(),
  hasAccounts: z.boolean(),
  hasDepartments: z.boolean(),
  hasClasses: z.boolean(),
  /** The first of them. More are searched, as tax codes are. */
  entities: z.array(named),
  /** The newest open ones, and that of the bill. */
  accountingPeriods: z.array(named),
  currencies: z.array(z.object({ id: z.string(), symbol: z.string() })),
  taxCodes: z.array(named),
  amortizationTemplates: z.array(named),
  /** Those of the bill, then those of its lines. */
  customFields: z.array(formField),
  lineCustomFields: z.array(formField),
  customSegments: z.array(formField),
})
export type BillFormValues = z.infer<typeof billFormValues>
