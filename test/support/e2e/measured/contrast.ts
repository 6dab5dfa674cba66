/**
 * The contrast of an element's text with what is painted behind it, as WCAG 2.2 counts it (1 to 21).
 * Runs in the page, so that it uses nothing from around it.
 */
export const contrastOf = (element: Element): number => {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('No canvas')
  const grounds: string[] = []
  for (let box: Element | null = element; box; box = box.parentElement)
    grounds.unshift(getComputedStyle(box).backgroundColor)
  const luminance = (): number => {
    const [red = 0, green = 0, blue = 0] = [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const over = (color: string): void => {
    paint.fillStyle = color
    paint.fillRect(0, 0, 1, 1)
  }
  over('white')
  for (const ground of grounds) over(ground)
  const behind = luminance()
  over(getComputedStyle(element).color)
  const text = luminance()
  return (Math.max(behind, text) + 0.05) / (Math.min(behind, text) + 0.05)
}
