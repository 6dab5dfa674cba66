import { notifications } from '@mantine/notifications'

/** Toasts stay 3 seconds at the top centre (specification 1 §9). */
export const TOAST_MS = 3000

export const toastSuccess = (message: string): void => {
  notifications.show({
    message,
    color: 'green',
    className: 'ol-toast ol-toast-success',
    withCloseButton: true,
    role: 'status',
  })
}

/** The same message is shown once at a time. */
export const toastError = (message: string): void => {
  notifications.show({
    id: `error:${message}`,
    message,
    color: 'red',
    className: 'ol-toast ol-toast-error',
    withCloseButton: true,
    role: 'alert',
  })
}
