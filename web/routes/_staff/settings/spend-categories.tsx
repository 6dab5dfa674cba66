import { createFileRoute } from '@tanstack/react-router'
import { SPEND_CATEGORIES } from '../../../features/platform/organisation/kinds.ts'
import { UnitList } from '../../../features/platform/organisation/unit-list.tsx'

const Page = () => <UnitList kind={SPEND_CATEGORIES} />

export const Route = createFileRoute('/_staff/settings/spend-categories')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
