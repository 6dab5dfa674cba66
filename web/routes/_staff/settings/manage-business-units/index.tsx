import { createFileRoute } from '@tanstack/react-router'
import { BUSINESS_UNITS } from '../../../../features/platform/organisation/kinds.ts'
import { UnitList } from '../../../../features/platform/organisation/unit-list.tsx'

const Page = () => <UnitList kind={BUSINESS_UNITS} />

export const Route = createFileRoute('/_staff/settings/manage-business-units/')({
  staticData: { access: 'business-units.manage' },
  component: Page,
})
