import { TARGETS } from '../../../../schema/planning/actuals/mapping-values.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import {
  BUSINESS_UNIT,
  DEPARTMENT,
  ENTITY,
  LOCATION,
  REVENUE_CATEGORY,
  SPEND_CATEGORY,
  type UnitKind,
} from '../../platform/organisation/index.ts'

/** What each kind of object is mapped to, and the columns of a mapping. */

/** The fields of a mapping by column, as people change them. */
export interface Mapping {
  vendorId: string | null
  departmentId: string | null
  businessUnitId: string | null
  locationId: string | null
  entityId: string | null
  categoryId: string | null
  trackingLevel: string
  isPayroll: boolean
  isTracked: boolean
  isDismissed: boolean
  type: string | null
}

export const COLUMNS: Record<keyof Mapping, string> = {
  vendorId: 'vendor_id',
  departmentId: 'department_id',
  businessUnitId: 'business_unit_id',
  locationId: 'location_id',
  entityId: 'entity_id',
  categoryId: 'category_id',
  trackingLevel: 'tracking_level',
  isPayroll: 'is_payroll',
  isTracked: 'is_tracked',
  isDismissed: 'is_dismissed',
  type: 'chosen_type',
}

/** How the history and messages call them. */
export const LABELS: Record<keyof Mapping, string> = {
  vendorId: 'vendor',
  departmentId: 'department',
  businessUnitId: 'business unit',
  locationId: 'location',
  entityId: 'entity',
  categoryId: 'category',
  trackingLevel: 'tracking',
  isPayroll: 'payroll',
  isTracked: 'tracked',
  isDismissed: 'dismissed',
  type: 'type',
}

type IdField = 'vendorId' | 'departmentId' | 'businessUnitId' | 'locationId' | 'entityId' | 'categoryId'

/** Null: vendors. */
export const TARGET_UNITS: Record<MappedKind, UnitKind | null> = {
  DEPARTMENT,
  LOCATION,
  VENDOR: null,
  EXPENSE_ACCOUNT: SPEND_CATEGORY as UnitKind,
  REVENUE_ACCOUNT: REVENUE_CATEGORY as UnitKind,
  CLASSIFICATION: BUSINESS_UNIT,
  ENTITY,
} as Record<MappedKind, UnitKind | null>

const TABLES: Record<Exclude<IdField, 'categoryId'>, { table: string; noun: string }> = {
  vendorId: { table: 'vendors', noun: 'vendor' },
  departmentId: { table: DEPARTMENT.table, noun: DEPARTMENT.noun },
  businessUnitId: { table: BUSINESS_UNIT.table, noun: BUSINESS_UNIT.noun },
  locationId: { table: LOCATION.table, noun: LOCATION.noun },
  entityId: { table: ENTITY.table, noun: ENTITY.noun },
}

/** The fields of a kind that name something of the company, each with its table. */
export const idFieldsOf = (kind: MappedKind): { field: IdField; table: string; noun: string }[] => {
  const { id, noun } = TARGETS[kind]
  const target = { field: id, table: TARGET_UNITS[kind]?.table ?? 'vendors', noun }
  const isAccount = kind === 'EXPENSE_ACCOUNT' || kind === 'REVENUE_ACCOUNT'
  if (!isAccount) return [target]
  return [target, ...(['departmentId', 'businessUnitId'] as const).map((field) => ({ field, ...TABLES[field] }))]
}
