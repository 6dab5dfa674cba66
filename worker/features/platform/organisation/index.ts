/**
 * The units of a company: departments, business units, locations, entities, groups, categories. Invariant: a name is
 * unique among the units of its kind, ignoring case.
 */
export { createUnit, deleteUnit, updateUnit } from './change.ts'
export {
  BUSINESS_UNIT,
  DEPARTMENT,
  ENTITY,
  GROUP,
  LOCATION,
  REVENUE_CATEGORY,
  SPEND_CATEGORY,
  type UnitKind,
} from './kinds.ts'
export { livingUnitNameSql, livingUnitSql, unitNamedSql, unitsCalled } from './meant.ts'
export { addMembers, removeMembers } from './members.ts'
export { type NewUnits, newUnits } from './new-units.ts'
export { removalOfUnused } from './remove-unused.ts'
export { saveUnits } from './save-many.ts'
export { unitSurvivorSql } from './survivors.ts'
export { firstOfLast12Months, unitsStatement } from './units.ts'
