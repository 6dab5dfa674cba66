import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsPage } from '../../../features/platform/sign-on/index.ts'

export const Route = createFileRoute('/_staff/settings/integrations')({
  staticData: { access: 'integrations.manage' },
  component: IntegrationsPage,
})
