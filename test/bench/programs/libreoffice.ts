import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { withoutFormula } from '../../../schema/shared/csv-cell.ts'
import { amountCell, csvOf } from '../../../worker/core/csv.ts'
import { NAMES } from '../../support/names/scripts.ts'

/** Our CSV in LibreOffice: each cell has to be the date, the number or the text that we wrote. */

const DAY = '2026-11-20'
const AMOUNTS = [123_456_789, -1_250, 5, 0, -99_999_999_999]
const TEXTS = [...NAMES.map(({ name }) => name), '=1+1', '-5% discount', 'Acme, "the" cloud', 'a; b']

interface Cell {
  '@office:value-type'?: string
  '@office:date-value'?: string
  '@office:value'?: string
  '@table:formula'?: string
  'text:p'?: string | string[]
}

const written = (): { date: string; text: string; amount: number }[] =>
  TEXTS.map((text, at) => ({ date: DAY, text, amount: AMOUNTS[at % AMOUNTS.length] ?? 0 }))

/** What a cell is, as a person sees it in the program. */
const shown = (cell: Cell | undefined): string => {
  const type = cell?.['@office:value-type'] ?? 'empty'
  if (cell?.['@table:formula'] !== undefined) return `formula ${cell['@table:formula']}`
  if (type === 'date') return `date ${cell?.['@office:date-value']}`
  if (type === 'float') return `number ${Number(cell?.['@office:value'])}`
  return `${type} ${cell?.['text:p'] ?? ''}`
}

const rowsOf = (file: string): Cell[][] => {
  const options = { ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false, processEntities: true }
  const isList = (name: string) => name === 'table:table-row' || name === 'table:table-cell'
  const all = new XMLParser({ ...options, isArray: isList }).parse(readFileSync(file, 'utf8'))
  const rows = all['office:document']['office:body']['office:spreadsheet']['table:table']['table:table-row']
  return rows.map((row: { 'table:table-cell': Cell[] }) => row['table:table-cell'])
}

/** @param run calls a program */
export const spreadsheetDifferences = (
  folder: string,
  run: (program: string, ...args: string[]) => string,
): string[] => {
  const rows = written().map(({ date, text, amount }) => [
    date,
    text,
    amountCell({ value: amount, currency: 'USD' }),
    'USD',
  ])
  writeFileSync(join(folder, 'sheet.csv'), csvOf([['Date', 'Vendor', 'Amount', 'Currency'], ...rows]))
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const options = ['--headless', '--norestore', profile, '--infilter=CSV:44,34,76,1,,1033', '--convert-to', 'fods']
  run('soffice', ...options, '--outdir', folder, join(folder, 'sheet.csv'))
  const [, ...found] = rowsOf(join(folder, 'sheet.fods'))
  return written().flatMap(({ date, text, amount }, at) => {
    const wanted = [`date ${date}`, `string ${withoutFormula(text)}`, `number ${amount / 100}`, 'string USD']
    const is = wanted.map((_, column) => shown(found[at]?.[column]))
    return wanted.flatMap((cell, column) => (cell === is[column] ? [] : [`${is[column]} for ${cell}`]))
  })
}
