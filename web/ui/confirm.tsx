import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { DIALOG_WIDTH } from './dialog.tsx'
import { isMobileNow } from './viewport.ts'

interface ConfirmOptions {
  title: string
  text: ReactNode
  /** What happens: "Delete category", never "OK". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
}

let hostMounted: () => void
const host = new Promise<void>((resolve) => {
  hostMounted = resolve
})

/** A question asked before ConfirmHost is loaded waits for it. */
export const hostIsThere = (): void => hostMounted()

/** Asks before something that can’t be undone; true when the person agreed. */
export const confirm = async ({
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
}: ConfirmOptions): Promise<boolean> => {
  await host
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      size: DIALOG_WIDTH,
      fullScreen: isMobileNow(),
      children: typeof text === 'string' ? <Text>{text}</Text> : text,
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: { color: danger ? 'red' : 'accent', 'data-autofocus': true } as Record<string, unknown>,
      onConfirm: () => resolve(true),
      // Closing in any other way comes after onConfirm, when the promise is settled.
      onClose: () => resolve(false),
    })
  })
}
