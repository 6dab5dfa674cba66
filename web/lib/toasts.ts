import { type NotificationData, notifications } from '@mantine/notifications'

/** Toasts stay 3 seconds at the top centre (specification 1 §9). */
export const TOAST_MS = 3000

type Kind = 'success' | 'error'

const show = (kind: Kind, message: string, id?: string): void => {
  const data: NotificationData & { 'data-kind': Kind } = {
    message,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    role: kind === 'error' ? 'alert' : 'status',
    'data-kind': kind,
    ...(id ? { id } : {}),
  }
  notifications.show(data)
}

/** Green. */
export const toastSuccess = (message: string): void => show('success', message)

/** Light red; the same message is shown once at a time. */
export const toastError = (message: string): void => show('error', message, `error:${message}`)
