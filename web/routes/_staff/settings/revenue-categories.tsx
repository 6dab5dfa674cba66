import { createFileRoute } from '@tanstack/react-router'
import { REVENUE_CATEGORIES, UnitList } from '../../../features/platform/organisation/index.ts'

const Page = () => <UnitList kind={REVENUE_CATEGORIES} />

export const Route = createFileRoute('/_staff/settings/revenue-categories')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
