/** A text that isn't shown whole, and where to point at it. */
export interface CutText {
  text: string
  /** What is said on pointing at it already. */
  title: string
  x: number
  y: number
}

/**
 * The texts of the page that a box around them cuts off, with or without an ellipsis. What a box scrolls to is there.
 * Runs in the page, so that it uses nothing from around it.
 */
export const findCutText = (): CutText[] => {
  const found: CutText[] = []
  /** The rounding of letters. */
  const ROUNDED = 1.5
  /** Letters hang over their lines. */
  const HANGS = 4
  const cuts = (way: string): boolean => way === 'hidden' || way === 'clip'
  const scrolls = (way: string): boolean => way === 'auto' || way === 'scroll'
  /** Read out loud only. */
  const isUnseen = (box: Element): boolean => {
    const { clipPath } = getComputedStyle(box)
    const { width, height } = box.getBoundingClientRect()
    return clipPath === 'inset(50%)' || width <= 1 || height <= 1
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const owner = node.parentElement
    if (!text || !owner || owner.closest('script, style, noscript, option, [aria-hidden="true"]')) continue
    if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    let edges: DOMRect | null = null
    let isReached = false
    let isUnread = false
    for (let box: Element | null = owner; box && box !== document.documentElement; box = box.parentElement) {
      if (isUnseen(box)) isUnread = true
      const { overflowX, overflowY, position } = getComputedStyle(box)
      const around = box.getBoundingClientRect()
      const isWider = left < around.left - ROUNDED || right > around.right + ROUNDED
      const isHigher = top < around.top - HANGS || bottom > around.bottom + HANGS
      if (!isReached && ((cuts(overflowX) && isWider) || (cuts(overflowY) && isHigher))) edges ??= around
      if (scrolls(overflowX) || scrolls(overflowY)) isReached = true
      if (position === 'fixed') break
    }
    if (!edges || isUnread) continue
    const [from, until] = [Math.max(left, edges.left), Math.min(right, edges.right)]
    const [above, below] = [Math.max(top, edges.top), Math.min(bottom, edges.bottom)]
    // All of it is hidden, such as the words of a menu that is a row of icons.
    if (until - from < 2 || below - above < 2) continue
    const title = owner.closest('[title]')?.getAttribute('title') ?? ''
    found.push({ text, title, x: from + Math.min(8, (until - from) / 2), y: (above + below) / 2 })
  }
  return found
}
