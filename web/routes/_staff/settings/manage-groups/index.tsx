import { createFileRoute } from '@tanstack/react-router'
import { GROUPS } from '../../../../features/platform/organisation/kinds.ts'
import { UnitList } from '../../../../features/platform/organisation/unit-list.tsx'

const Page = () => <UnitList kind={GROUPS} />

export const Route = createFileRoute('/_staff/settings/manage-groups/')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
