import { z } from 'zod'
import { LONGEST_NEW_NAME, MOST_MAPPED_AT_ONCE } from '../../../../schema/planning/actuals/mapping-values.ts'
import { type MappedKind, trackingLevel } from '../../../../schema/platform/accounting/values.ts'
import { EXPENSE_CATEGORY_TYPES, REVENUE_CATEGORY_TYPES } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { id, requiredText } from '../../../../schema/shared/values.ts'
import { command, type StaffContext } from '../../../core/operation.ts'
import { changedRows, changeOf, saveChanges } from './mapping-save.ts'

/** The saves that the specification names, one for each kind (specification 3 §7.6). */

/** The specification's name of a field, where the engine has another one. */
const ENGINE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    isEnabledForTracking: 'isTracked',
    enabledForTrackingLevel: 'trackingLevel',
    spendCategoryId: 'categoryId',
    revenueCategoryId: 'categoryId',
  }),
)

const target = id.nullish()
const newName = requiredText(LONGEST_NEW_NAME).nullish()
const several = <T extends z.ZodRawShape>(shape: T) =>
  z
    .array(z.object({ id, version: z.number().int().min(1).nullish(), ...shape }))
    .min(1, 'Change at least one row')
    .max(MOST_MAPPED_AT_ONCE, `At most ${MOST_MAPPED_AT_ONCE} rows at once`)

const save = async (
  context: StaffContext,
  kind: MappedKind,
  rows: readonly { id: string; type?: string | null }[],
  list: string,
  names: Record<string, string>,
): Promise<{ id: string }[]> => {
  const changes = rows.map((row) =>
    changeOf({
      ...Object.fromEntries(Object.entries(row).map(([field, value]) => [ENGINE_NAMES.get(field) ?? field, value])),
      id: row.id,
      ...(row.type === 'OTHER' && { type: 'OTHER_EXPENSE' as const }),
    }),
  )
  return saveChanges(context, kind, changes, {
    at: (place, field) => `${list}.${place}.${names[field] ?? field}`,
    answer: changedRows,
  })
}

/** A save of `mappings` with these fields besides id and version. */
const saving = <T extends z.ZodRawShape>(operationId: string, kind: MappedKind, shape: T) => {
  const names = Object.fromEntries(
    Object.keys(shape).flatMap((name) => (ENGINE_NAMES.get(name) ? [[ENGINE_NAMES.get(name), name]] : [])),
  )
  return command({
    id: operationId,
    access: 'mappings.manage',
    input: z.object({ mappings: several(shape) }),
    run: (context, { mappings }) => save(context, kind, mappings as readonly { id: string }[], 'mappings', names),
  })
}

const located = { locationId: target, newLocationName: newName, isEnabledForTracking: z.boolean().nullish() }
const account = { departmentId: target, businessUnitId: target, enabledForTrackingLevel: trackingLevel.nullish() }

export const saveClassifications = saving('mappings.save-classifications', 'CLASSIFICATION', {
  businessUnitId: target,
  newBusinessUnitName: newName,
})
export const saveDepartments = saving('mappings.save-departments', 'DEPARTMENT', {
  departmentId: target,
  newDepartmentName: newName,
  isEnabledForTracking: z.boolean().nullish(),
})
export const saveVendors = saving('mappings.save-vendors', 'VENDOR', { vendorId: target, newVendorName: newName })
export const saveExpenseAccounts = saving('mappings.save-expense-accounts', 'EXPENSE_ACCOUNT', {
  ...account,
  spendCategoryId: target,
  newCategoryName: newName,
  isPayroll: z.boolean().nullish(),
  type: z.enum(EXPENSE_CATEGORY_TYPES).nullish(),
})
export const saveRevenueAccounts = saving('mappings.save-revenue-accounts', 'REVENUE_ACCOUNT', {
  ...account,
  revenueCategoryId: target,
  newCategoryName: newName,
  type: z.enum(REVENUE_CATEGORY_TYPES).nullish(),
})
export const saveLocations = saving('mappings.save-locations', 'LOCATION', located)

/** The same as a list without a frame around it. */
export const updateLocations = command({
  id: 'mappings.update-locations',
  access: 'mappings.manage',
  input: z.object({ erpLocations: several(located) }),
  run: (context, { erpLocations }) =>
    save(context, 'LOCATION', erpLocations, 'erpLocations', { isTracked: 'isEnabledForTracking' }),
})
