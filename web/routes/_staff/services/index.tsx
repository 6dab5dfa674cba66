import { createFileRoute } from '@tanstack/react-router'
import { ServiceList } from '../../../features/vendors/services/service-list.tsx'

export const Route = createFileRoute('/_staff/services/')({
  staticData: { access: 'staff' },
  component: ServiceList,
})
