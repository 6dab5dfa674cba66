import { createFileRoute } from '@tanstack/react-router'
import { GROUPS, UnitList } from '../../../../features/platform/organisation/index.ts'

const Page = () => <UnitList kind={GROUPS} />

export const Route = createFileRoute('/_staff/settings/manage-groups/')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
