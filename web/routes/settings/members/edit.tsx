import { EditMemberPage } from '../../../features/platform/members/edit-page.tsx'
import { usePathParams } from '../../../lib/path-params.ts'

export const Page = () => {
  const { memberId } = usePathParams<'memberId'>()
  return <EditMemberPage id={memberId} />
}
