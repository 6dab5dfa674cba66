import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLeaveGuard } from './use-leave-guard.ts'

/**
 * Guards what is not saved, and goes on once it is.
 * @param savedTo where what was saved is shown; null until then
 * @param text what would be lost
 */
export const useSavedForm = (isDirty: boolean, savedTo: string | null, text: string): void => {
  const router = useRouter()
  useLeaveGuard(isDirty && savedTo === null, text)
  // The guard must have heard of it first.
  useEffect(() => {
    if (savedTo !== null) router.history.push(savedTo)
  }, [savedTo, router])
}
