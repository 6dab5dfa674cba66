import { PDFDocument } from 'pdf-lib'
import { expect, it } from 'vitest'
import type { OrderContent } from '../../../../schema/spend/purchase-orders/content.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'
import { remittancePdf } from '../../../../worker/features/money/payments/remittance-pdf.ts'
import { orderPdf } from '../../../../worker/features/spend/purchase-orders/pdf.ts'

/** Files that vendors get: names and descriptions in any language, as they were written. */

const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await pagesOf('pdf', bytes)).map(({ text }) => text).join(' ')

const contentOf = (vendor: string, description: string): OrderContent =>
  ({
    ...{
      vendor: { id: 'v', name: vendor },
      transactionDate: '2026-11-20',
      dueDate: null,
      memo: 'Срочно',
      currency: 'INR',
    },
    ...{ entity: null, department: null, location: null, classification: null, account: null, subsidiary: null },
    lines: [{ description, amount: 125_000, account: null, department: null, location: null, classification: null }],
  }) as unknown as OrderContent

const order = (vendor: string, description: string, companyName = 'Brightwater Robotics') =>
  orderPdf({
    companyName,
    number: 7,
    version: 1,
    content: contentOf(vendor, description),
    writtenAt: 1_795_000_000_000,
  })

it('an order names a Greek vendor, Cyrillic lines and rupees with their own letters', async () => {
  const text = await textOf(await order('Ελλάδα ΑΕ', 'Ноутбук, 14 дюймов', 'Łódź Sp. z o.o.'))
  for (const part of ['Ελλάδα ΑΕ', 'Ноутбук, 14 дюймов', 'Łódź', 'Срочно', '₹']) expect(text).toContain(part)
  expect(text).not.toContain('?')
  expect(text).not.toContain('can’t be shown')
})

it('Chinese and Japanese names use fonts that readers bring', async () => {
  const bytes = await order('深圳云计算有限公司', 'クラウド')
  const file = await PDFDocument.load(bytes)
  const fonts = file.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join(' ')
  expect(fonts).toContain('UniJIS-UTF16-H')
  expect(await textOf(bytes)).not.toContain('?')
})

it('what has no letter in any font is told below', async () => {
  expect(await textOf(await order('Vendor \u{12000}', 'Item'))).toContain(
    'Some characters of this order can’t be shown here',
  )
})

it('a payment advice writes every name with its own letters, and the same one is the same file', async () => {
  const advice = {
    companyName: 'Поставка ООО',
    facts: [
      ['Vendor', 'Αθήνα'],
      ['Amount', '₹1,250.00'],
    ] as [string, string][],
    paidAt: 1_795_000_000_000,
  }
  const [first, second] = [await remittancePdf(advice), await remittancePdf(advice)]
  for (const part of ['Поставка ООО', 'Αθήνα', '₹1,250.00']) expect(await textOf(first)).toContain(part)
  expect(first).toEqual(second)
})

it('a file with Latin letters only has no further font', async () => {
  const facts: [string, string][] = [['Vendor', 'Café Müller']]
  const bytes = await remittancePdf({ companyName: 'Acme', facts, paidAt: 1_795_000_000_000 })
  expect(bytes.byteLength).toBeLessThan(4_000)
})
