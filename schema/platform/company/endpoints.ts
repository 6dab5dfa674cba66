import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { currency } from '../../shared/money.ts'
import { requestApprovalMode } from './approval-modes.ts'
import { COMPANY_CHOICES, type CompanyChoice } from './flags.ts'
import { MODULES } from './modules.ts'
import { timeZone } from './time-zone.ts'

/** What a company's own admins choose for it. */

const choices = <T extends z.ZodType>(type: T) =>
  Object.fromEntries(COMPANY_CHOICES.map((flag) => [flag, type])) as Record<CompanyChoice, T>

export const companySettings = z.object({
  id: z.string(),
  name: z.string(),
  emailShortName: z.string(),
  currency,
  /** False once amounts were compared in the currency. */
  canChangeCurrency: z.boolean(),
  /** The day there is the date of what is posted. */
  timeZone,
  requestApprovalMode,
  ...choices(z.boolean()),
  modules: z.array(
    z.object({
      module: z.enum(MODULES),
      isOn: z.boolean(),
      /** False: only the platform can give it to the company. */
      isAllowed: z.boolean(),
    }),
  ),
  version: z.number().int(),
})
export type CompanySettings = z.infer<typeof companySettings>

export const getCompanySettings = endpoint({
  id: 'company.settings',
  method: 'GET',
  path: '/api/company-settings',
  summary: 'What the company’s admins have chosen for it',
  response: companySettings,
})

export const updateCompanySettings = endpoint({
  id: 'company.update-settings',
  method: 'PUT',
  path: '/api/company-settings',
  summary: 'Change what the company’s admins choose; what is left out stays',
  body: z.object({
    currency: currency.optional(),
    timeZone: timeZone.optional(),
    requestApprovalMode: requestApprovalMode.optional(),
    ...choices(z.boolean().optional()),
    modules: z.partialRecord(z.enum(MODULES), z.boolean()).optional(),
    version: z.number().int().min(1).optional(),
  }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})
