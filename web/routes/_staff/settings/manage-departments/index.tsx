import { createFileRoute } from '@tanstack/react-router'
import { DEPARTMENTS, UnitList } from '../../../../features/platform/organisation/index.ts'

const Page = () => <UnitList kind={DEPARTMENTS} />

export const Route = createFileRoute('/_staff/settings/manage-departments/')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
