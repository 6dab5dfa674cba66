import { createFileRoute } from '@tanstack/react-router'
import { MemberList } from '../../../../features/platform/members/index.ts'

const Page = () => <MemberList />

export const Route = createFileRoute('/_staff/settings/members/')({
  staticData: { access: 'members.manage' },
  component: Page,
})
