import type { CompanyUserSession, SessionData, VendorUserSession } from '../../../schema/platform/session/endpoints.ts'
import { COMPANY_FLAGS, type CompanyFlag, LOCAL_FLAGS, type LocalFlag } from '../../../schema/shared/permissions.ts'
import {
  createCompanyToken,
  createImpersonationToken,
  createReverseImpersonationToken,
} from '../../features/platform/session/operations.ts'
import { readSession } from '../../features/platform/session/session-data.ts'
import { readApplicationConfiguration, readPaymentsGatekeeper } from '../../features/platform/shell/operations.ts'
import { builder, resolveWith } from './builder.ts'

const sessionData = builder.interfaceRef<SessionData>('SessionData').implement({
  description: 'Who is signed in (specification 1 §3)',
  resolveType: (session) => (session.kind === 'VENDOR_USER' ? 'VendorUserSession' : 'CompanyUserSession'),
  fields: (t) => ({
    userId: t.exposeID('userId'),
    email: t.exposeString('email'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    timezone: t.exposeString('timezone', { nullable: true }),
  }),
})

builder.objectRef<CompanyUserSession>('CompanyUserSession').implement({
  description: 'A member of a company',
  interfaces: [sessionData],
  fields: (t) => ({
    companyId: t.exposeID('companyId'),
    companyName: t.exposeString('companyName'),
    impersonatorId: t.exposeID('impersonatorId', { nullable: true }),
    actingReason: t.exposeString('actingReason', { nullable: true }),
    hasAdminAccess: t.exposeBoolean('hasAdminAccess'),
    hasSuperViewerAccess: t.exposeBoolean('hasSuperViewerAccess'),
    hasDepartmentAccess: t.exposeBoolean('hasDepartmentAccess'),
    hasDepartmentPayrollAccess: t.exposeBoolean('hasDepartmentPayrollAccess'),
    hasBusinessUnitAccess: t.exposeBoolean('hasBusinessUnitAccess'),
    hasBusinessUnitPayrollAccess: t.exposeBoolean('hasBusinessUnitPayrollAccess'),
    hasPaymentsAccess: t.exposeBoolean('hasPaymentsAccess'),
    hasVendorAdminAccess: t.exposeBoolean('hasVendorAdminAccess'),
    hasUserAdminAccess: t.exposeBoolean('hasUserAdminAccess'),
    hasFinancialAnalysisAccess: t.exposeBoolean('hasFinancialAnalysisAccess'),
    departmentIds: t.idList({ resolve: (s) => s.departmentIds }),
    departmentNames: t.exposeStringList('departmentNames'),
    businessUnitIds: t.idList({ resolve: (s) => s.businessUnitIds }),
    businessUnitNames: t.exposeStringList('businessUnitNames'),
    groupIds: t.idList({ resolve: (s) => s.groupIds }),
  }),
})

builder.objectRef<VendorUserSession>('VendorUserSession').implement({
  description: 'A vendor’s contact; the customer company is null until one is chosen',
  interfaces: [sessionData],
  fields: (t) => ({
    vendorCompanyId: t.exposeID('vendorCompanyId'),
    vendorCompanyName: t.exposeString('vendorCompanyName'),
    companyId: t.exposeID('companyId', { nullable: true }),
    companyName: t.exposeString('companyName', { nullable: true }),
  }),
})

const tokenType = (name: string) =>
  builder.objectRef<{ loginTokenId: string }>(name).implement({
    description: 'Exchange it within a minute, from the same session, by POST /create-jwt-from-login-token',
    fields: (t) => ({ loginTokenId: t.exposeID('loginTokenId') }),
  })
const companyToken = tokenType('CompanyToken')
const impersonationToken = tokenType('ImpersonationToken')

builder.queryField('sessionData', (t) =>
  t.field({ type: sessionData, resolve: resolveWith('query.sessionData', readSession) }),
)
builder.mutationField('createCompanyToken', (t) =>
  t.field({
    type: companyToken,
    args: {
      companyId: t.arg.id({ required: true }),
      join: t.arg.boolean({ description: 'True to join a company the person was invited to' }),
    },
    resolve: resolveWith('mutation.createCompanyToken', createCompanyToken),
  }),
)
builder.mutationField('createImpersonationToken', (t) =>
  t.field({
    type: impersonationToken,
    args: {
      userId: t.arg.id({ required: true }),
      reason: t.arg.string({
        description: 'Reason for acting on the member’s behalf; without it, the member is only viewed',
      }),
    },
    resolve: resolveWith('mutation.createImpersonationToken', createImpersonationToken),
  }),
)
builder.mutationField('createReverseImpersonationToken', (t) =>
  t.field({
    type: impersonationToken,
    resolve: resolveWith('mutation.createReverseImpersonationToken', createReverseImpersonationToken),
  }),
)

const companyFlags = builder.objectRef<Record<CompanyFlag, boolean>>('CompanyFlags').implement({
  fields: (t) =>
    Object.fromEntries(COMPANY_FLAGS.map((flag) => [flag, t.boolean({ resolve: (flags) => flags[flag] })])),
})

const localFlags = builder.objectRef<Record<LocalFlag, boolean>>('LocalFlags').implement({
  description: 'What this installation has switched on for itself',
  fields: (t) => Object.fromEntries(LOCAL_FLAGS.map((flag) => [flag, t.boolean({ resolve: (flags) => flags[flag] })])),
})

type Configuration = Awaited<ReturnType<typeof readApplicationConfiguration.run>>
const applicationConfiguration = builder.objectRef<Configuration>('ApplicationConfiguration').implement({
  description: 'What the application is set up with for this company (specification 1 §3)',
  fields: (t) => ({
    applicationHostname: t.exposeString('applicationHostname'),
    emailInboundDomain: t.exposeString('emailInboundDomain', { nullable: true }),
    requestApprovalMode: t.exposeString('requestApprovalMode'),
    submitsSpendRequestsForOthers: t.exposeBoolean('submitsSpendRequestsForOthers'),
    hasErpClassifications: t.exposeBoolean('hasErpClassifications'),
    taxCodesEnabled: t.exposeBoolean('taxCodesEnabled'),
    hasSpendRules: t.exposeBoolean('hasSpendRules'),
    hasSpendCategories: t.exposeBoolean('hasSpendCategories'),
    companyFlags: t.field({ type: companyFlags, resolve: (configuration) => configuration.companyFlags }),
    localFlags: t.field({ type: localFlags, resolve: (configuration) => configuration.localFlags }),
  }),
})
builder.queryField('applicationConfiguration', (t) =>
  t.field({
    type: applicationConfiguration,
    resolve: resolveWith('query.applicationConfiguration', readApplicationConfiguration),
  }),
)

const paymentsGatekeeper = builder
  .objectRef<{ paymentsEnabled: boolean; paymentsOnboarded: boolean }>('PaymentsGatekeeper')
  .implement({
    fields: (t) => ({
      paymentsEnabled: t.exposeBoolean('paymentsEnabled'),
      paymentsOnboarded: t.exposeBoolean('paymentsOnboarded'),
    }),
  })
builder.queryField('paymentsGatekeeper', (t) =>
  t.field({ type: paymentsGatekeeper, resolve: resolveWith('query.paymentsGatekeeper', readPaymentsGatekeeper) }),
)
