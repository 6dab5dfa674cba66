import { createFileRoute } from '@tanstack/react-router'
import { NewSpendRequest, newSpendSearch } from '../../../features/spend/spend-requests/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'

const Page = () => <NewSpendRequest {...Route.useSearch()} />

export const Route = createFileRoute('/_staff/spend-requests/add-new')({
  staticData: { access: 'spend-requests.use' },
  validateSearch: pageSearch(newSpendSearch),
  component: Page,
})
