import { createFileRoute } from '@tanstack/react-router'
import { loadStaff } from '../features/platform/session/gate.ts'
import { PageSpinner } from '../features/platform/shell/page-spinner.tsx'
import { StaffLayout } from '../features/platform/shell/staff-layout.tsx'

/** A signed-in company user, inside the frame. */
export const Route = createFileRoute('/_staff')({
  staticData: { access: 'staff' },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: ({ location, preload }) => loadStaff(location, preload),
  component: StaffLayout,
})
