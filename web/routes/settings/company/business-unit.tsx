import { BUSINESS_UNITS } from '../../../features/platform/organisation/kinds.ts'
import { UnitPage } from '../../../features/platform/organisation/unit-page.tsx'
import { usePathParams } from '../../../lib/path-params.ts'

export const Page = () => {
  const { businessUnitId } = usePathParams<'businessUnitId'>()
  return <UnitPage kind={BUSINESS_UNITS} id={businessUnitId} />
}
