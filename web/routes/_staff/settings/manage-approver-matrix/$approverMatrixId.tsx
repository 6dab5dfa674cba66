import { createFileRoute } from '@tanstack/react-router'
import { MatrixPage } from '../../../../features/approvals/approver-matrix/index.ts'

const Page = () => {
  const { approverMatrixId } = Route.useParams()
  return <MatrixPage id={approverMatrixId} />
}

export const Route = createFileRoute('/_staff/settings/manage-approver-matrix/$approverMatrixId')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
