import { late } from '../../../ui/settling/late.tsx'

/** It brings the grid of lines, which the page of an order doesn't need. */
export const ChangeDialog = late(() => import('./change-dialog.tsx').then((module) => module.ChangeDialog))
