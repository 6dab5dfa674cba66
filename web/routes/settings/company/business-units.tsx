import { BUSINESS_UNITS } from '../../../features/platform/organisation/kinds.ts'
import { UnitList } from '../../../features/platform/organisation/unit-list.tsx'

export const Page = () => <UnitList kind={BUSINESS_UNITS} />
