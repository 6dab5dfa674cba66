import { createFileRoute } from '@tanstack/react-router'
import { ServiceList } from '../../../features/vendors/services/index.ts'

export const Route = createFileRoute('/_staff/services/')({
  staticData: { access: 'staff' },
  component: ServiceList,
})
