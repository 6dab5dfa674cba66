import { createFileRoute } from '@tanstack/react-router'
import { DEPARTMENTS } from '../../../../features/platform/organisation/kinds.ts'
import { UnitList } from '../../../../features/platform/organisation/unit-list.tsx'

const Page = () => <UnitList kind={DEPARTMENTS} />

export const Route = createFileRoute('/_staff/settings/manage-departments/')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
