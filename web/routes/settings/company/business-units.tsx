import { BUSINESS_UNITS } from '../../../features/organisation/kinds.ts'
import { UnitList } from '../../../features/organisation/unit-list.tsx'

export const Page = () => <UnitList kind={BUSINESS_UNITS} />
