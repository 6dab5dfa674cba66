/** Names and texts that a column or a card is too narrow for end with an ellipsis. Pointing at one shows the whole. */

/** Set here, so that it can go again once there is room. */
const SET_HERE = 'data-whole'

/** What is pointed at is within the box that cuts it, or in a part of its text. */
const MOST_ABOVE = 4

/** A pixel less is the rounding of letters. */
const isCut = (box: Element): boolean => {
  if (box.scrollWidth <= box.clientWidth + 1 && box.scrollHeight <= box.clientHeight + 1) return false
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box)
  return overflowX === 'hidden' && (textOverflow === 'ellipsis' || /^\d+$/.test(webkitLineClamp))
}

const onPoint = ({ target }: Event): void => {
  let box = target instanceof Element ? target : null
  for (let above = 0; box && above <= MOST_ABOVE; above++, box = box.parentElement) {
    if (box.hasAttribute(SET_HERE) && !isCut(box)) {
      box.removeAttribute('title')
      box.removeAttribute(SET_HERE)
    }
    // What has a title of its own says more than its text.
    if (box.hasAttribute('title')) return
    if (!isCut(box)) continue
    box.setAttribute('title', box.textContent?.trim() ?? '')
    box.setAttribute(SET_HERE, '')
    return
  }
}

/** Watches the whole document. To be called once. @returns ends it */
export const showWholeTexts = (): (() => void) => {
  document.addEventListener('pointerover', onPoint, { passive: true })
  return () => document.removeEventListener('pointerover', onPoint)
}
