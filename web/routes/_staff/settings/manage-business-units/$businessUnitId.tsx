import { createFileRoute } from '@tanstack/react-router'
import { BUSINESS_UNITS, UnitPage } from '../../../../features/platform/organisation/index.ts'

const Page = () => {
  const { businessUnitId } = Route.useParams()
  return <UnitPage kind={BUSINESS_UNITS} id={businessUnitId} />
}

export const Route = createFileRoute('/_staff/settings/manage-business-units/$businessUnitId')({
  staticData: { access: 'business-units.manage' },
  component: Page,
})
