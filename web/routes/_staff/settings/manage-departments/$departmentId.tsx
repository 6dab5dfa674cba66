import { createFileRoute } from '@tanstack/react-router'
import { DEPARTMENTS, UnitPage } from '../../../../features/platform/organisation/index.ts'

const Page = () => {
  const { departmentId } = Route.useParams()
  return <UnitPage kind={DEPARTMENTS} id={departmentId} />
}

export const Route = createFileRoute('/_staff/settings/manage-departments/$departmentId')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
