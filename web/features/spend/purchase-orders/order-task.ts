import { lazy } from 'react'
import type { TaskKind } from '../../approvals/tasks/index.ts'

/** Creates a purchase order from a request's answers. */
export const ORDER_TASK: TaskKind = {
  Settings: lazy(() => import('./task-settings.tsx').then(({ OrderTaskSettings }) => ({ default: OrderTaskSettings }))),
  Dialog: lazy(() => import('./task-dialog.tsx').then(({ OrderTaskDialog }) => ({ default: OrderTaskDialog }))),
  Status: lazy(() => import('./task-status.tsx').then(({ OrderTaskStatus }) => ({ default: OrderTaskStatus }))),
}
