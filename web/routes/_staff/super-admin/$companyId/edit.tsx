import { createFileRoute } from '@tanstack/react-router'
import { CompanyPage, companyPageSearch } from '../../../../features/platform/super-admin/index.ts'
import { ExternalRequestsPanel } from '../../../../features/requests/external-requests/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'

const Page = () => {
  const { companyId } = Route.useParams()
  return (
    <CompanyPage key={companyId} companyId={companyId} requests={<ExternalRequestsPanel companyId={companyId} />} />
  )
}

export const Route = createFileRoute('/_staff/super-admin/$companyId/edit')({
  staticData: { access: 'platform.administer' },
  validateSearch: pageSearch(companyPageSearch),
  component: Page,
})
