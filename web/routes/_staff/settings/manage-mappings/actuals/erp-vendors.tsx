import { createFileRoute } from '@tanstack/react-router'
import { MappingPage, mappingSearch } from '../../../../../features/planning/actuals/index.ts'
import { pageSearch } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/settings/manage-mappings/actuals/erp-vendors')({
  staticData: { access: 'actuals.map' },
  validateSearch: pageSearch(mappingSearch),
  component: () => <MappingPage kind="VENDOR" />,
})
