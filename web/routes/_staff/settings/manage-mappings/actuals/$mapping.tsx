import { createFileRoute } from '@tanstack/react-router'
import { MappingAtAddress, mappingSearch } from '../../../../../features/planning/actuals/index.ts'
import { pageSearch } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/settings/manage-mappings/actuals/$mapping')({
  staticData: { access: 'actuals.map' },
  validateSearch: pageSearch(mappingSearch),
  component: MappingAtAddress,
})
