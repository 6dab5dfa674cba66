import { isNowhere } from './nowhere.ts'

/** What has the focus. For an item of a menu, which closes, what opened the menu. */
const startOf = (element: Element | null): HTMLElement | null => {
  const menu = element?.closest('[role="menu"]')
  if (!menu) return element as HTMLElement | null
  return document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`)
}

/**
 * The focus returns to where it was when a dialog opened, also if the dialog leaves the page without closing first.
 * Otherwise it would be nowhere, and the keyboard would begin at the top of the page.
 * @returns gives it back, unless the person or the page has put it somewhere else meanwhile
 */
export const rememberFocus = (dialog: HTMLElement | null): (() => void) => {
  const start = startOf(document.activeElement)
  return () => {
    // The dialog is still on the page at this moment, and what follows it may take the focus first.
    setTimeout(() => {
      const { activeElement } = document
      const isFree = isNowhere(activeElement) || dialog?.contains(activeElement)
      if (isFree && start?.isConnected) start.focus({ preventScroll: true })
    }, 0)
  }
}
