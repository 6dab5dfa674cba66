import type {
  CompanyUserSession,
  SessionData,
  VendorUserSession,
} from '../../../../schema/platform/session/endpoints.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { createCompanyToken, createImpersonationToken, createReverseImpersonationToken } from './operations.ts'
import { readSession } from './session-data.ts'

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
