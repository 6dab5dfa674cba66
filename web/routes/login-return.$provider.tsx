import { createFileRoute } from '@tanstack/react-router'
import { LoginReturn } from '../features/platform/sign-on/index.ts'

const Page = () => <LoginReturn provider={Route.useParams().provider} />

export const Route = createFileRoute('/login-return/$provider')({
  staticData: { access: 'everyone' },
  component: Page,
})
