import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { currency } from '../../shared/money.ts'
import { accessFlags, companyFlags, localFlags } from '../../shared/permissions.ts'
import { BOOKS_SYSTEMS } from '../accounting/books.ts'
import { requestApprovalMode } from '../company/approval-modes.ts'
import { FIRST_STEPS_STATES } from '../first-steps/states.ts'

export const currentPermissions = accessFlags.extend({
  isRequestCategoryOwner: z.boolean(),
  isSourcingCategoryOwner: z.boolean(),
  isVendorFormOwner: z.boolean(),
  approvesRequestsForDepartment: z.boolean(),
  approvesRequestsForBusinessUnit: z.boolean(),
  isInternalStaff: z.boolean(),
  /** Features that this installation has turned on. */
  localFlags,
  departmentIds: z.array(z.string()),
  businessUnitIds: z.array(z.string()),
  groupIds: z.array(z.string()),
  locationId: z.string().nullable(),
})
export type CurrentPermissions = z.infer<typeof currentPermissions>

export const getCurrentPermissions = endpoint({
  id: 'shell.current-permissions',
  method: 'GET',
  path: '/api/current-permissions',
  summary: 'The current person’s permissions',
  response: currentPermissions,
})

export const currentCompany = companyFlags.extend({
  id: z.string(),
  name: z.string(),
  emailShortName: z.string(),
  currency,
  /** The one that the books go by. */
  timeZone: z.string(),
  requestApprovalMode,
  erpIntegrationType: z.enum(BOOKS_SYSTEMS).nullable(),
  /** Null until it is connected, or where its metadata came as a file. */
  samlMetadataUrl: z.string().nullable(),
  /** Where a SAML provider of the company posts its answers, and what we are called there. */
  samlCallbackUrl: z.string(),
  samlIssuerUrl: z.string(),
  /** Whether Home lists the first steps, for people who manage settings; for others they are done. */
  firstSteps: z.enum(FIRST_STEPS_STATES),
})
export type CurrentCompany = z.infer<typeof currentCompany>

export const getCurrentCompany = endpoint({
  id: 'shell.current-company',
  method: 'GET',
  path: '/api/current-company',
  summary: 'The company of the session, with its switches',
  response: currentCompany,
})

export const getCompanyMemberships = endpoint({
  id: 'shell.company-memberships',
  method: 'GET',
  path: '/api/current-user/company-memberships',
  summary: 'The companies the signed-in person belongs to',
  response: z.array(
    z.object({
      companyId: z.string(),
      companyName: z.string(),
      hasAdminAccess: z.boolean(),
      hasDepartmentAccess: z.boolean(),
      /** Not joined yet. */
      isInvited: z.boolean(),
      isCurrent: z.boolean(),
    }),
  ),
})

export const getCompanyLogo = endpoint({
  id: 'shell.company-logo-signed-url',
  method: 'GET',
  path: '/api/company-logo-signed-url',
  summary: "Signed addresses of the company's logos, null where there is none",
  response: z.object({ lightLogoUrl: z.string().nullable(), darkLogoUrl: z.string().nullable() }),
})
