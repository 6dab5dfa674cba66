import { lazy } from 'react'
import type { ApprovalEffects } from '../../../requests/submissions/index.ts'

/** What the approval of a vendor form changes on the vendor and its services. */
export const VENDOR_UPDATES: ApprovalEffects = {
  Shown: lazy(() => import('./form-updates.tsx').then((module) => ({ default: module.FormUpdates }))),
  confirm: async (id) => {
    // Apart from the call, because a refusal isn't a part of the app that is missing.
    const { confirmShown } = await import('./api.ts')
    await confirmShown(id)
  },
}
