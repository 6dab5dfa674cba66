import { createFileRoute } from '@tanstack/react-router'
import { REVENUE_CATEGORIES } from '../../../features/platform/organisation/kinds.ts'
import { UnitList } from '../../../features/platform/organisation/unit-list.tsx'

const Page = () => <UnitList kind={REVENUE_CATEGORIES} />

export const Route = createFileRoute('/_staff/settings/revenue-categories')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
