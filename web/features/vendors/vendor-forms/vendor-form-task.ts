import { lazy } from 'react'
import type { TaskKind } from '../../approvals/tasks/index.ts'

/** Sends forms to a vendor and waits for the answers. */
export const VENDOR_FORM_TASK: TaskKind = {
  Settings: lazy(() =>
    import('./task-settings.tsx').then(({ VendorFormSettings }) => ({ default: VendorFormSettings })),
  ),
  Status: lazy(() => import('./task-status.tsx').then(({ VendorFormStatus }) => ({ default: VendorFormStatus }))),
}
