import { createFileRoute } from '@tanstack/react-router'
import { ModulesPage } from '../../../features/platform/settings/index.ts'

export const Route = createFileRoute('/_staff/settings/modules')({
  staticData: { access: 'settings.manage' },
  component: ModulesPage,
})
