import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { InvitationPage } from '../../features/vendors/portal/index.ts'
import { pageSearch, usePageSearch } from '../../lib/search-params.ts'

const search = z.object({ token: z.string().max(200).optional().catch(undefined) })

const Page = () => {
  const [{ token }] = usePageSearch(search)
  return <InvitationPage token={token} />
}

export const Route = createFileRoute('/v/invitation')({
  staticData: { access: 'everyone' },
  validateSearch: pageSearch(search),
  component: Page,
})
