import { type NotificationData, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** Toasts stay 3 seconds at the top center (specification 1 §9). */
export const TOAST_MS = 3000

type Kind = 'success' | 'error'

/** The last toast that only confirms. */
let confirmation: string | undefined

const show = (kind: Kind, message: ReactNode, id?: string, autoClose?: number): string => {
  const data: NotificationData & { 'data-kind': Kind } = {
    message,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    role: kind === 'error' ? 'alert' : 'status',
    'data-kind': kind,
    ...(id ? { id } : {}),
    ...(autoClose ? { autoClose } : {}),
  }
  return notifications.show(data)
}

/** Green. Takes the place of the previous one, so that quick work is not confirmed late. */
export const toastSuccess = (message: string): void => {
  if (confirmation) notifications.hide(confirmation)
  confirmation = show('success', message)
}

/** Light red. The same message is shown once at a time. */
export const toastError = (message: string): void => {
  show('error', message, `error:${message}`)
}

/** With a button, for as long as it can be used. Returns how to close it. */
export const toastOffer = (message: ReactNode, ms: number): (() => void) => {
  const id = `offer:${Date.now()}`
  show('success', message, id, ms)
  return () => notifications.hide(id)
}
