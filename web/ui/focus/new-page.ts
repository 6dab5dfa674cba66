import { isNowhere } from './nowhere.ts'

/** What a page reads before it has a heading has arrived by then. */
const LATEST_MS = 5000

/** The title of the browser's tab follows the heading. */
const TITLE_MS = 100

/** Without the product's name. */
const titleOf = (heading: HTMLElement): string => document.title.replace(/ · [^·]*$/, '') || (heading.textContent ?? '')

/** Whether someone types, or is asked something: then the page behind it doesn't take the focus. */
const isBusy = (element: Element | null): boolean =>
  document.querySelector('[aria-modal="true"]') !== null ||
  (element?.matches('input, textarea, select, [contenteditable="true"], [role="dialog"] *') ?? false)

/**
 * Gives the focus to the heading of a page that was just opened, unless a field of the page has it, and says its title.
 * @param main holds it until there is a heading
 * @returns stops waiting
 */
export const watchNewPage = (main: HTMLElement, say: (title: string) => void): (() => void) => {
  const { activeElement } = document
  const takes = !isBusy(activeElement) && (!main.contains(activeElement) || isNowhere(activeElement))
  if (takes) main.focus({ preventScroll: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = (): boolean => {
    const heading = main.querySelector<HTMLElement>('h1')
    if (!heading) return false
    if (takes && isNowhere() && !isBusy(document.activeElement)) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    timer = setTimeout(() => say(titleOf(heading)), TITLE_MS)
    return true
  }
  if (open()) return () => clearTimeout(timer)
  const end = Date.now() + LATEST_MS
  const observer = new MutationObserver(() => {
    if (open() || Date.now() > end) observer.disconnect()
  })
  observer.observe(main, { childList: true, subtree: true })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
