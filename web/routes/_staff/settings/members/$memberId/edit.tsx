import { createFileRoute } from '@tanstack/react-router'
import { EditMemberPage } from '../../../../../features/platform/members/index.ts'

const Page = () => {
  const { memberId } = Route.useParams()
  return <EditMemberPage id={memberId} />
}

export const Route = createFileRoute('/_staff/settings/members/$memberId/edit')({
  staticData: { access: 'members.manage' },
  component: Page,
})
