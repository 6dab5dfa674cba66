import { createFileRoute } from '@tanstack/react-router'
import { GROUPS, UnitPage } from '../../../../features/platform/organisation/index.ts'

const Page = () => {
  const { groupId } = Route.useParams()
  return <UnitPage kind={GROUPS} id={groupId} />
}

export const Route = createFileRoute('/_staff/settings/manage-groups/$groupId')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
