import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'

/** The mapping pages: what each maps, and which columns it has. */

export interface MappingKind {
  kind: MappedKind
  /** The rows, in sentences: "departments". */
  plural: string
  title: string
  /** What a row is mapped to: "department". */
  target: string
  href: Address
  /** Where its open rows are counted. */
  count:
    | 'departments'
    | 'locations'
    | 'vendors'
    | 'expenseAccounts'
    | 'revenueAccounts'
    | 'classifications'
    | 'entities'
  /** Null for revenue categories, which have a list of their own. */
  options: OptionKind | null
  columns: readonly ('tracked' | 'department' | 'businessUnit' | 'level' | 'payroll' | 'type' | 'number' | 'status')[]
  /** What the last twelve months' amount is. */
  amount: string
  purpose: string
}

/** In the order of the wizard, with entities last. */
export const MAPPING_KINDS: readonly MappingKind[] = [
  {
    kind: 'DEPARTMENT',
    plural: 'departments',
    title: 'Departments',
    target: 'department',
    href: to('/settings/manage-mappings/actuals/erp-departments'),
    count: 'departments',
    options: 'department',
    columns: ['tracked'],
    amount: 'Last 12 months',
    purpose: 'Transactions of an accounting department belong to the department it is mapped to.',
  },
  {
    kind: 'LOCATION',
    plural: 'locations',
    title: 'Locations',
    target: 'location',
    href: to('/settings/manage-mappings/actuals/locations'),
    count: 'locations',
    options: 'location',
    columns: ['tracked'],
    amount: 'Last 12 months',
    purpose: 'Transactions of an accounting location belong to the location it is mapped to.',
  },
  {
    kind: 'VENDOR',
    plural: 'vendors',
    title: 'Vendors',
    target: 'vendor',
    href: to('/settings/manage-mappings/actuals/erp-vendors'),
    count: 'vendors',
    options: 'vendor',
    columns: [],
    amount: 'Spend, last 12 months',
    purpose: 'Several accounting vendors can belong to one vendor. Dismiss those that you don’t manage.',
  },
  {
    kind: 'EXPENSE_ACCOUNT',
    plural: 'expense accounts',
    title: 'Expense accounts',
    target: 'spend category',
    href: to('/settings/manage-mappings/actuals/erp-expense-accounts'),
    count: 'expenseAccounts',
    options: 'spend-category',
    columns: ['number', 'department', 'businessUnit', 'level', 'payroll', 'type', 'status'],
    amount: 'Spend, last 12 months',
    purpose: 'The department and business unit count for transactions that name none.',
  },
  {
    kind: 'REVENUE_ACCOUNT',
    plural: 'revenue accounts',
    title: 'Revenue accounts',
    target: 'revenue category',
    href: to('/settings/manage-mappings/actuals/erp-revenue-accounts'),
    count: 'revenueAccounts',
    options: null,
    columns: ['number', 'department', 'businessUnit', 'level', 'type', 'status'],
    amount: 'Revenue, last 12 months',
    purpose: 'Revenue without a department counts for the whole company.',
  },
  {
    kind: 'CLASSIFICATION',
    plural: 'classifications',
    title: 'Classifications',
    target: 'business unit',
    href: to('/settings/manage-mappings/actuals/erp-classifications'),
    count: 'classifications',
    options: 'business-unit',
    columns: ['status'],
    amount: 'Last 12 months',
    purpose: 'Transactions of a classification belong to the business unit it is mapped to.',
  },
  {
    kind: 'ENTITY',
    plural: 'entities',
    title: 'Entities',
    target: 'entity',
    href: to('/settings/manage-mappings/actuals/erp-entities'),
    count: 'entities',
    options: 'entity',
    columns: [],
    amount: 'Last 12 months',
    purpose: 'Transactions of an accounting entity belong to the entity it is mapped to.',
  },
]

export const mappingKind = (kind: MappedKind): MappingKind => {
  const found = MAPPING_KINDS.find((each) => each.kind === kind)
  if (!found) throw new Error(`Nothing maps ${kind}`)
  return found
}
