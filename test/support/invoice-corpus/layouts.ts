import type { ReadPage } from '../../../worker/features/documents/reading/page-text.ts'
import { Sheet, withoutPlaces } from './sheet.ts'

/** Twenty ways to lay an invoice out. */

export interface Parts {
  vendor: string
  title: string
  /** Label and value each. */
  head: [string, string][]
  columns: [string, string, string]
  lines: [string, string, string][]
  sums: [string, string][]
  sentences: string[]
  letter: string
  /** What stands behind amounts, if anything does. */
  code: string
}

type Layout = (parts: Parts) => ReadPage[]

const top = (sheet: Sheet, { vendor, title }: Parts, y = 40): void => {
  sheet.at(50, y, vendor)
  sheet.at(50, y + 14, '12 Long Road')
  sheet.at(50, y + 40, title)
}
const table = (sheet: Sheet, { columns, lines }: Parts, y: number): number => {
  sheet.at(50, y, columns[0])
  sheet.right(380, y, columns[1])
  sheet.right(545, y, columns[2])
  for (const [at, [description, quantity, amount]] of lines.entries()) {
    sheet.at(50, y + 20 + at * 16, description)
    sheet.right(380, y + 20 + at * 16, quantity)
    sheet.right(545, y + 20 + at * 16, amount)
  }
  return y + 40 + lines.length * 16
}
type Pairs = (sheet: Sheet, pairs: readonly [string, string][], y: number) => number
const inline: Pairs = (sheet, pairs, y) => {
  for (const [at, [label, value]] of pairs.entries()) sheet.at(50, y + at * 16, `${label}: ${value}`)
  return y + pairs.length * 16 + 20
}
const beside: Pairs = (sheet, pairs, y) => {
  for (const [at, [label, value]] of pairs.entries()) {
    sheet.at(320, y + at * 16, label)
    sheet.right(545, y + at * 16, value)
  }
  return y + pairs.length * 16 + 20
}
const besideColon: Pairs = (sheet, pairs, y) =>
  beside(
    sheet,
    pairs.map(([label, value]) => [`${label}:`, value]),
    y,
  )
const upper: Pairs = (sheet, pairs, y) =>
  beside(
    sheet,
    pairs.map(([label, value]) => [label.toUpperCase(), value]),
    y,
  )
const joined: Pairs = (sheet, pairs, y) => {
  for (const [at, [label, value]] of pairs.entries()) sheet.at(50, y + at * 16, `${label} ${value}`)
  return y + pairs.length * 16 + 20
}
const above: Pairs = (sheet, pairs, y) => {
  for (const [at, [label, value]] of pairs.entries()) {
    sheet.at(50 + at * 170, y, label)
    sheet.at(50 + at * 170, y + 14, value)
  }
  return y + 50
}
const left: Pairs = (sheet, pairs, y) => {
  for (const [at, [label, value]] of pairs.entries()) {
    sheet.at(50, y + at * 16, label)
    sheet.at(220, y + at * 16, value)
  }
  return y + pairs.length * 16 + 20
}
/** The currency in a cell of its own. */
const apart =
  (isBefore: boolean): Pairs =>
  (sheet, pairs, y) => {
    for (const [at, [label, value]] of pairs.entries()) {
      const [amount = '', code = ''] = value.split('|')
      sheet.at(250, y + at * 16, label)
      sheet.right(isBefore ? 545 : 480, y + at * 16, amount)
      if (code) sheet.right(isBefore ? 440 : 545, y + at * 16, code)
    }
    return y + pairs.length * 16 + 20
  }

const says = (sheet: Sheet, { sentences }: Parts, y: number): void => {
  for (const [at, sentence] of sentences.entries()) sheet.at(50, y + at * 14, sentence)
}

const laid =
  (
    head: Pairs,
    sums: Pairs,
    { hasTable = true, twoPages = false, letter = false, sumsFirst = false, y = 40 } = {},
  ): Layout =>
  (parts) => {
    const sheet = new Sheet()
    if (letter) {
      sheet.at(50, 60, parts.vendor)
      sheet.at(50, 120, parts.letter)
      sheet.at(50, 160, '1 October 2026')
      sheet.end()
    }
    top(sheet, parts, y)
    let at = head(sheet, parts.head, y + 70)
    if (sumsFirst) at = sums(sheet, parts.sums.slice(-1), at)
    if (hasTable) at = table(sheet, parts, at)
    if (twoPages) {
      sheet.end()
      at = 60
    }
    at = sums(sheet, parts.sums, at)
    says(sheet, parts, at + 20)
    return sheet.pages()
  }

export const LAYOUTS: Record<string, Layout> = {
  'label and value in one text': laid(inline, inline),
  'values beside their labels': laid(left, beside),
  'values at the right edge': laid(beside, beside),
  'labels above their values': laid(above, beside),
  'labels with colons, values apart': laid(besideColon, besideColon),
  'no colon between label and amount': laid(inline, joined),
  capitals: laid(upper, upper),
  'only sums, in one text': laid(inline, inline, { hasTable: false }),
  'only sums, at the right edge': laid(left, beside, { hasTable: false }),
  'only sums, without colons': laid(inline, joined, { hasTable: false }),
  'sums on a second page': laid(left, beside, { twoPages: true }),
  'sums in one text on a second page': laid(inline, inline, { twoPages: true }),
  'a covering letter before it': laid(left, beside, { letter: true }),
  'a covering letter before one without a table': laid(inline, inline, { letter: true, hasTable: false }),
  'what is to be paid at the top as well': laid(left, beside, { sumsFirst: true }),
  'the currency before the amount, in its own cell': laid(left, apart(true)),
  'the currency behind the amount, in its own cell': laid(left, apart(false)),
  'further down the page': laid(beside, left, { y: 120 }),
  'a text with tabs': (parts) => withoutPlaces(laid(left, beside)(parts)),
  'a text with colons': (parts) => withoutPlaces(laid(inline, inline)(parts)),
}
