import { lazy } from 'react'
import type { TaskKind } from '../../approvals/tasks/index.ts'

/** Creates a service from a request's answers. */
export const SERVICE_TASK: TaskKind = {
  Settings: lazy(() =>
    import('./create-service-settings.tsx').then(({ CreateServiceSettings }) => ({ default: CreateServiceSettings })),
  ),
  Dialog: lazy(() =>
    import('./create-service-dialog.tsx').then(({ CreateServiceDialog }) => ({ default: CreateServiceDialog })),
  ),
}
