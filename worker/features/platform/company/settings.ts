import * as endpoints from '../../../../schema/platform/company/endpoints.ts'
import { COMPANY_CHOICES, type CompanyChoice } from '../../../../schema/platform/company/flags.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { changeCompany, companyStatement, type StoredCompany } from './change.ts'
import { modulesOf } from './modules.ts'

/** What a company's own admins choose for it: settings, and the modules among those that the platform gives. */

const settingsOf = async (context: StaffContext): Promise<endpoints.CompanySettings> => {
  const stored = await context.db.first<StoredCompany>(companyStatement(context, context.actor.companyId))
  if (!stored) throw notFound('The company')
  const flags = readCompanyFlags(stored.flags)
  const choices = Object.fromEntries(COMPANY_CHOICES.map((flag) => [flag, flags[flag]]))
  return {
    id: stored.id,
    name: stored.name,
    emailShortName: stored.emailShortName,
    currency: stored.currency,
    timeZone: stored.timeZone,
    canChangeCurrency: stored.hasAmounts === 0,
    requestApprovalMode: stored.requestApprovalMode,
    ...(choices as Record<CompanyChoice, boolean>),
    modules: modulesOf(stored.flags),
    version: stored.version,
  }
}

export const readCompanySettings = query({
  id: 'company.settings',
  access: 'settings.manage',
  input: inputOf(endpoints.getCompanySettings),
  run: settingsOf,
})

/** Throws INVALID for a currency that amounts depend on and as `switchModules` does, CONFLICT for a stale version. */
export const updateCompanySettings = command({
  id: 'company.update-settings',
  access: 'settings.manage',
  input: inputOf(endpoints.updateCompanySettings),
  run: async (context, { currency, timeZone, requestApprovalMode, version, modules, ...flags }) =>
    changeCompany(context, { currency, timeZone, requestApprovalMode, version, modules, flags }),
})
