import { createFileRoute } from '@tanstack/react-router'
import { CompanySettingsPage } from '../../../features/platform/company/index.ts'

export const Route = createFileRoute('/_staff/settings/company')({
  staticData: { access: 'settings.manage' },
  component: CompanySettingsPage,
})
