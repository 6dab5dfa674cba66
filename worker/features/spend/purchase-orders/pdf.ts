import type { PDFFont, PDFPage } from 'pdf-lib'
import { formatMoney } from '../../../../schema/shared/money.ts'
import {
  type OrderContent,
  orderNumber,
  orderTotal,
  vendorOf,
} from '../../../../schema/spend/purchase-orders/content.ts'
import { inCharacters, wrap } from '../../../core/pdf-text.ts'

/** An order as the vendor gets it. The same order makes the same file. */

export interface PrintedOrder {
  companyName: string
  number: number
  version: number
  content: OrderContent
  /** When this version was written. */
  writtenAt: number
}

const PAGE = { width: 595, height: 842, margin: 56 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const SIZE = 10
const LEADING = 14.5
const AMOUNT_WIDTH = 110
const LOSSY = 'Some characters of this order can’t be shown here. Ask for the exact text.'

const day = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

class Sheet {
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
    { size = SIZE, x = 0, width, right = '' }: { size?: number; x?: number; width?: number; right?: string } = {},
  ): void {
    const lines = wrap(text, width ?? WIDTH - x, (part) => font.widthOfTextAtSize(part, size))
    for (const [at, line] of lines.entries()) {
      this.#room(size * 1.45)
      this.#y -= size * 1.45
      this.#page.drawText(line, { x: PAGE.margin + x, y: this.#y, size, font })
      if (at === 0 && right)
        this.#page.drawText(right, {
          ...{ x: PAGE.margin + WIDTH - font.widthOfTextAtSize(right, size), y: this.#y, size, font },
        })
    }
  }

  gap(height: number): void {
    this.#y -= height
  }

  rule(): void {
    this.#room(LEADING)
    this.#y -= 6
    const [start, end] = [PAGE.margin, PAGE.margin + WIDTH].map((x) => ({ x, y: this.#y }))
    if (start && end) this.#page.drawLine({ start, end, thickness: 0.5 })
  }

  #room(height: number): void {
    if (this.#y - height >= PAGE.margin) return
    this.#page = this.#add()
    this.#y = PAGE.height - PAGE.margin
  }
}

export const orderPdf = async ({
  companyName,
  number,
  version,
  content,
  writtenAt,
}: PrintedOrder): Promise<Uint8Array> => {
  // Large and rarely needed, so it is loaded with the first order that needs it.
  const { PDFDocument, StandardFonts } = await import('pdf-lib')
  const pdf = await PDFDocument.create()
  const regular = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const characters = new Set(regular.getCharacterSet())
  let isLossy = false
  const written = (text: string): string => {
    const fitted = inCharacters(text.replaceAll('\t', ' '), (character) =>
      characters.has(character.codePointAt(0) ?? 0),
    )
    isLossy ||= fitted.lost
    return fitted.text
  }
  const sheet = new Sheet(() => pdf.addPage([PAGE.width, PAGE.height]))
  const name = orderNumber(number)
  const { currency } = content
  sheet.text(written(companyName), bold, { size: 12 })
  sheet.gap(14)
  sheet.text(`Purchase order ${name}`, bold, { size: 18 })
  sheet.gap(8)
  const facts: [string, string | undefined][] = [
    ['Vendor', vendorOf(content)],
    ['Date', day(content.transactionDate)],
    ['Version', version > 1 ? `${version}, replaces earlier versions` : undefined],
    ['Ordered by', content.entity?.name],
    ['Department', content.department?.name],
    ['Location', content.location?.name],
    ['Currency', currency],
    ['Memo', content.memo],
  ]
  for (const [label, value] of facts)
    if (value) {
      sheet.text(label, bold, { width: 84 })
      sheet.gap(-SIZE * 1.45)
      sheet.text(written(value), regular, { x: 90 })
    }
  sheet.gap(10)
  sheet.text('Description', bold, { right: 'Amount' })
  sheet.rule()
  for (const line of content.lines) {
    const place = [line.department, line.location].flatMap((ref) => ref?.name ?? []).join(', ')
    sheet.gap(3)
    sheet.text(written(line.description || line.account?.name || 'Item'), regular, {
      ...{ width: WIDTH - AMOUNT_WIDTH, right: written(formatMoney({ value: line.amount, currency })) },
    })
    if (place) sheet.text(written(place), regular, { size: 8.5, width: WIDTH - AMOUNT_WIDTH })
  }
  sheet.rule()
  sheet.gap(3)
  sheet.text('Total', bold, { right: written(formatMoney(orderTotal(content))) })
  sheet.gap(18)
  sheet.text(written(`Please name ${name} on your invoice.`), regular, { size: 9 })
  if (isLossy) sheet.text(written(LOSSY), bold, { size: 9 })
  const at = new Date(writtenAt)
  pdf.setTitle(`Purchase order ${name}`)
  pdf.setAuthor(companyName)
  pdf.setCreator('Outlay')
  pdf.setProducer('Outlay')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  return pdf.save()
}
