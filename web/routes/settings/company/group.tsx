import { GROUPS } from '../../../features/platform/organisation/kinds.ts'
import { UnitPage } from '../../../features/platform/organisation/unit-page.tsx'
import { usePathParams } from '../../../lib/path-params.ts'

export const Page = () => {
  const { groupId } = usePathParams<'groupId'>()
  return <UnitPage kind={GROUPS} id={groupId} />
}
