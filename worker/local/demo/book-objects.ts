import type { AccountType } from '../../../schema/platform/accounting/books.ts'
import type { MappedKind } from '../../../schema/platform/accounting/values.ts'
import { slug } from './people.ts'

/**
 * What the demo company's accounting system has: objects that are mapped, and others that people should still map. Both
 * the demo company and the stand-in of its accounting system are made from it.
 */

type Kind = 'ENTITY' | 'DEPARTMENT' | 'LOCATION' | 'CLASSIFICATION' | 'VENDOR' | 'ACCOUNT'
type Group =
  | 'Expense'
  | 'Cost of Goods Sold'
  | 'Income'
  | 'Other Income'
  | 'Bank'
  | 'Accounts Payable'
  | 'Accounts Receivable'

export interface DemoObject {
  id: string
  /** As NetSuite counts them. */
  erpId: string
  kind: Kind
  mappedKind: MappedKind | null
  name: string
  number?: string
  group?: Group
  accountType?: AccountType
  /** What it is in the company. */
  vendorId?: string
  departmentId?: string
  locationId?: string
  businessUnitId?: string
  categoryId?: string
  isPayroll?: true
}

type Made = Omit<DemoObject, 'erpId'>

export const idOf = (name: string, table: string): string => `${slug(name)}-${table}`
export const objectId = (kind: string, name: string): string => `books-mapped-${kind}-${slug(name)}`

const ACCOUNT_TYPES: Record<Group, AccountType> = {
  ...{ Expense: 'OPEX', 'Cost of Goods Sold': 'COGS', Income: 'REVENUE', 'Other Income': 'OTHER_INCOME' },
  ...{ Bank: 'OTHER', 'Accounts Payable': 'OTHER', 'Accounts Receivable': 'OTHER' },
}
const mappedKindOf = (group: Group): MappedKind | null => {
  const type = ACCOUNT_TYPES[group]
  if (type === 'OTHER') return null
  return type === 'REVENUE' || type === 'OTHER_INCOME' ? 'REVENUE_ACCOUNT' : 'EXPENSE_ACCOUNT'
}

/** Nothing in the company yet. */
const OPEN: [kind: Exclude<Kind, 'ACCOUNT' | 'VENDOR'>, names: string[]][] = [
  ['ENTITY', ['Brightwater Robotics Inc']],
  ['DEPARTMENT', ['Engineering', 'ENGINEERING - Platform', 'Finance & Accounting', 'marketing', 'People Ops']],
  ['LOCATION', ['Lisbon Office', 'Remote']],
  ['CLASSIFICATION', ['Robotics', 'Services & Support']],
]
const OPEN_ACCOUNTS: [number: string, name: string, group: Group, isPayroll?: true][] = [
  ['6210', 'Software subscriptions', 'Expense'],
  ['6400', 'Travel', 'Expense'],
  ['6600', 'Advertising', 'Expense'],
  ['6010', 'Salaries and wages', 'Expense', true],
  ['5020', 'Cloud hosting', 'Cost of Goods Sold'],
  ['4010', 'Robot sales', 'Income'],
  ['4900', 'Interest earned', 'Other Income'],
]

/** Two words each, so that there are as many as a company this size has. */
const FIRST = ['Alder', 'Birch', 'Cedar', 'Delta', 'Ember', 'Falcon', 'Granite', 'Harbor', 'Indigo', 'Juniper']
const SECOND = ['Logistics', 'Studio', 'Components', 'Consulting', 'Catering', 'Analytics']
const KNOWN = ['Kestrel CAD Ltd', 'Northwind Travel', 'Lumen Cloud, Inc.', 'Office Depot']

/** Vendors that no one has mapped, but for the first, with what they cost in a quarter, in dollars. */
export const OPEN_VENDORS: [name: string, dollars: number][] = [
  ...KNOWN.map((name, at): [string, number] => [name, 16_400 - at * 1_900]),
  ...FIRST.flatMap((first, at) =>
    SECOND.map((second, place): [string, number] => [`${first} ${second}`, 5_600 - (at * SECOND.length + place) * 85]),
  ),
]

/** Named as in the company. */
export const MAPPED_VENDORS = [
  ...['Acme Cloud', 'Atlas Analytics', 'Beacon Security', 'Cobalt Design', 'Driftline', 'Evergreen Catering'],
  ...['Fathom Research', 'Granite Hosting', 'Harbor Legal', 'Inkwell Print', 'Juniper Travel', 'Kestrel CAD'],
]
const MAPPED_UNITS: [
  kind: 'DEPARTMENT' | 'LOCATION' | 'CLASSIFICATION',
  names: [name: string, own: string][],
  column: 'departmentId' | 'locationId' | 'businessUnitId',
  table: string,
][] = [
  [
    'DEPARTMENT',
    [
      ...(['Legal', 'IT', 'Operations'].map((name) => [name, name]) as [string, string][]),
      ...([
        ['Engineering, Rotterdam', 'Engineering'],
        ['Finance, Lisbon', 'Finance'],
      ] as [string, string][]),
      ['Brand, Boston', 'Marketing'],
    ],
    'departmentId',
    'departments',
  ],
  [
    'LOCATION',
    [
      ['Boston', 'Boston'],
      ['Rotterdam', 'Rotterdam'],
      ['Lisbon plant', 'Lisbon'],
    ],
    'locationId',
    'locations',
  ],
  [
    'CLASSIFICATION',
    [
      ['Industrial', 'Industrial'],
      ['Medical', 'Medical'],
    ],
    'businessUnitId',
    'business-units',
  ],
]

