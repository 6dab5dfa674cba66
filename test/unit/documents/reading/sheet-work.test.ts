import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { ReadBudget } from '../../../../worker/features/documents/reading/budget.ts'
import { rowsOf } from '../../../../worker/features/documents/reading/invoice/layout.ts'
import { xlsxPages } from '../../../../worker/features/documents/reading/office.ts'

/** A workbook costs what is written in it, not what it says of its size. */

class Counted extends ReadBudget {
  steps = 0
  unpacked = 0
  override step(count = 1): void {
    this.steps += count
    super.step(count)
  }
  override unpack(bytes: number): void {
    this.unpacked += bytes
    super.unpack(bytes)
  }
}

const cell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (number: number, ...texts: string[]): string =>
  `<row r="${number}">${texts.map((text, at) => cell(`${'ABCD'.charAt(at)}${number}`, text)).join('')}</row>`
const TABLE = [row(1, 'Item', 'Quantity', 'Price', 'Amount'), row(2, 'Seat', '10', '12.00', '120.00')].join('')
const TEXT = 'Item\tQuantity\tPrice\tAmount\nSeat\t10\t12.00\t120.00'

const read = (rows: string, before = '') => {
  const sheet = `<worksheet>${before}<sheetData>${rows}</sheetData></worksheet>`
  const budget = new Counted()
  const work = xlsxPages(zipSync({ 'xl/worksheets/sheet1.xml': strToU8(sheet) }), budget)
  for (;;) {
    const { done, value } = work.next()
    if (done) return { ...budget, steps: budget.steps, text: value[0]?.text, page: value[0] }
  }
}

const plain = read(TABLE)

it('a small table costs two steps for each thing written in it', () => {
  expect(plain.text).toBe(TEXT)
  // 8 cells with 3 tags and a text each, before and after; 2 rows; the sheet.
  expect(plain.steps).toBeLessThan(100)
})

it('the sizes that a workbook states cost nothing', () => {
  const stated = read(
    TABLE,
    '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384" width="9"/></cols><sheetFormatPr defaultRowHeight="15"/>',
  )
  expect(stated.text).toBe(TEXT)
  expect(stated.steps - plain.steps).toBeLessThanOrEqual(6)
})

it('a cell in the last row and column adds itself, and no empty rows or columns before it', () => {
  const far = read(`${TABLE}<row r="1048576">${cell('XFD1048576', 'x')}</row>`)
  expect(far.text).toBe(`${TEXT}\nx`)
  expect(far.steps - plain.steps).toBeLessThan(14)
  expect(far.page && rowsOf({ ...far.page, pieces: [] }).map(({ cells }) => cells.length)).toEqual([4, 4, 1])
})

it('each empty cell with a format costs one step, and leaves nothing behind', () => {
  const COUNT = 50_000
  const empty = Array.from({ length: COUNT / 10 }, (_, at) => `<row r="${at + 3}">${'<c s="1"/>'.repeat(10)}</row>`)
  const formatted = read(`${TABLE}${empty.join('')}`)
  expect(formatted.text).toBe(TEXT)
  expect((formatted.steps - plain.steps) / COUNT).toBeLessThan(1.25)
  expect(formatted.page?.columns?.size ?? 0).toBe(0)
})
