import { REVENUE_CATEGORIES } from '../../../features/platform/organisation/kinds.ts'
import { UnitList } from '../../../features/platform/organisation/unit-list.tsx'

export const Page = () => <UnitList kind={REVENUE_CATEGORIES} />
