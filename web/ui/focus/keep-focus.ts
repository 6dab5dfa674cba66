import { HOLDS, isNowhere } from './nowhere.ts'

/*
 * The focus never falls to the body. When the control that has it leaves the page, or can't be used while a call runs,
 * the nearest part of the page that is still there holds it, so that the keyboard and a screen reader go on from there.
 */

/** Parts of a page, from the inside out. */
const PLACES = '[role="dialog"], form, section, fieldset, [role="tabpanel"], [role="region"], main'

/** A dialog gives the focus back first, and what replaces a control may take it. */
const SETTLED_MS = 60

/** What had the focus, and all around it. */
let chain: Element[] = []
/** A control that can't be used for now. */
let waiting: HTMLElement | null = null

const chainOf = (element: Element): Element[] => {
  const found: Element[] = []
  for (let each: Element | null = element; each; each = each.parentElement) found.push(each)
  return found
}

const placeLeft = (): HTMLElement | null => {
  const left = chain.slice(1).find((each) => each.isConnected && each.matches(PLACES) && !each.closest('[hidden]'))
  if (left && !left.matches('main')) return left as HTMLElement
  const open = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
  // A page whose heading is replaced has it at the new one.
  return open ?? document.querySelector<HTMLElement>('#main h1') ?? document.querySelector('main')
}

const isDisabled = (element: Element): boolean => element.matches(':disabled')

const hold = (): void => {
  const place = placeLeft()
  if (!place) return
  if (!place.hasAttribute('tabindex')) place.setAttribute('tabindex', '-1')
  place.setAttribute(HOLDS, '')
  const was = chain
  place.focus({ preventScroll: true })
  chain = was
}

const check = (): void => {
  const { activeElement } = document
  if (waiting && !isDisabled(waiting)) {
    const back = waiting
    waiting = null
    if (back.isConnected && isNowhere(activeElement)) back.focus({ preventScroll: true })
    return
  }
  if (activeElement && activeElement !== document.body && !isDisabled(activeElement)) return
  const [last] = chain
  if (!last || (last.isConnected && !isDisabled(last))) return
  if (last.isConnected) waiting = last as HTMLElement
  hold()
}

let timer: ReturnType<typeof setTimeout> | undefined

const onFocus = (event: FocusEvent): void => {
  const target = event.target as Element | null
  if (!target || target === document.body) return
  if (!target.hasAttribute(HOLDS)) waiting = null
  chain = chainOf(target)
}

const onLeave = (event: FocusEvent): void => {
  ;(event.target as Element | null)?.removeAttribute?.(HOLDS)
}

/** Watches the whole document. To be called once. @returns ends it */
export const keepFocus = (): (() => void) => {
  const observer = new MutationObserver(() => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body || isDisabled(activeElement)
    if (!isLost && !waiting) return
    clearTimeout(timer)
    timer = setTimeout(check, SETTLED_MS)
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onLeave)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onLeave)
    chain = []
    waiting = null
  }
}
