import { Modal, type ModalProps } from '@mantine/core'
import { useBackCloses } from './back-closes.ts'
import { useIsMobile } from './viewport.ts'

export const DIALOG_WIDTH = '40rem'

/** Below the strip where toasts appear. */
const TOP = 'max(5dvh, 48px)'

/**
 * Mantine's Modal at the product's width: 40rem, or the whole screen on a phone. The browser's Back closes it first.
 */
export const Dialog = ({ size = DIALOG_WIDTH, ...props }: ModalProps) => {
  const isMobile = useIsMobile()
  useBackCloses(props.opened, props.onClose)
  return <Modal size={size} yOffset={TOP} fullScreen={isMobile} {...props} />
}
