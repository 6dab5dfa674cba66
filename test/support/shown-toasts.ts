import { notifications } from '@mantine/notifications'
import { vi } from 'vitest'

/** Texts of the toasts since the test began, by what they say. Begins in a `beforeEach`. */
export const watchToasts = () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('')
  const texts = (kind: 'success' | 'error') => () =>
    show.mock.calls.flatMap(([toast]) => ('data-kind' in toast && toast['data-kind'] === kind ? [toast.message] : []))
  return { errors: texts('error'), successes: texts('success') }
}
