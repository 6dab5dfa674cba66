import { createFileRoute } from '@tanstack/react-router'
import { NewServicePage, newServiceSearch } from '../../../features/vendors/services/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/services/add-new')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(newServiceSearch),
  component: NewServicePage,
})
