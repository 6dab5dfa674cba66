import { REVENUE_CATEGORIES } from '../../../features/organisation/kinds.ts'
import { UnitList } from '../../../features/organisation/unit-list.tsx'

export const Page = () => <UnitList kind={REVENUE_CATEGORIES} />
