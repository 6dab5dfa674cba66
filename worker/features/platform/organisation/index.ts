/**
 * The units of a company: departments, business units, locations, entities, groups, categories. Invariant: a name is
 * unique among the units of its kind, ignoring case.
 */
export {
  BUSINESS_UNIT,
  DEPARTMENT,
  ENTITY,
  LOCATION,
  REVENUE_CATEGORY,
  SPEND_CATEGORY,
  type UnitKind,
} from './kinds.ts'
export { type NewUnits, newUnits } from './new-units.ts'
export { removalOfUnused } from './remove-unused.ts'
export { saveUnits } from './save-many.ts'
export { unitSurvivorSql } from './survivors.ts'
export { firstOfLast12Months, unitsStatement } from './units.ts'
