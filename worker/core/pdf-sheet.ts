import type { PDFFont, PDFPage } from 'pdf-lib'
import { wrap } from './pdf-text.ts'

/** A4 pages that are written from top to bottom. */

const PAGE = { width: 595, height: 842, margin: 56 }
export const PAGE_SIZE: [number, number] = [PAGE.width, PAGE.height]
export const SHEET_WIDTH = PAGE.width - 2 * PAGE.margin
export const TEXT_SIZE = 10
const LEADING = 14.5

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
    font: PDFFont,
    { size = TEXT_SIZE, x = 0, width, right = '' }: { size?: number; x?: number; width?: number; right?: string } = {},
  ): void {
    const lines = wrap(text, width ?? SHEET_WIDTH - x, (part) => font.widthOfTextAtSize(part, size))
    for (const [at, line] of lines.entries()) {
      this.#room(size * 1.45)
      this.#y -= size * 1.45
      this.#page.drawText(line, { x: PAGE.margin + x, y: this.#y, size, font })
      if (at === 0 && right)
        this.#page.drawText(right, {
          ...{ x: PAGE.margin + SHEET_WIDTH - font.widthOfTextAtSize(right, size), y: this.#y, size, font },
        })
    }
  }

  gap(height: number): void {
    this.#y -= height
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
