import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '../../../features/vendors/portal/index.ts'

const Page = () => <ProfilePage />

export const Route = createFileRoute('/_portal/v/company-profile')({
  staticData: { access: 'vendor user' },
  component: Page,
})
