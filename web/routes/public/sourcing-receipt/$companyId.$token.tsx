import { createFileRoute } from '@tanstack/react-router'
import { PublicReceipt } from '../../../features/requests/sourcing/index.ts'

const Page = () => <PublicReceipt {...Route.useParams()} />

export const Route = createFileRoute('/public/sourcing-receipt/$companyId/$token')({
  staticData: { access: 'everyone' },
  component: Page,
})
