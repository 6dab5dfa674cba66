import type { PDFFont, PDFPage } from 'pdf-lib'
import type { Face } from './pdf-faces.ts'
import { wrap } from './pdf-text.ts'

/** A4 pages that are written from top to bottom. */

const PAGE = { width: 595, height: 842, margin: 56 }
export const PAGE_SIZE: [number, number] = [PAGE.width, PAGE.height]
export const SHEET_WIDTH = PAGE.width - 2 * PAGE.margin
export const TEXT_SIZE = 10
const LEADING = 14.5

const drawIn = (page: PDFPage, font: PDFFont | Face, text: string, at: { x: number; y: number; size: number }): void =>
  'draw' in font ? font.draw(page, text, at) : page.drawText(text, { ...at, font })

export class Sheet {
  readonly #add: () => PDFPage
  #page: PDFPage
  #y = PAGE.height - PAGE.margin

  constructor(add: () => PDFPage) {
    this.#add = add
    this.#page = add()
  }

  /** @param right shown at the right end of the first line */
  text(
    text: string,
    font: PDFFont | Face,
    {
      size = TEXT_SIZE,
      x = 0,
      width,
      right = '',
      rightFont = font,
    }: { size?: number; x?: number; width?: number; right?: string; rightFont?: PDFFont | Face } = {},
  ): void {
    const lines = wrap(text, width ?? SHEET_WIDTH - x, (part) => font.widthOfTextAtSize(part, size))
    for (const [at, line] of lines.entries()) {
      this.#room(size * 1.45)
      this.#y -= size * 1.45
      drawIn(this.#page, font, line, { x: PAGE.margin + x, y: this.#y, size })
      // Drawn at once, because the next line may be on the next page.
      if (at === 0 && right) {
        const start = PAGE.margin + SHEET_WIDTH - rightFont.widthOfTextAtSize(right, size)
        drawIn(this.#page, rightFont, right, { x: start, y: this.#y, size })
      }
    }
  }

  gap(height: number): void {
    this.#y -= height
  }

  /** What follows stays together if it is no higher. */
  together(height: number): void {
    this.#room(height)
  }

  rule(): void {
    this.#room(LEADING)
    this.#y -= 6
    const [start, end] = [PAGE.margin, PAGE.margin + SHEET_WIDTH].map((x) => ({ x, y: this.#y }))
    if (start && end) this.#page.drawLine({ start, end, thickness: 0.5 })
  }

  #room(height: number): void {
    if (this.#y - height >= PAGE.margin) return
    this.#page = this.#add()
    this.#y = PAGE.height - PAGE.margin
  }
}
