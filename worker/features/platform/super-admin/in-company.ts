import { ACCESS_FLAGS, type AccessFlag, readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { inPlace } from '../../../core/cells.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { companyStatement, type StoredCompany } from '../company/index.ts'
import { STAFF_COMPANY } from '../session/index.ts'

const NO_FLAGS = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, false])) as Record<AccessFlag, boolean>

type Place = Pick<
  StoredCompany,
  | 'id'
  | 'name'
  | 'emailShortName'
  | 'currency'
  | 'timeZone'
  | 'requestApprovalMode'
  | 'flags'
  | 'lightLogoKey'
  | 'darkLogoKey'
>

/**
 * The context of someone of the platform's staff who works in a company without being its member. What they change is
 * the company's and in its history, with their name. They have none of its roles. The results of their commands stay
 * with their session.
 */
export const atWorkIn = (context: StaffContext, company: Place): StaffContext => {
  const { actor } = context
  return {
    ...context,
    home: { userId: actor.userId, companyId: actor.companyId },
    actor: {
      ...actor,
      companyId: company.id,
      name: `${actor.name} (Outlay staff)`,
      departments: [],
      businessUnits: [],
      groups: [],
      locationId: null,
      delegatorIds: [],
      ownedCategoryIds: [],
      company: {
        id: company.id,
        name: company.name,
        emailShortName: company.emailShortName,
        currency: company.currency,
        timeZone: company.timeZone,
        requestApprovalMode: company.requestApprovalMode,
        lightLogoKey: company.lightLogoKey,
        darkLogoKey: company.darkLogoKey,
      },
      policy: {
        ...actor.policy,
        flags: NO_FLAGS,
        company: readCompanyFlags(company.flags),
        isRequestCategoryOwner: false,
        isSourcingCategoryOwner: false,
        isVendorFormOwner: false,
        approvesRequestsForDepartment: false,
        approvesRequestsForBusinessUnit: false,
      },
    },
  }
}

/** The same for an existing company, with its record. Throws NOT_FOUND, also for the one that staff belong to. */
export const inCompany = async (
  context: StaffContext,
  companyId: string,
): Promise<{ inside: StaffContext; company: StoredCompany }> => {
  const there = await inPlace(context, { companyId })
  const company = await there.db.first<StoredCompany>(companyStatement(there, companyId))
  if (!company || companyId === STAFF_COMPANY) throw notFound('The company')
  return { inside: atWorkIn(there, company), company }
}
