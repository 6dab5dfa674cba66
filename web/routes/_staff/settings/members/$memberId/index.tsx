import { createFileRoute } from '@tanstack/react-router'
import { MemberPage } from '../../../../../features/platform/members/member-page.tsx'

const Page = () => {
  const { memberId } = Route.useParams()
  return <MemberPage key={memberId} id={memberId} />
}

export const Route = createFileRoute('/_staff/settings/members/$memberId/')({
  staticData: { access: 'members.manage' },
  component: Page,
})
