import { createFileRoute } from '@tanstack/react-router'
import { LinksPage, linksSearch } from '../../../features/planning/vendor-links/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/vendors/from-accounting')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(linksSearch),
  component: LinksPage,
})
