/**
 * Departments, business units, locations, entities, groups and categories: one list, page and dialog for all kinds.
 */
export type { UnitKind } from './api.ts'
export { EntitiesPage } from './entities-page.tsx'
export {
  BUSINESS_UNITS,
  DEPARTMENTS,
  ENTITIES,
  GROUPS,
  LOCATIONS,
  REVENUE_CATEGORIES,
  SPEND_CATEGORIES,
} from './kinds.ts'
export { NamesEditor } from './names-editor.tsx'
export { UnitList } from './unit-list.tsx'
export { UnitPage } from './unit-page.tsx'
export { UseList } from './use-list.tsx'
