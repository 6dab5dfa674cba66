/**
 * The buttons, links and fields of the page that are drawn but that a pointer can't reach: beyond the window, or cut off.
 * One that a row must be scrolled to is fine if the row shows that it goes on, but not in the lines of a table.
 * Runs in the page, so that it uses nothing from around it.
 */
export const findOutOfReach = (): string[] => {
  const found: string[] = []
  const controls =
    'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=combobox]'
  /** A link or a name can be pressed on the part of it that is there. */
  const PRESSED = 24
  /** It fades or is shaded there, or has a scrollbar. */
  const showsMore = (box: Element): boolean => {
    const { boxShadow, maskImage, scrollbarWidth } = getComputedStyle(box)
    return boxShadow !== 'none' || maskImage !== 'none' || scrollbarWidth !== 'none'
  }
  for (const control of document.querySelectorAll(controls)) {
    const { left, right, width, height } = control.getBoundingClientRect()
    const isDrawn = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isDrawn || width < 2 || height < 2) continue
    let [from, until] = [Math.max(left, 0), Math.min(right, window.innerWidth)]
    let isScrolledTo = false
    for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box)
      if (overflowX === 'visible') continue
      const edges = box.getBoundingClientRect()
      from = Math.max(from, edges.left)
      until = Math.min(until, edges.right)
      const scrolls = (overflowX === 'auto' || overflowX === 'scroll') && box.scrollWidth > box.clientWidth
      if (scrolls && showsMore(box)) isScrolledTo = true
    }
    // What opens something by its name may be a button, too.
    const cell = control.closest<HTMLElement>('td:not([data-card="title"])')
    const isText = width > 60 && getComputedStyle(control).paddingLeft === '0px'
    const isOfLine = cell !== null && !isText && (control.tagName === 'BUTTON' || control.tagName === 'INPUT')
    const needed = isOfLine ? width - 2 : Math.min(width - 2, PRESSED)
    if (until - from >= needed || (isScrolledTo && !isOfLine)) continue
    const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
    found.push(`${control.tagName} "${name.trim().slice(0, 40)}" from ${Math.round(left)} to ${Math.round(right)}`)
  }
  const beyond = document.documentElement.scrollWidth - window.innerWidth
  if (beyond > 0) found.push(`The page is ${beyond} px wider than the window`)
  return found
}
