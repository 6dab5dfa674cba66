import { createFileRoute } from '@tanstack/react-router'
import { OperationsPage } from '../../../features/platform/operations/index.ts'

export const Route = createFileRoute('/_staff/super-admin/operations')({
  staticData: { access: 'platform.administer' },
  component: OperationsPage,
})
