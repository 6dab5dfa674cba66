import { has, ID, NAMED, paged, type Row, type Shape } from './row.ts'

/** Sessions, members and lookups by name. */

const FLAGS = [
  ...['hasAdminAccess', 'hasSuperViewerAccess', 'hasDepartmentAccess', 'hasDepartmentPayrollAccess'],
  ...['hasBusinessUnitAccess', 'hasBusinessUnitPayrollAccess', 'hasPaymentsAccess', 'hasFinancialAnalysisAccess'],
  ...['hasApprovalBypassAccess', 'hasVendorAdminAccess', 'hasUserAdminAccess', 'hasSpendRequestAccess'],
]
const flags: Record<string, Shape> = Object.fromEntries(FLAGS.map((flag) => [flag, 'flag']))
const off = Object.fromEntries(FLAGS.map((flag) => [flag, false]))
const path = { memberId: '@newMember' }
const READ = { call: 'GET /api/members/{memberId}', path }
const USER = {
  ...has(`id email:text firstName:text lastName:text title:text enabled:flag receiveEmail:flag receiveSlack:flag
    manager:object? location:object? departments:list businessUnits:list groups:list entities:list isSigner:flag
    approvesRequestsForDepartment:flag approvesRequestsForBusinessUnit:flag submitsSpendRequestsForOthers:flag
    isRequestCategoryOwner:flag`),
  ...flags,
}
const filters = { enabled: 'true', 'userIds[]': ['@colleague'], name: 'Carl', email: '@colleagueAddress' }
const profile = {
  ...{ firstName: 'Mia', lastName: 'Member', title: 'Buyer', managerId: '@colleague', departmentIds: ['@department'] },
  ...{ businessUnitIds: ['@businessUnit'], entityIds: ['@entity'], locationId: '@location', groupIds: ['@group'] },
  ...{ isSigner: false, submitsSpendRequestsForOthers: true, approvesRequestsForDepartment: true },
  ...{ approvesRequestsForBusinessUnit: false, ...off },
}
const stored = {
  ...{
    title: 'Buyer',
    manager: { id: '@colleague' },
    departments: [{ id: '@department' }],
    groups: [{ id: '@group' }],
  },
  ...{ businessUnits: [{ id: '@businessUnit' }], entities: [{ id: '@entity' }], location: { id: '@location' } },
  submitsSpendRequestsForOthers: true,
}
const SELECT: Shape = { edges: [{ node: has('label:text value:text') }] }
const options = (kind: string, given: string): Row => ({
  ...{ call: `GET /api/${kind}-select-options`, as: 'colleague' as const, given: [given], query: { search: '' } },
  answers: SELECT,
})

