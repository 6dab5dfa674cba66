import { PDFDocument } from 'pdf-lib'
import { formatMoney } from '../../../../schema/shared/money.ts'
import {
  type OrderContent,
  orderNumber,
  orderTotal,
  vendorOf,
} from '../../../../schema/spend/purchase-orders/content.ts'
import { FURTHER_FONT } from '../../../core/further-font.ts'
import { Faces } from '../../../core/pdf-faces.ts'
import { PAGE_SIZE, SHEET_WIDTH, Sheet, TEXT_SIZE } from '../../../core/pdf-sheet.ts'

/** An order as the vendor gets it. The same order makes the same file. */

export interface PrintedOrder {
  companyName: string
  number: number
  version: number
  content: OrderContent
  /** When this version was written. */
  writtenAt: number
}

const AMOUNT_WIDTH = 110
const LOSSY = 'Some characters of this order can’t be shown here. Ask for the exact text.'

const day = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export const orderPdf = async ({
  companyName,
  number,
  version,
  content,
  writtenAt,
}: PrintedOrder): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create()
  const { currency } = content
  const total = formatMoney(orderTotal(content))
  const faces = await Faces.make(pdf, FURTHER_FONT, [companyName, JSON.stringify(content), total].join(' '))
  const { regular, bold } = faces
  const sheet = new Sheet(() => pdf.addPage(PAGE_SIZE))
  const name = orderNumber(number)
  sheet.text(companyName, bold, { size: 12 })
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
      sheet.gap(-TEXT_SIZE * 1.45)
      sheet.text(value, regular, { x: 90 })
    }
  sheet.gap(10)
  sheet.text('Description', bold, { right: 'Amount' })
  sheet.rule()
  for (const line of content.lines) {
    const place = [line.department, line.location].flatMap((ref) => ref?.name ?? []).join(', ')
    sheet.gap(3)
    sheet.text(line.description || line.account?.name || 'Item', regular, {
      ...{ width: SHEET_WIDTH - AMOUNT_WIDTH, right: formatMoney({ value: line.amount, currency }) },
    })
    if (place) sheet.text(place, regular, { size: 8.5, width: SHEET_WIDTH - AMOUNT_WIDTH })
  }
  sheet.rule()
  sheet.gap(3)
  sheet.text('Total', bold, { right: total })
  sheet.gap(18)
  sheet.text(`Please name ${name} on your invoice.`, regular, { size: 9 })
  if (faces.lost) sheet.text(LOSSY, bold, { size: 9 })
  const at = new Date(writtenAt)
  pdf.setTitle(`Purchase order ${name}`)
  pdf.setAuthor(companyName)
  pdf.setCreator('Outlay')
  pdf.setProducer('Outlay')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  return faces.save()
}
