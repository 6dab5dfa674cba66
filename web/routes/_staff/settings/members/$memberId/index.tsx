import { createFileRoute } from '@tanstack/react-router'
import { MemberDelegates } from '../../../../../features/approvals/delegates/index.ts'
import { MemberPage, memberQuery } from '../../../../../features/platform/members/index.ts'
import { whenAdmitted } from '../../../../../features/platform/shell/index.ts'
import { readAhead } from '../../../../../lib/read-ahead.ts'

const Page = () => {
  const { memberId } = Route.useParams()
  return <MemberPage key={memberId} id={memberId} delegates={(member) => <MemberDelegates member={member} />} />
}

export const Route = createFileRoute('/_staff/settings/members/$memberId/')({
  staticData: { access: 'members.manage' },
  loader: ({ params, preload }) =>
    whenAdmitted('members.manage', () => readAhead(preload, memberQuery(params.memberId))),
  component: Page,
})
