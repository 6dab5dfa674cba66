/**
 * The buttons, links and fields of the page that a finger misses (WCAG 2.2, 2.5.8): drawn smaller than 24 px, and so close
 * to another one that circles of 24 px around both meet. Links inside a sentence are as high as its lines.
 * Runs in the page, so that it uses nothing from around it.
 */
export const findSmallTargets = (): string[] => {
  const LEAST = 24
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch]'
  /** What is pressed for a control: its label, too, when that is around it. */
  const boxOf = (control: Element): DOMRect => (control.closest('label') ?? control).getBoundingClientRect()
  const partOf = (control: Element): Element | null => control.closest('nav, main, header, [role=dialog]')
  const isInSentence = (control: Element): boolean => {
    if (control.tagName !== 'A' || getComputedStyle(control).display !== 'inline') return false
    const around = control.parentElement?.textContent?.trim() ?? ''
    return around.length > (control.textContent?.trim().length ?? 0)
  }
  const drawn = [...document.querySelectorAll(controls)].filter((control) => {
    const { width, height, bottom, top } = control.getBoundingClientRect()
    const isSeen = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return isSeen && width > 2 && height > 2 && bottom > 0 && top < document.documentElement.scrollHeight
  })
  const found: string[] = []
  for (const control of drawn) {
    const box = boxOf(control)
    if ((box.width >= LEAST - 0.5 && box.height >= LEAST - 0.5) || isInSentence(control)) continue
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const near = drawn.find((other) => {
      if (other === control || other.contains(control) || control.contains(other)) return false
      // The menu slides over the page.
      if (partOf(other) !== partOf(control)) return false
      const { left, right, top, bottom, width, height } = boxOf(other)
      const [across, down] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)]
      const isSmall = width < LEAST - 0.5 || height < LEAST - 0.5
      const between = Math.hypot(left + width / 2 - x, top + height / 2 - y)
      return Math.hypot(across, down) < LEAST / 2 - 0.5 || (isSmall && between < LEAST - 0.5)
    })
    if (!near) continue
    const name = (node: Element): string =>
      (node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 40)
    const size = `${Math.round(box.width)} × ${Math.round(box.height)}`
    found.push(`${control.tagName} “${name(control)}” is ${size} beside “${name(near)}”`)
  }
  return found
}
