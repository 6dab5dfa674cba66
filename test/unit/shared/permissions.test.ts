import { describe, expect, it } from 'vitest'
import { COMPANY_FLAGS, can, type Permission, readCompanyFlags, roleChips } from '../../../schema/shared/permissions.ts'
import { subject } from '../../support/policy-subject.ts'

/** Roles and permissions as the specification states them (1 §2 and §6), not as the catalog derives them. */

const PRINCIPALS = {
  member: subject(),
  admin: subject(['hasAdminAccess']),
  superViewer: subject(['hasSuperViewerAccess']),
  departmentLead: subject(['hasDepartmentAccess']),
  unitLead: subject(['hasBusinessUnitAccess']),
  userAdmin: subject(['hasUserAdminAccess']),
  payments: subject(['hasPaymentsAccess']),
  vendorAdmin: subject(['hasVendorAdminAccess']),
  analyst: subject(['hasFinancialAnalysisAccess']),
  bypasser: subject(['hasApprovalBypassAccess']),
  filesForOthers: subject(['submitsSpendRequestsForOthers']),
  categoryOwner: subject([], { isRequestCategoryOwner: true }),
  sourcingOwner: subject([], { isSourcingCategoryOwner: true }),
  vendorFormOwner: subject([], { isVendorFormOwner: true }),
  viewedByAdmin: subject(['hasAdminAccess'], { isImpersonated: true }),
  staffOfPlatform: subject([], { isInternalStaff: true }),
}
type Principal = keyof typeof PRINCIPALS
const EVERYBODY = Object.keys(PRINCIPALS) as Principal[]

const ADMINS: Principal[] = ['admin', 'viewedByAdmin']
const STATED: [Permission, Principal[]][] = [
  ['staff.use', EVERYBODY],
  ['settings.manage', ADMINS],
  ['search.use', EVERYBODY],
  ['requests.use', EVERYBODY],
  ['requests.see-all', [...ADMINS, 'superViewer']],
  ['requests.configure', [...ADMINS, 'categoryOwner']],
  ['vendors.configure', [...ADMINS, 'vendorAdmin']],
  ['requests.create-category', ADMINS],
  ['sourcing.configure', [...ADMINS, 'sourcingOwner']],
  ['vendor-forms.configure', [...ADMINS, 'vendorAdmin', 'vendorFormOwner']],
  ['requests.submit-for-others', [...ADMINS, 'filesForOthers']],
  ['approvals.bypass', ['admin', 'bypasser']],
  ['members.view-as', ['admin', 'staffOfPlatform']],
  ['members.manage', [...ADMINS, 'superViewer', 'departmentLead', 'unitLead', 'userAdmin']],
  ['members.manage-delegates', ADMINS],
  ['audit.verify', ADMINS],
  ['evidence.make', [...ADMINS, 'superViewer', 'payments', 'analyst']],
]

it.each(STATED)('%s is limited to the roles in the specification', (permission, allowed) => {
  const told = EVERYBODY.filter((name) => can(PRINCIPALS[name], permission))
  expect(told.sort()).toEqual([...allowed].sort())
})

it('no one has intake permissions while the company has them turned off', () => {
  const off = subject(['hasAdminAccess'], { isRequestCategoryOwner: true }, ['enableIntakeRequests'])
  const permissions: Permission[] = ['requests.use', 'requests.configure', 'requests.create-category']
  expect(permissions.filter((permission) => can(off, permission))).toEqual([])
})

describe('the flags of a company', () => {
  it('flags are off unless set, except login links, vendor categories and the processing of payments', () => {
    const on = (json: string) => COMPANY_FLAGS.filter((flag) => readCompanyFlags(json)[flag])
    expect(on('{}').sort()).toEqual(['enableEmailLinkLogin', 'enablePaymentsProcessing', 'enableVendorCategories'])
    const off = '"enableEmailLinkLogin":false,"enableVendorCategories":false,"enablePaymentsProcessing":false'
    const chosen = `{${off},"enableSourcing":true}`
    expect(on(chosen)).toEqual(['enableSourcing'])
  })
  it('flags are booleans of the catalog, and other keys and values are ignored', () => {
    const flags = readCompanyFlags('{"enableSourcing":"yes","enableEverything":true,"enableEntities":1}')
    expect(flags).toEqual(readCompanyFlags('{}'))
  })
})

it('role chips name what a member is, in order, or a plain member', () => {
  expect(roleChips(PRINCIPALS.member.flags)).toEqual(['Member'])
  expect(roleChips(PRINCIPALS.payments.flags)).toEqual(['Payments'])
  const all = subject(['hasBusinessUnitAccess', 'hasDepartmentAccess', 'hasDepartmentPayrollAccess', 'hasAdminAccess'])
  expect(roleChips(all.flags)).toEqual(['Admin', 'Dept. Lead with payroll', 'B.U. Lead'])
})
