import { type NotificationData, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** Toasts stay 3 seconds at the top center (specification 1 §9). */
export const TOAST_MS = 3000

type Kind = 'success' | 'error'

/** The last toast that only confirms, and the last one with a button. */
let confirmation: string | undefined
let offer: string | undefined

/** What tells only is soon gone, and shown before what can wait: an offer that is still open appears again after it. */
const AT_ONCE = 1

let firstToast: (() => void) | undefined

/** Loads what shows toasts, if the first one comes before that. */
export const onFirstToast = (load: () => void): void => {
  firstToast = load
}

const show = (kind: Kind, message: ReactNode, more: Partial<NotificationData> = {}): string => {
  const data: NotificationData & { 'data-kind': Kind } = {
    message,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    // The region of toasts says them. A role of their own would say them twice.
    role: kind === 'error' ? 'alert' : 'presentation',
    'data-kind': kind,
    priority: AT_ONCE,
    ...more,
  }
  firstToast?.()
  firstToast = undefined
  return notifications.show(data)
}

/** Green. Takes the place of the previous one, so that quick work is not confirmed late. */
export const toastSuccess = (message: string): void => {
  if (confirmation) notifications.hide(confirmation)
  confirmation = show('success', message)
}

/** Light red. The same message is shown once at a time. */
export const toastError = (message: string): void => {
  show('error', message, { id: `error:${message}` })
}

/**
 * With a button, for as long as it can be used, even under the mouse. The newest takes the place of the one before.
 * Returns how to close it.
 */
export const toastOffer = (message: ReactNode, ms: number): (() => void) => {
  if (offer) notifications.hide(offer)
  const id = show('success', message, { priority: 0, autoClose: false })
  offer = id
  const close = () => {
    clearTimeout(end)
    notifications.hide(id)
  }
  const end = setTimeout(close, ms)
  return close
}
