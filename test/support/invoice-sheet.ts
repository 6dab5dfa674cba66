import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'

/** A sheet of paper that made-up invoices are drawn on. */

export const WIDTH = 595

export class Sheet {
  #page: PDFPage
  readonly #pdf: PDFDocument
  readonly #fonts: { regular: PDFFont; bold: PDFFont }

  private constructor(pdf: PDFDocument, fonts: { regular: PDFFont; bold: PDFFont }) {
    this.#pdf = pdf
    this.#fonts = fonts
    this.#page = pdf.addPage([WIDTH, 842])
  }

  static async open(): Promise<Sheet> {
    const pdf = await PDFDocument.create()
    const [regular, bold] = [
      await pdf.embedFont(StandardFonts.Helvetica),
      await pdf.embedFont(StandardFonts.HelveticaBold),
    ]
    return new Sheet(pdf, { regular, bold })
  }

  nextPage(): void {
    this.#page = this.#pdf.addPage([WIDTH, 842])
  }

  /** From the upper left corner. */
  at(x: number, y: number, text: string, { size = 10, bold = false } = {}): void {
    const font = bold ? this.#fonts.bold : this.#fonts.regular
    this.#page.drawText(text, { x, y: 842 - y, size, font, color: rgb(0.1, 0.1, 0.12) })
  }

  /** Ends at x. */
  right(x: number, y: number, text: string, more: { size?: number; bold?: boolean } = {}): void {
    const font = more.bold ? this.#fonts.bold : this.#fonts.regular
    this.at(x - font.widthOfTextAtSize(text, more.size ?? 10), y, text, more)
  }

  column(x: number, y: number, texts: readonly string[]): void {
    for (const [i, text] of texts.entries()) this.at(x, y + i * 14, text)
  }

  save(): Promise<Uint8Array> {
    return this.#pdf.save()
  }
}

export const drawn = (draw: (sheet: Sheet) => void) => async (): Promise<Uint8Array> => {
  const sheet = await Sheet.open()
  draw(sheet)
  return sheet.save()
}

export const OWN = ['Brightwater Robotics, Inc.', '500 Harbor Way', 'Portland, OR 97209']
