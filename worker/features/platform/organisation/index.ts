/**
 * The units of a company: departments, business units, locations, entities, groups, categories. Invariant: a name is
 * unique among the units of its kind, ignoring case.
 */
export { ENTITY } from './kinds.ts'
export { saveUnits } from './save-many.ts'
export { firstOfLast12Months, unitsStatement } from './units.ts'
