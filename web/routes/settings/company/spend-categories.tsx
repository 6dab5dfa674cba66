import { SPEND_CATEGORIES } from '../../../features/organisation/kinds.ts'
import { UnitList } from '../../../features/organisation/unit-list.tsx'

export const Page = () => <UnitList kind={SPEND_CATEGORIES} />
