import { DEPARTMENTS } from '../../../features/platform/organisation/kinds.ts'
import { UnitPage } from '../../../features/platform/organisation/unit-page.tsx'
import { usePathParams } from '../../../lib/path-params.ts'

export const Page = () => {
  const { departmentId } = usePathParams<'departmentId'>()
  return <UnitPage kind={DEPARTMENTS} id={departmentId} />
}
