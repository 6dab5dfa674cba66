import { createFileRoute } from '@tanstack/react-router'
import { LoginPage, loginSearch } from '../features/platform/session/index.ts'
import { pageSearch } from '../lib/search-params.ts'

const Page = () => <LoginPage portal="STAFF" />

export const Route = createFileRoute('/login')({
  staticData: { access: 'everyone' },
  validateSearch: pageSearch(loginSearch),
  component: Page,
})
