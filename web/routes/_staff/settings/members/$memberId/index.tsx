import { createFileRoute } from '@tanstack/react-router'
import { MemberDelegates } from '../../../../../features/approvals/delegates/index.ts'
import { MemberPage } from '../../../../../features/platform/members/index.ts'

const Page = () => {
  const { memberId } = Route.useParams()
  return <MemberPage key={memberId} id={memberId} delegates={(member) => <MemberDelegates member={member} />} />
}

export const Route = createFileRoute('/_staff/settings/members/$memberId/')({
  staticData: { access: 'members.manage' },
  component: Page,
})
