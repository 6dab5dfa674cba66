import { createFileRoute } from '@tanstack/react-router'
import { BUSINESS_UNITS, UnitList } from '../../../../features/platform/organisation/index.ts'

const Page = () => <UnitList kind={BUSINESS_UNITS} />

export const Route = createFileRoute('/_staff/settings/manage-business-units/')({
  staticData: { access: 'business-units.manage' },
  component: Page,
})
