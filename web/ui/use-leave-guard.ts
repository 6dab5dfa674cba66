import { useBlocker } from '@tanstack/react-router'
import { isCutOff } from '../lib/kept/kept-text.ts'
import { confirm } from './confirm.tsx'

const KEPT_CHANGES = 'Your changes aren’t saved. They stay in this browser so you can restore them later.'

/**
 * Asks before a page with unsaved changes is left, by a link, the history or the browser itself. What was typed is kept
 * by a draft beside it.
 */
export const useLeaveGuard = (dirty: boolean, text: string = KEPT_CHANGES): void => {
  useBlocker({
    enableBeforeUnload: () => dirty && !isCutOff(),
    disabled: !dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || isCutOff()) return false
      const leaves = await confirm({ title: 'Leave without saving?', text, confirmLabel: 'Leave', cancelLabel: 'Stay' })
      return !leaves
    },
  })
}
