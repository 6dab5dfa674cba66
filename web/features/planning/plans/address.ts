import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import { type Address, to } from '../../../lib/address.ts'

export const PLANS = { label: 'Plans', href: to('/budget-tracking/budgets') }
export const planHref = (planId: string): Address => to('/budget-tracking/budgets/$planId', { planId })

/** What a kind is called on screens, and the addresses where it is linked: after an import, and in the settings. */
export const KINDS: Record<
  PlanMappingKind,
  {
    title: string
    one: string
    several: string
    step: (planId: string) => Address
    /** All plans, and one of them. */
    settings: Address
    setting: (planId: string) => Address
  }
> = {
  DEPARTMENTS: {
    title: 'Departments',
    one: 'department',
    several: 'departments',
    step: (planId) => to('/budget-tracking/budgets/import/map-departments/$planId', { planId }),
    settings: to('/settings/manage-mappings/budgets/departments'),
    setting: (planId) => to('/settings/manage-mappings/budgets/departments/$planId', { planId }),
  },
  BUSINESS_UNITS: {
    title: 'Business units',
    one: 'business unit',
    several: 'business units',
    step: (planId) => to('/budget-tracking/budgets/import/map-business-units/$planId', { planId }),
    settings: to('/settings/manage-mappings/budgets/business-units'),
    setting: (planId) => to('/settings/manage-mappings/budgets/business-units/$planId', { planId }),
  },
  EXPENSE_CATEGORIES: {
    title: 'Spend categories',
    one: 'spend category',
    several: 'spend categories',
    step: (planId) => to('/budget-tracking/budgets/import/map-spend-categories/$planId', { planId }),
    settings: to('/settings/manage-mappings/budgets/spend-categories'),
    setting: (planId) => to('/settings/manage-mappings/budgets/spend-categories/$planId', { planId }),
  },
  REVENUE_CATEGORIES: {
    title: 'Revenue categories',
    one: 'revenue category',
    several: 'revenue categories',
    step: (planId) => to('/budget-tracking/budgets/import/map-revenue-categories/$planId', { planId }),
    settings: to('/settings/manage-mappings/budgets/revenue-categories'),
    setting: (planId) => to('/settings/manage-mappings/budgets/revenue-categories/$planId', { planId }),
  },
  LOCATIONS: {
    title: 'Locations',
    one: 'location',
    several: 'locations',
    step: (planId) => to('/budget-tracking/budgets/import/map-locations/$planId', { planId }),
    settings: to('/settings/manage-mappings/budgets/locations'),
    setting: (planId) => to('/settings/manage-mappings/budgets/locations/$planId', { planId }),
  },
  VENDORS: {
    title: 'Vendors',
    one: 'vendor',
    several: 'vendors',
    step: (planId) => to('/budget-tracking/budgets/import/map-vendors/$planId', { planId }),
    settings: to('/settings/manage-mappings/budgets/vendors'),
    setting: (planId) => to('/settings/manage-mappings/budgets/vendors/$planId', { planId }),
  },
}

/** In the order of the steps after an import. */
export const KIND_ORDER: readonly PlanMappingKind[] = [
  'DEPARTMENTS',
  'BUSINESS_UNITS',
  'EXPENSE_CATEGORIES',
  'REVENUE_CATEGORIES',
  'LOCATIONS',
  'VENDORS',
]

export const kindsOf = (fields: readonly PlanMappingKind[]): PlanMappingKind[] =>
  KIND_ORDER.filter((kind) => fields.includes(kind))
