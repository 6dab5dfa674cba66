import { type NotificationData, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** Toasts stay 3 seconds at the top center (specification 1 §9). */
export const TOAST_MS = 3000

type Kind = 'success' | 'error'

const show = (kind: Kind, message: ReactNode, id?: string, autoClose?: number): void => {
  const data: NotificationData & { 'data-kind': Kind } = {
    message,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    role: kind === 'error' ? 'alert' : 'status',
    'data-kind': kind,
    ...(id ? { id } : {}),
    ...(autoClose ? { autoClose } : {}),
  }
  notifications.show(data)
}

/** Green. */
export const toastSuccess = (message: string): void => show('success', message)

/** Light red. The same message is shown once at a time. */
export const toastError = (message: string): void => show('error', message, `error:${message}`)

/** With a button, for as long as it can be used. Returns how to close it. */
export const toastOffer = (message: ReactNode, ms: number): (() => void) => {
  const id = `offer:${Date.now()}`
  show('success', message, id, ms)
  return () => notifications.hide(id)
}
