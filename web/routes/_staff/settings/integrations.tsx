import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsPage } from '../../../features/platform/sign-on/index.ts'

export const Route = createFileRoute('/_staff/settings/integrations')({
  staticData: { access: 'sign-on.manage' },
  component: IntegrationsPage,
})
