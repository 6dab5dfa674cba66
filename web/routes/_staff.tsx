import { createFileRoute } from '@tanstack/react-router'
import { loadStaff } from '../features/platform/session/index.ts'
import { loadFrame, StaffLayout } from '../features/platform/shell/index.ts'
import { PageSpinner } from '../ui/page-spinner.tsx'

/** A signed-in company user, inside the frame. */
export const Route = createFileRoute('/_staff')({
  staticData: { access: 'staff' },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: ({ location, preload }) => loadStaff(location, preload, loadFrame),
  component: StaffLayout,
})
