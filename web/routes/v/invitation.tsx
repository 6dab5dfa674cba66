import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { InvitationPage } from '../../features/vendors/portal/index.ts'
import { pageSearch, usePageSearch } from '../../lib/search-params.ts'
import { searchText } from '../../lib/search-text.ts'

const search = z.object({ token: searchText })

const Page = () => {
  const [{ token }] = usePageSearch(search)
  return <InvitationPage token={token} />
}

export const Route = createFileRoute('/v/invitation')({
  staticData: { access: 'everyone' },
  validateSearch: pageSearch(search),
  component: Page,
})
