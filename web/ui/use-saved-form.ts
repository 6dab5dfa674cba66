import { useEffect } from 'react'
import { type Address, useGo } from '../lib/address.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/**
 * Guards unsaved changes, and continues once they are saved.
 * @param savedTo where the saved object is shown, or null before
 * @param text what would be lost
 */
export const useSavedForm = (isDirty: boolean, savedTo: Address | null, text: string): void => {
  const go = useGo()
  useLeaveGuard(isDirty && savedTo === null, text)
  // The guard must know first.
  useEffect(() => {
    if (savedTo !== null) go.to(savedTo)
  }, [savedTo, go])
}
