import { createFileRoute } from '@tanstack/react-router'
import { MatrixList } from '../../../../features/approvals/approver-matrix/index.ts'

const Page = () => <MatrixList />

export const Route = createFileRoute('/_staff/settings/manage-approver-matrix/')({
  staticData: { access: 'settings.manage' },
  component: Page,
})
