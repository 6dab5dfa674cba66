import { late } from '../../../../ui/settling/late.tsx'

/** What someone does with a step. Its dialogs' code comes after the page. */
export const BlockDialogs = late(() => import('./opened-dialog.tsx').then((module) => module.OpenedDialog))