export const ACCOUNTS: Record<
  string,
  { name: string; number: string; group: Group; category?: string; isPayroll?: true }
> = {
  saas: { name: 'Software and tools', number: '6215', group: 'Expense', category: 'Software' },
  equipment: { name: 'Equipment', number: '6300', group: 'Expense', category: 'Hardware' },
  parts: { name: 'Motors and parts', number: '5010', group: 'Cost of Goods Sold', category: 'Components' },
  advice: { name: 'Legal and consulting', number: '6500', group: 'Expense', category: 'Professional services' },
  fairs: { name: 'Trade fairs', number: '6610', group: 'Expense', category: 'Events' },
  office: { name: 'Office and catering', number: '6700', group: 'Expense', category: 'Office' },
  wages: { name: 'Wages', number: '6011', group: 'Expense', isPayroll: true },
  robots: { name: 'Sales of robots', number: '4000', group: 'Income', category: 'Robot sales' },
  upkeep: { name: 'Service contracts', number: '4100', group: 'Income', category: 'Service contracts' },
  grants: { name: 'Grants received', number: '4950', group: 'Other Income', category: 'Research grants' },
}

/** What documents are posted against, and payments come from. */
export const BALANCE = {
  payables: { id: 'books-account-payables', name: 'Accounts payable', number: '2000', group: 'Accounts Payable' },
  receivables: {
    id: 'books-account-receivables',
    name: 'Accounts receivable',
    number: '1100',
    group: 'Accounts Receivable',
  },
  checking: { id: 'books-account-checking', name: 'Checking', number: '1000', group: 'Bank' },
  clearing: { id: 'books-account-clearing', name: 'Payments clearing', number: '1050', group: 'Bank' },
} as const

const categoryIdOf = ({ group, category }: { group: Group; category?: string }) =>
  category && {
    categoryId: idOf(category, mappedKindOf(group) === 'REVENUE_ACCOUNT' ? 'revenue-categories' : 'spend-categories'),
  }

const openId = (kind: string, at: number): string => `books-${kind.toLowerCase().replaceAll('_', '-')}-${at + 1}`

const made = (): Made[] => {
  const expenses = OPEN_ACCOUNTS.filter(([, , group]) => mappedKindOf(group) === 'EXPENSE_ACCOUNT')
  const revenue = OPEN_ACCOUNTS.filter(([, , group]) => mappedKindOf(group) === 'REVENUE_ACCOUNT')
  return [
    ...OPEN.flatMap(([kind, names]) =>
      names.map((name, at): Made => ({ id: openId(kind, at), kind, mappedKind: kind, name })),
    ),
    ...[expenses, revenue].flatMap((all, which) =>
      all.map(
        ([number, name, group, isPayroll], at): Made => ({
          ...{
            id: openId(which === 0 ? 'EXPENSE_ACCOUNT' : 'REVENUE_ACCOUNT', at),
            kind: 'ACCOUNT',
            name,
            number,
            group,
          },
          ...{ mappedKind: mappedKindOf(group), accountType: ACCOUNT_TYPES[group], ...(isPayroll && { isPayroll }) },
        }),
      ),
    ),
    ...OPEN_VENDORS.map(
      ([name], at): Made => ({
        ...{ id: openId('VENDOR', at), kind: 'VENDOR', mappedKind: 'VENDOR', name },
        // One vendor that is there twice.
        ...(at === 0 && { vendorId: idOf('Kestrel CAD', 'vendors') }),
      }),
    ),
    ...MAPPED_VENDORS.map(
      (name): Made => ({
        ...{
          id: objectId('VENDOR', name),
          kind: 'VENDOR',
          mappedKind: 'VENDOR',
          name,
          vendorId: idOf(name, 'vendors'),
        },
      }),
    ),
    ...MAPPED_UNITS.flatMap(([kind, names, column, table]) =>
      names.map(
        ([name, own]): Made => ({
          ...{ id: objectId(kind, own), kind, mappedKind: kind, name, [column]: idOf(own, table) },
        }),
      ),
    ),
    ...Object.values(ACCOUNTS).map(
      (account): Made => ({
        ...{ id: objectId('ACCOUNT', account.name), kind: 'ACCOUNT', name: account.name, number: account.number },
        ...{ mappedKind: mappedKindOf(account.group), group: account.group, accountType: ACCOUNT_TYPES[account.group] },
        ...categoryIdOf(account),
        ...(account.isPayroll && { isPayroll: account.isPayroll }),
      }),
    ),
    ...Object.values(BALANCE).map(
      (account): Made => ({ ...account, kind: 'ACCOUNT', mappedKind: null, accountType: 'OTHER' }),
    ),
  ]
}

/** Ids count up in each kind. */
const numbered = (): DemoObject[] => {
  const next = new Map<Kind, number>()
  return made().map((object) => {
    const erpId = (next.get(object.kind) ?? 0) + 1
    next.set(object.kind, erpId)
    return { ...object, erpId: String(erpId) }
  })
}

export const OBJECTS: readonly DemoObject[] = numbered()
const byId = new Map(OBJECTS.map((object) => [object.id, object]))

export const objectOf = (id: string): DemoObject => {
  const found = byId.get(id)
  if (!found) throw new Error(`The demo company's books have no ${id}`)
  return found
}
