import { createFileRoute } from '@tanstack/react-router'
import { MappingSteps, mappingSearch } from '../../../../features/planning/actuals/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/budget-tracking/actuals/mappings')({
  staticData: { access: 'actuals.map' },
  validateSearch: pageSearch(mappingSearch),
  component: MappingSteps,
})
