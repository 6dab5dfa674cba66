/**
 * The texts of what the selector finds that aren't shown whole: cut by a box around them, or beyond the window.
 * Runs in the page, so that it uses nothing from around it.
 */
export const findClipped = (selector: string): string[] => {
  const found: string[] = []
  const all = document.querySelectorAll(selector)
  if (all.length === 0) found.push(`Nothing is “${selector}”`)
  for (const one of all) {
    const range = document.createRange()
    range.selectNodeContents(one)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      let isCut = left < -1 || right > window.innerWidth + 1
      for (let box: Element | null = one; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box)
        const edges = box.getBoundingClientRect()
        if (overflowX !== 'visible' && (left < edges.left - 1 || right > edges.right + 1)) isCut = true
        if (overflowY === 'hidden' && (top < edges.top - 1 || bottom > edges.bottom + 1)) isCut = true
      }
      if (!isCut) continue
      found.push((one.textContent ?? '').slice(0, 60))
      break
    }
  }
  return found
}