export const peopleRows: Row[] = [
  {
    call: 'GET /jwt-data',
    answers: {
      ...has(`userId email:text firstName:text lastName:text companyId departmentIds:list departmentNames:list
        businessUnitIds:list businessUnitNames:list groupIds:list hasAdminAccess:flag`),
    },
  },
  {
    call: 'POST /create-jwt-from-login-token',
    as: 'anonymous',
    body: { loginTokenId: '@loginToken', timezone: 'America/New_York' },
  },
  { call: 'DELETE /clear-jwt', as: 'leaver' },
  { call: 'POST /graphql', body: { query: '{ sessionData { userId } }', variables: {} }, answers: { data: 'object' } },
  {
    call: 'GET /api/current-permissions',
    answers: {
      ...has(`isRequestCategoryOwner:flag approvesRequestsForDepartment:flag approvesRequestsForBusinessUnit:flag
        submitsSpendRequestsForOthers:flag departmentIds:list businessUnitIds:list groupIds:list locationId:id?`),
      ...flags,
    },
  },
  {
    call: 'GET /api/current-company',
    answers: has('name:text emailShortName:text paymentsEnabled:flag paymentsOnboarded:flag enableIntakeRequests:flag'),
  },
  {
    call: 'GET /api/current-user/company-memberships',
    answers: [has('companyId companyName:text hasAdminAccess:flag hasDepartmentAccess:flag')],
  },
  { call: 'GET /api/company-logo-signed-url', answers: { lightLogoUrl: 'text?' } },
  {
    call: 'GET /api/members',
    query: { 'orderBy[by][]': 'name', 'orderBy[dir][]': 'DESC', notInGroupId: '@group', ...filters },
    answers: paged(USER),
  },
  { call: 'GET /api/members.csv', query: { notInDepartmentId: '@department', ...filters }, answers: 'text' },
  { ...READ, answers: USER },
  {
    call: 'POST /api/member/new',
    body: { email: '@newAddress', ...profile, sendNewMemberEmail: false },
    answers: ID,
    after: [{ ...READ, path: { memberId: '@answer' }, shows: { email: '@newAddress', ...stored } }],
  },
  {
    call: 'POST /api/member/{memberId}/update',
    path,
    body: { email: '@newMemberAddress', ...profile },
    answers: ID,
    after: [{ ...READ, shows: stored }],
  },
  {
    call: 'POST /api/members/{memberId}/enabled',
    path,
    body: { enabled: false },
    after: [{ ...READ, shows: { enabled: false } }],
  },
  {
    call: 'PUT /api/members/{memberId}/notification-settings',
    path,
    body: {
      ...{ receiveSlack: false, receiveEmail: false, spendApproverNotificationLevel: 'EVERY_UPDATE' },
      ...{ spendWatcherNotificationLevel: 'APPROVED_ONLY', requesterNotificationLevel: 'APPROVED_ONLY' },
    },
    after: [{ ...READ, shows: { receiveEmail: false } }],
  },
  {
    call: 'GET /api/members/{memberId}/delegate-approvers',
    path,
    given: ['@memberDelegate'],
    answers: { delegates: [{ user: 'object', note: 'text?' }] },
  },
  {
    call: 'POST /api/members/{memberId}/delegate-approvers',
    path,
    body: { delegateUserId: '@colleague', note: 'Leave' },
    after: [
      {
        call: 'GET /api/members/{memberId}/delegate-approvers',
        path,
        shows: { delegates: [{ user: { id: '@colleague' }, note: 'Leave' }] },
      },
    ],
  },
  {
    call: 'DELETE /api/members/{memberId}/delegate-approvers/{delegateUserId}',
    path: { ...path, delegateUserId: '@memberDelegate' },
    after: [{ call: 'GET /api/members/{memberId}/delegate-approvers', path, hides: '@memberDelegate' }],
  },
  { call: 'POST /api/members/send-new-member-invite', body: { userIds: ['@newMember'] } },
  {
    call: 'POST /api/members/permissions',
    body: { memberIds: ['@newMember'], ...off, hasFinancialAnalysisAccess: true },
    after: [{ ...READ, shows: { hasFinancialAnalysisAccess: true, hasAdminAccess: false } }],
  },
  {
    call: 'POST /api/members/groups',
    body: { memberIds: ['@newMember'], groupIds: ['@group'], mode: 'add' },
    after: [{ ...READ, shows: { groups: [{ id: '@group' }] } }],
  },
  {
    call: 'POST /api/members/departments',
    body: { memberIds: ['@newMember'], departmentIds: ['@department'], mode: 'replace' },
    after: [{ ...READ, shows: { departments: [{ id: '@department' }] } }],
  },
  {
    call: 'POST /api/members/business-units',
    body: { memberIds: ['@newMember'], businessUnitIds: ['@businessUnit'], mode: 'add' },
    after: [{ ...READ, shows: { businessUnits: [{ id: '@businessUnit' }] } }],
  },
  { call: 'GET /api/member-stats', answers: 'object' },
  {
    call: 'POST /api/users',
    body: { email: '@newAddress' },
    after: [{ call: 'GET /api/members', query: { email: '@newAddress' }, shows: { edges: [{ node: {} }] } }],
  },
  {
    call: 'query memberForm',
    args: { memberId: '@newMember' },
    answers: {
      managers: [has('label:text value:text')],
      ...{ departments: 'list{label value}', businessUnits: 'list{label value}', groups: 'list{label value}' },
      ...{ entities: 'list{label value}', locations: 'list{label value}', member: ID },
    },
  },
  { call: 'query sessionData', answers: has('userId email:text firstName:text lastName:text') },
  { call: 'mutation createCompanyToken', args: { companyId: '@companyId' }, answers: { loginTokenId: 'id' } },
  { call: 'mutation createImpersonationToken', args: { userId: '@colleague' }, answers: { loginTokenId: 'id' } },
  { call: 'mutation createReverseImpersonationToken', as: 'viewer', answers: { loginTokenId: 'id' } },
  {
    call: 'query applicationConfiguration',
    answers: {
      ...has(`hasErpClassifications:flag taxCodesEnabled:flag submitsSpendRequestsForOthers:flag
        applicationHostname:text requestApprovalMode:text hasSpendRules:flag emailInboundDomain:text?`),
      companyFlags: { enableIntakeRequests: 'flag' },
    },
  },
  { call: 'query googleMapsApiKey', answers: 'text?' },
  { call: 'query paymentsGatekeeper', answers: has('paymentsEnabled:flag paymentsOnboarded:flag') },
  { call: 'GET /api/v/session', as: 'vendorUser', answers: { vendorCompany: has('id name:text vendorType:text') } },
  { call: 'GET /api/v/associated-companies', as: 'vendorUser', answers: [{ vendorCompany: NAMED, company: NAMED }] },
  {
    call: 'POST /api/v/token-with-company',
    as: 'vendorUser',
    body: { companyId: '@companyId', vendorCompanyId: '@vendorCompanyId' },
  },
  options('vendor', '@vendor'),
  options('member', '@colleague'),
  options('group', '@group'),
  options('department', '@department'),
  options('location', '@location'),
  options('spend-category', '@spendCategory'),
  options('business-unit', '@businessUnit'),
  options('service', '@service'),
  { call: 'GET /api/users-for-mention', query: { query: 'Carl' }, answers: [has('id firstName:text lastName:text')] },
  {
    call: 'GET /api/search',
    given: ['@vendor'],
    query: { query: 'Vendor' },
    answers: [has('name:text vendorId:id? intakeSubmissionId:id? serviceId:id?')],
  },
]
