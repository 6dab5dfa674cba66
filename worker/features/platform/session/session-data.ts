import { z } from 'zod'
import type {
  CompanyUserSession,
  SessionData,
  VendorUserSession,
} from '../../../../schema/platform/session/endpoints.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { query } from '../../../core/operation.ts'
import type { VendorActor } from '../../../core/vendor-actor.ts'

export const toSessionData = (actor: StaffActor): CompanyUserSession => {
  const { flags } = actor.policy
  return {
    kind: 'COMPANY_USER',
    userId: actor.userId,
    email: actor.email,
    firstName: actor.firstName,
    lastName: actor.lastName,
    companyId: actor.companyId,
    companyName: actor.company.name,
    impersonatorId: actor.impersonator?.userId ?? null,
    actingReason: actor.impersonator?.reason ?? null,
    timezone: actor.timezone,
    ...(actor.owesFactor && { owesFactor: actor.owesFactor }),
    hasAdminAccess: flags.hasAdminAccess,
    hasSuperViewerAccess: flags.hasSuperViewerAccess,
    hasDepartmentAccess: flags.hasDepartmentAccess,
    hasDepartmentPayrollAccess: flags.hasDepartmentPayrollAccess,
    hasBusinessUnitAccess: flags.hasBusinessUnitAccess,
    hasBusinessUnitPayrollAccess: flags.hasBusinessUnitPayrollAccess,
    hasPaymentsAccess: flags.hasPaymentsAccess,
    hasVendorAdminAccess: flags.hasVendorAdminAccess,
    hasUserAdminAccess: flags.hasUserAdminAccess,
    hasFinancialAnalysisAccess: flags.hasFinancialAnalysisAccess,
    departmentIds: actor.departments.map((d) => d.id),
    departmentNames: actor.departments.map((d) => d.name),
    businessUnitIds: actor.businessUnits.map((b) => b.id),
    businessUnitNames: actor.businessUnits.map((b) => b.name),
    groupIds: actor.groups.map((g) => g.id),
  }
}

export const toVendorSessionData = (vendor: VendorActor): VendorUserSession => ({
  kind: 'VENDOR_USER',
  userId: vendor.userId,
  email: vendor.email,
  firstName: vendor.firstName,
  lastName: vendor.lastName,
  timezone: vendor.timezone,
  vendorCompanyId: vendor.vendorCompany.id,
  vendorCompanyName: vendor.vendorCompany.name,
  companyId: vendor.company?.id ?? null,
  companyName: vendor.company?.name ?? null,
})

/** The same for pages, for which no session is not an error. */
export const readCurrentSession = query({
  id: 'session.current',
  access: 'public',
  whileOwing: true,
  input: z.object({}),
  run: async ({ actor, vendor }): Promise<{ session: SessionData | null }> => ({
    session: vendor ? toVendorSessionData(vendor) : actor ? toSessionData(actor) : null,
  }),
})

/** The session's content (specification 1 §7), for a company's member or a vendor's. UNAUTHENTICATED without one. */
export const readSession = query({
  id: 'session.get',
  access: 'session.use',
  whileOwing: true,
  input: z.object({}),
  run: async ({ actor, vendor }): Promise<SessionData> => {
    if (vendor) return toVendorSessionData(vendor)
    if (actor) return toSessionData(actor)
    throw new Error('No one is signed in')
  },
})
