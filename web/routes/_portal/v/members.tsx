import { createFileRoute } from '@tanstack/react-router'
import { MembersPage } from '../../../features/vendors/portal/index.ts'

const Page = () => <MembersPage />

export const Route = createFileRoute('/_portal/v/members')({
  staticData: { access: 'vendor user' },
  component: Page,
})
