/**
 * Plans on screens. Invariant: a table is checked before anything is made of it, and a page shows each change of a link
 * before it is saved.
 */
export { planHref } from './address.ts'
export { planKeys, useFigures, usePlans } from './api.ts'
export { EditPlanPage } from './edit-page.tsx'
export { ADDRESSES, askedOf, dimensionsOf, FigureFilters, filtersOf } from './figure-filters.tsx'
export { ImportPlanPage } from './import-page.tsx'
export { loadPlanningCommands } from './late.ts'
export { LinkStepPage } from './link-page.tsx'
export { PlanChart } from './plan-chart.tsx'
export { LEFT_OUT, PlanPage } from './plan-page.tsx'
export { PlansPage, periodText } from './plans-page.tsx'
export { figureSearch, itemSearch, planListSearch } from './search.ts'
export { PlanMappingPage, PlanMappingsPage } from './settings-page.tsx'
