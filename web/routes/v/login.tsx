import { createFileRoute } from '@tanstack/react-router'
import { LoginPage, loginSearch } from '../../features/platform/session/index.ts'
import { pageSearch } from '../../lib/search-params.ts'

const Page = () => <LoginPage portal="VENDOR" />

export const Route = createFileRoute('/v/login')({
  staticData: { access: 'everyone' },
  validateSearch: pageSearch(loginSearch),
  component: Page,
})
