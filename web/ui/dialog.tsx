import { Modal, type ModalProps } from '@mantine/core'
import { useIsMobile } from './viewport.ts'

export const DIALOG_WIDTH = '40rem'

/** Mantine's Modal at the product's width: 40rem, the whole screen on a phone. */
export const Dialog = ({ size = DIALOG_WIDTH, ...props }: ModalProps) => {
  const isMobile = useIsMobile()
  return <Modal size={size} fullScreen={isMobile} {...props} />
}
