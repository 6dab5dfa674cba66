import { MemberPage } from '../../../features/platform/members/member-page.tsx'
import { usePathParams } from '../../../lib/path-params.ts'

export const Page = () => {
  const { memberId } = usePathParams<'memberId'>()
  return <MemberPage key={memberId} id={memberId} />
}
