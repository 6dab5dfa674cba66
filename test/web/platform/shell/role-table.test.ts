import { describe, expect, it } from 'vitest'
import { isInScope } from '../../../../schema/platform/members/rules.ts'
import {
  type AccessFlag,
  can,
  PERMISSIONS,
  type Permission,
  readLocalFlags,
  roleChips,
} from '../../../../schema/shared/permissions.ts'
import { NAVIGATION, type NavEntry, visibleEntries } from '../../../../web/features/platform/shell/navigation.ts'
import { type Switch, subject } from '../../../support/policy-subject.ts'
import { ADMIN, EVERYBODY, PEOPLE, type Person, ROWS } from './role-rows.ts'

const allowed = (permission: Permission, off: Switch[] = []): Person[] =>
  EVERYBODY.filter((person) => can(PEOPLE[person](off), permission))

describe('roles and permissions in the specification', () => {
  it.each(ROWS)('$says', ({ permission, who, needs = [] }) => {
    expect(allowed(permission).sort()).toEqual([...who].sort())
    for (const flag of needs) expect({ flag, who: allowed(permission, [flag]) }).toEqual({ flag, who: [] })
  })

  it('people who change all of something add to it', () => {
    const has = (name: string): name is Permission => name in PERMISSIONS
    const areas = new Set(Object.keys(PERMISSIONS).map((name) => name.split('.')[0]))
    const pairs = [...areas].flatMap((area) =>
      [`${area}.manage`, `${area}.edit`].flatMap((change) =>
        [`${area}.create`]
          .filter((add) => has(change) && has(add))
          .map((add) => [change, add] as [Permission, Permission]),
      ),
    )
    expect(pairs).toEqual([
      ['vendors.manage', 'vendors.create'],
      ['vendors.edit', 'vendors.create'],
      ['members.manage', 'members.create'],
    ])
    // A service is part of its vendor.
    for (const [change, add] of [...pairs, ['vendors.edit', 'services.create'] as const])
      expect({ add, without: allowed(change).filter((person) => !allowed(add).includes(person)) }).toEqual({
        add,
        without: [],
      })
  })

  it('everyone sees spend requests when intake requests are off', () => {
    expect(allowed('spend-requests.use', ['enableIntakeRequests'])).toEqual(EVERYBODY)
  })

  it('only admins see financial analysis when no accounting system is connected', () => {
    expect(allowed('financial-analysis.use', ['isErpLinked']).sort()).toEqual([...ADMIN].sort())
  })

  it('a super viewer who is a financial analyst sees spend review', () => {
    const both = subject(['hasSuperViewerAccess', 'hasFinancialAnalysisAccess'])
    expect(can(both, 'reports.spend-review')).toBe(true)
  })

  it('leads reach only people in their departments and business units', () => {
    const lead = { userId: 'lead', groupIds: [], departmentIds: ['ours'], businessUnitIds: ['unit'] }
    const reaches = (flags: AccessFlag[], departmentIds: string[], businessUnitIds: string[] = []) =>
      isInScope({ ...lead, flags: subject(flags).flags }, { departmentIds, businessUnitIds })
    expect(reaches(['hasDepartmentAccess'], ['ours', 'theirs'])).toBe(true)
    expect(reaches(['hasDepartmentAccess'], ['theirs'], ['unit'])).toBe(false)
    expect(reaches(['hasBusinessUnitAccess'], [], ['unit'])).toBe(true)
    expect(reaches(['hasBusinessUnitAccess'], ['ours'])).toBe(false)
    expect(reaches(['hasUserAdminAccess'], ['theirs'])).toBe(true)
  })

  it('every permission of the catalog has a row here or among the product’s additions', () => {
    const added: Permission[] = [
      'requests.see-all',
      'requests.create-category',
      'spend-requests.read',
      'bills.read',
      'bills.enter-for-others',
      'checks.decide',
      'sign-on.manage',
      'payments.look',
      'payments.pay',
      'payments.start',
      'payments.guard',
      'spend-picture.read',
      'approvals.take-part',
      'approvals.configure',
      'approver-matrices.read',
      'business-units.use',
      'entities.use',
      'services.subscribe',
      'transactions.read',
      'plans.use',
      'vendors.import',
      'vendors.merge',
      'vendors.read-payment-information',
      'documents.summarize',
      'assistant.use',
      'requests.ask',
      'chats.use',
      'purchase-orders.use',
      'members.read',
      'members.manage-notifications',
      'evidence.make',
      'audit.read-company',
      'audit.verify',
    ]
    const known = [...ROWS.map((row) => row.permission), ...added]
    expect(Object.keys(PERMISSIONS).filter((permission) => !known.includes(permission as Permission))).toEqual([])
  })
})

const flatten = (entries: NavEntry[]): NavEntry[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.children ?? [])])
/** Menu items with the same label are told apart in the table. */
const nameOf = (entry: NavEntry, isSetting: boolean) =>
  isSetting && ['Vendor management', 'Sourcing', 'Payments'].includes(entry.label)
    ? `${entry.label} settings`
    : entry.label

const shownTo = (person: Person): string[] => {
  const visible = visibleEntries(NAVIGATION, (permission) => can(PEOPLE[person]([]), permission))
  return visible.flatMap((entry) => flatten([entry]).map((part) => nameOf(part, entry.id === 'settings')))
}

describe('the navigation', () => {
  const inProduct = NAVIGATION.flatMap((entry) => flatten([entry]).map((part) => nameOf(part, entry.id === 'settings')))
  const conditions = ROWS.flatMap(({ nav = [], who }) => nav.map((label) => ({ label, who })))

  it.each(conditions.filter(({ label }) => inProduct.includes(label)))(
    '$label shows to the roles in the specification',
    ({ label, who }) => {
      expect(EVERYBODY.filter((person) => shownTo(person).includes(label)).sort()).toEqual([...who].sort())
    },
  )

  it('owners of a vendor form see the forms, and people who configure all of vendor management see all of it', () => {
    expect(EVERYBODY.filter((person) => shownTo(person).includes('Vendor forms'))).toEqual(['vendorFormOwner'])
  })
})

describe('role chips', () => {
  it.each([
    [[], ['Member']],
    [['hasAdminAccess'], ['Admin']],
    [['hasSuperViewerAccess'], ['Super Viewer']],
    [['hasDepartmentAccess'], ['Dept. Lead']],
    [['hasDepartmentAccess', 'hasDepartmentPayrollAccess'], ['Dept. Lead with payroll']],
    [['hasBusinessUnitAccess'], ['B.U. Lead']],
    [['hasBusinessUnitAccess', 'hasBusinessUnitPayrollAccess'], ['B.U. Lead with payroll']],
    [
      ['hasPaymentsAccess', 'hasVendorAdminAccess', 'hasUserAdminAccess', 'hasFinancialAnalysisAccess'],
      ['User Admin', 'Vendor Admin', 'Payments', 'Financial Analysis'],
    ],
  ] satisfies [AccessFlag[], string[]][])('the chips of %j are %j', (flags, chips) => {
    expect(roleChips(subject(flags).flags)).toEqual(chips)
  })
})

describe('local flags', () => {
  it('flags are off unless the installation names them, and unknown names are ignored', () => {
    expect(Object.values(readLocalFlags(undefined))).toEqual([false, false, false])
    expect(readLocalFlags('assistant, headcount,everything')).toEqual({
      headcount: true,
      createServiceFromDocument: false,
      assistant: true,
    })
  })
})
