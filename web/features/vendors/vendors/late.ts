/** What is loaded when it is needed. */

import { late } from '../../../ui/settling/late.tsx'

export const loadVendorCommands = () => import('./commands.ts')

export const InviteDialog = late(async () => (await import('./invite-dialog.tsx')).InviteDialog)
