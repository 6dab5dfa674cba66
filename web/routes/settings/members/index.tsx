import { MemberList } from '../../../features/platform/members/member-list.tsx'

export const Page = () => <MemberList />
