import { createFileRoute } from '@tanstack/react-router'
import { EntitiesPage } from '../../../features/platform/organisation/index.ts'

export const Route = createFileRoute('/_staff/settings/manage-entities')({
  staticData: { access: 'entities.manage' },
  component: EntitiesPage,
})
