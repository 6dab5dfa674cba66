import type { MappedKind } from '../../../schema/platform/accounting/values.ts'
import type { Env } from '../../env.ts'
import { COMPANY_ID } from './people.ts'

/** What the demo company's accounting system has, read and not mapped yet. Amounts are of the last twelve months. */

type Row = [name: string, dollars: number, number?: string, group?: string]

const OBJECTS: Partial<Record<MappedKind, Row[]>> = {
  DEPARTMENT: [
    ['Engineering', 1_840_000],
    ['ENGINEERING - Platform', 610_000],
    ['Finance & Accounting', 240_000],
    ['marketing', 520_000],
    ['People Ops', 180_000],
  ],
  LOCATION: [
    ['Lisbon Office', 310_000],
    ['Remote', 96_000],
  ],
  CLASSIFICATION: [
    ['Robotics', 2_100_000],
    ['Services & Support', 430_000],
  ],
  ENTITY: [['Brightwater Robotics Inc', 3_400_000]],
  EXPENSE_ACCOUNT: [
    ['Software subscriptions', 640_000, '6210', 'Expense'],
    ['Travel', 212_000, '6400', 'Expense'],
    ['Advertising', 310_000, '6600', 'Expense'],
    ['Salaries and wages', 4_800_000, '6010', 'Payroll Expense'],
    ['Cloud hosting', 420_000, '5020', 'Cost of Goods Sold'],
  ],
  REVENUE_ACCOUNT: [
    ['Robot sales', 9_600_000, '4010', 'Income'],
    ['Interest earned', 14_000, '4900', 'Other Income'],
  ],
}

/** Two words each, so that there are as many as a company this size has. */
const FIRST = ['Alder', 'Birch', 'Cedar', 'Delta', 'Ember', 'Falcon', 'Granite', 'Harbor', 'Indigo', 'Juniper']
const SECOND = ['Logistics', 'Studio', 'Components', 'Consulting', 'Catering', 'Analytics']
const KNOWN = ['Kestrel CAD Ltd', 'Northwind Travel', 'Lumen Cloud, Inc.', 'Office Depot']

const vendors = (): Row[] => [
  ...KNOWN.map((name, at): Row => [name, 260_000 - at * 31_000]),
  ...FIRST.flatMap((first, at) =>
    SECOND.map((second, place): Row => [`${first} ${second}`, 90_000 - (at * SECOND.length + place) * 1_400]),
  ),
]

const ACCOUNTS: Partial<Record<MappedKind, (group: string) => string>> = {
  EXPENSE_ACCOUNT: (group) => (group.startsWith('Cost') ? 'COGS' : 'OPEX'),
  REVENUE_ACCOUNT: (group) => (group === 'Income' ? 'REVENUE' : 'OTHER_INCOME'),
}

export const fillBooks = async ({ DB }: Env, now: number): Promise<void> => {
  const rows = [...Object.entries(OBJECTS), ['VENDOR', vendors()] as const].flatMap(([mappedKind, objects]) =>
    objects.map(([name, dollars, number = null, group = null], at) => ({
      ...{ id: `books-${mappedKind.toLowerCase().replaceAll('_', '-')}-${at + 1}`, mappedKind, name, number, group },
      kind: mappedKind.endsWith('ACCOUNT') ? 'ACCOUNT' : mappedKind,
      accountType: ACCOUNTS[mappedKind as MappedKind]?.(group ?? '') ?? null,
      last12: dollars * 100,
    })),
  )
  await DB.batch([
    DB.prepare("UPDATE companies SET flags = json_set(flags, '$.isErpLinked', json('true')) WHERE id = ?").bind(
      COMPANY_ID,
    ),
    DB.prepare(
      `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, number, is_active,
         account_type, classification, last12_minor, created_at, updated_at)
       SELECT value ->> 'id', ?1, 'demo-books', value ->> 'kind', value ->> 'mappedKind', value ->> 'id', value ->> 'name',
              lower(value ->> 'name'), value ->> 'number', 1, value ->> 'accountType', value ->> 'group',
              value ->> 'last12', ?3, ?3 FROM json_each(?2)`,
    ).bind(COMPANY_ID, JSON.stringify(rows), now),
  ])
}
