import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useBackCloses } from './back-closes.ts'
import { watchFirstField } from './focus/first-field.ts'
import { rememberFocus } from './focus/focus-return.ts'
import { keysWereTaken } from './keys/single-keys.ts'
import { useIsMobile } from './viewport.ts'

export const DIALOG_WIDTH = '40rem'

/** Below the strip where toasts appear. */
const TOP = 'max(5dvh, 48px)'

/** Known by the dialog's own content, which exists only while it is open. */
const Opened = ({ focusesField }: { focusesField: boolean }) => {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]')
    return mark.current && dialog && focusesField ? watchFirstField(dialog, mark.current) : undefined
  }, [focusesField])
  useEffect(() => keysWereTaken, [])
  useLayoutEffect(() => rememberFocus(mark.current?.closest<HTMLElement>('[role="dialog"]') ?? null), [])
  // Without a field it has the focus: a space that was typed early would press Close.
  return <span ref={mark} tabIndex={-1} style={{ position: 'absolute' }} />
}

/**
 * Mantine's Modal at the product's width: 40rem, or the whole screen on a phone. The browser's Back closes it first. The
 * focus goes to its first field, except on a phone, where that would open the keyboard over it.
 */
export const Dialog = ({ size = DIALOG_WIDTH, children, ...props }: ModalProps) => {
  const isMobile = useIsMobile()
  useBackCloses(props.opened, props.onClose)
  return (
    <Modal size={size} yOffset={TOP} fullScreen={isMobile} {...props}>
      <Opened focusesField={!isMobile} />
      {children}
    </Modal>
  )
}
