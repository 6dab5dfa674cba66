import type { CompanyFlag } from '../../shared/permissions.ts'

/**
 * Modules: parts of the product that a company's admins turn on and off, as far as the platform gives them to the company.
 * What is stored of a module stays when it is turned off.
 */
export const MODULES = [
  'enableIntakeRequests',
  'enableSpendRequests',
  'enableNetsuitePurchaseOrder',
  'enableSourcing',
  'enableVendorIntake',
  'enableVendorCategories',
  'enableN12mServiceSpend',
  'paymentsEnabled',
  'enableCurrencies',
  'enableBusinessUnits',
  'enableEntities',
  'enableDocumentSummary',
  'enableRequestAnalyticsChat',
] as const satisfies readonly CompanyFlag[]
export type Module = (typeof MODULES)[number]

/** What a module stands on: without that one it does nothing. */
export const MODULE_NEEDS: Partial<Record<Module, Module>> = {
  enableSourcing: 'enableIntakeRequests',
  enableVendorIntake: 'enableIntakeRequests',
  enableRequestAnalyticsChat: 'enableIntakeRequests',
}

/** In the stored flags, beside them: modules that the company turned off, so that they stay its own to turn on. */
const TURNED_OFF = 'offByCompany'

const isModule = (name: unknown): name is Module => MODULES.includes(name as Module)

/** @param json a company's stored flags */
export const turnedOffIn = (json: string): ReadonlySet<Module> => {
  const { [TURNED_OFF]: names } = JSON.parse(json) as Record<string, unknown>
  return new Set(Array.isArray(names) ? names.filter(isModule) : [])
}

/** As `turnedOffIn` reads it. */
export const storedTurnedOff = (modules: Iterable<Module>): Record<string, string[]> => ({ [TURNED_OFF]: [...modules] })
