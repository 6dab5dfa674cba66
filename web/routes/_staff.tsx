import { createFileRoute } from '@tanstack/react-router'
import { loadStaff } from '../features/platform/session/gate.ts'
import { StaffLayout } from '../features/platform/shell/staff-layout.tsx'
import { PageSpinner } from '../ui/page-spinner.tsx'

/** A signed-in company user, inside the frame. */
export const Route = createFileRoute('/_staff')({
  staticData: { access: 'staff' },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: ({ location, preload }) =>
    loadStaff(location, preload, () => import('../features/platform/shell/staff-layout.tsx')),
  component: StaffLayout,
})
