import type { CompanyFlag } from '../../shared/permissions.ts'
import type { Module } from './modules.ts'

/** The module that each kind of what is approved belongs to. While it is off, no one is asked for a decision, at any door. */
const MODULES: ReadonlyMap<string, Module> = new Map([
  ['INTAKE_SUBMISSION', 'enableIntakeRequests'],
  ['SPEND_REQUEST', 'enableSpendRequests'],
  ['PURCHASE_ORDER', 'enableNetsuitePurchaseOrder'],
  ['BILL', 'paymentsEnabled'],
])

export const moduleOf = (targetType: string): Module | undefined => MODULES.get(targetType)

/** @param company the company's flags */
export const isModuleOn = (targetType: string, company: Readonly<Record<CompanyFlag, boolean>>): boolean => {
  const module = moduleOf(targetType)
  return !module || company[module]
}
