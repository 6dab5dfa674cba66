import { createFileRoute } from '@tanstack/react-router'
import { LinkForm } from '../../../features/vendors/vendor-forms/index.ts'

const Page = () => {
  const { token } = Route.useParams()
  return <LinkForm key={token} token={token} />
}

export const Route = createFileRoute('/public/vendor-forms/$token')({
  staticData: { access: 'everyone' },
  component: Page,
})
