import { MemberList } from '../../../features/members/member-list.tsx'

export const Page = () => <MemberList />
