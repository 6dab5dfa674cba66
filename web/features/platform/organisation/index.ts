/**
 * Departments, business units, locations, entities, groups and categories: one list, page and dialog for all kinds.
 */
export { EntitiesPage } from './entities-page.tsx'
export { BUSINESS_UNITS, DEPARTMENTS, GROUPS, LOCATIONS, REVENUE_CATEGORIES, SPEND_CATEGORIES } from './kinds.ts'
export { UnitList } from './unit-list.tsx'
export { UnitPage } from './unit-page.tsx'
