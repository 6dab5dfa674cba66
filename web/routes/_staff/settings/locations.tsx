import { createFileRoute } from '@tanstack/react-router'
import { LOCATIONS } from '../../../features/platform/organisation/kinds.ts'
import { UnitList } from '../../../features/platform/organisation/unit-list.tsx'

const Page = () => <UnitList kind={LOCATIONS} />

export const Route = createFileRoute('/_staff/settings/locations')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
