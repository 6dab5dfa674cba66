import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLeaveGuard } from './use-leave-guard.ts'

/**
 * Guards unsaved changes, and continues once they are saved.
 * @param savedTo where the saved object is shown, or null before
 * @param text what would be lost
 */
export const useSavedForm = (isDirty: boolean, savedTo: string | null, text: string): void => {
  const router = useRouter()
  useLeaveGuard(isDirty && savedTo === null, text)
  // The guard must know first.
  useEffect(() => {
    if (savedTo !== null) router.history.push(savedTo)
  }, [savedTo, router])
}
