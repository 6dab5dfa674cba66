import { createFileRoute } from '@tanstack/react-router'
import { GROUPS } from '../../../../features/platform/organisation/kinds.ts'
import { UnitPage } from '../../../../features/platform/organisation/unit-page.tsx'

const Page = () => {
  const { groupId } = Route.useParams()
  return <UnitPage kind={GROUPS} id={groupId} />
}

export const Route = createFileRoute('/_staff/settings/manage-groups/$groupId')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
