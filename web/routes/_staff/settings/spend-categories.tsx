import { createFileRoute } from '@tanstack/react-router'
import { SPEND_CATEGORIES, UnitList } from '../../../features/platform/organisation/index.ts'

const Page = () => <UnitList kind={SPEND_CATEGORIES} />

export const Route = createFileRoute('/_staff/settings/spend-categories')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
