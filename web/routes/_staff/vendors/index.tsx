import { createFileRoute } from '@tanstack/react-router'
import { VendorList } from '../../../features/vendors/vendors/index.ts'

export const Route = createFileRoute('/_staff/vendors/')({
  staticData: { access: 'staff' },
  component: VendorList,
})
