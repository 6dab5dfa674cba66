import { createFileRoute } from '@tanstack/react-router'
import { LOCATIONS, UnitList } from '../../../features/platform/organisation/index.ts'

const Page = () => <UnitList kind={LOCATIONS} />

export const Route = createFileRoute('/_staff/settings/locations')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
