import type { Sliced } from '../../../../core/in-turn.ts'
import type { ReadBudget } from '../budget.ts'
import { ENCODINGS, glyphText, standardWidth } from './encodings.ts'
import type { PdfFile } from './file.ts'
import { Lexer } from './lexer.ts'
import { type Dict, isDict, Keyword, Name, nameOf, numberOr, type Value } from './values.ts'

/** What the codes of a font mean, and their widths in thousandths of the font size. */
export interface Glyph {
  text: string
  width: number
  /** The single byte 32, which word spacing applies to. */
  isSpace: boolean
}

export interface Font {
  glyphs(bytes: Uint8Array): Generator<Glyph>
}

/** The size of one font's table. A larger one is read up to here. */
const MOST_CODES = 65_536
/** The characters of one code. A ligature has several. */
const LONGEST_TEXT = 16

/** Throws LimitReached. */
export const fontOf = function* (file: PdfFile, dict: Dict): Sliced<Font> {
  const toUnicode = yield* unicodeMap(yield* file.contentOf(dict.get('ToUnicode')), file.budget)
  return nameOf(file.resolve(dict.get('Subtype'))) === 'Type0'
    ? compositeFont(file, dict, toUnicode)
    : simpleFont(file, dict, toUnicode)
}

const ligatures = (text: string): string => text.replaceAll(/[\ufb00-\ufb06]/g, (one) => one.normalize('NFKC'))

const simpleFont = (file: PdfFile, dict: Dict, toUnicode: Map<number, string>): Font => {
  const texts = simpleTexts(file, dict)
  const name = nameOf(file.resolve(dict.get('BaseFont'))) ?? ''
  const list = file.resolve(dict.get('Widths'))
  const first = numberOr(file.resolve(dict.get('FirstChar')), 0)
  const missing = numberOr(file.resolve(file.dictOf(dict.get('FontDescriptor'))?.get('MissingWidth')), 0)
  const scale = typeThreeScale(file, dict)
  const glyphs = Array.from({ length: 256 }, (_, code): Glyph => {
    const text = toUnicode.get(code) ?? texts[code] ?? ''
    const own = Array.isArray(list) ? file.resolve(list[code - first]) : undefined
    const width = typeof own === 'number' ? own * scale : missing || standardWidth(name, text || ' ')
    return { text: ligatures(text), width, isSpace: code === 32 }
  })
  return {
    *glyphs(bytes) {
      for (const code of bytes) {
        const glyph = glyphs[code]
        if (glyph) yield glyph
      }
    },
  }
}

/** Type 3 fonts measure their glyphs in their own coordinates. */
const typeThreeScale = (file: PdfFile, dict: Dict): number => {
  if (nameOf(file.resolve(dict.get('Subtype'))) !== 'Type3') return 1
  const matrix = file.resolve(dict.get('FontMatrix'))
  return Array.isArray(matrix) ? Math.abs(numberOr(file.resolve(matrix[0]), 0.001)) * 1000 : 1
}

const simpleTexts = (file: PdfFile, dict: Dict): (string | undefined)[] => {
  const encoding = file.resolve(dict.get('Encoding'))
  const base = nameOf(encoding) ?? (isDict(encoding) ? nameOf(file.resolve(encoding.get('BaseEncoding'))) : null)
  const isTrueType = nameOf(file.resolve(dict.get('Subtype'))) === 'TrueType'
  const texts = [
    ...(ENCODINGS[base ?? (isTrueType ? 'WinAnsiEncoding' : 'StandardEncoding')] ?? ENCODINGS.StandardEncoding ?? []),
  ]
  const differences = isDict(encoding) ? file.resolve(encoding.get('Differences')) : undefined
  if (!Array.isArray(differences)) return texts
  let code = 0
  for (const item of differences.slice(0, 1_000)) {
    if (typeof item === 'number') code = item
    else if (item instanceof Name && code >= 0 && code < 256) texts[code++] = glyphText(item.name)
  }
  return texts
}

const compositeFont = (file: PdfFile, dict: Dict, toUnicode: Map<number, string>): Font => {
  const descendants = file.resolve(dict.get('DescendantFonts'))
  const descendant = file.dictOf(Array.isArray(descendants) ? descendants[0] : undefined) ?? new Map()
  const widths = compositeWidths(file, descendant)
  const missing = numberOr(file.resolve(descendant.get('DW')), 1000)
  // Their codes are characters.
  const isUnicode = /^Uni.*(?:UTF16|UCS2)/.test(nameOf(file.resolve(dict.get('Encoding'))) ?? '')
  return {
    *glyphs(bytes) {
      for (let i = 0; i + 1 < bytes.byteLength; i += 2) {
        const code = (bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0)
        const text = toUnicode.get(code) ?? (isUnicode ? String.fromCharCode(code) : '')
        yield { text: ligatures(text), width: widths.get(code) ?? missing, isSpace: false }
      }
    },
  }
}

/** `1 [500 600] 10 20 700`: a list starting with a code, or one width for a range. */
const compositeWidths = (file: PdfFile, descendant: Dict): Map<number, number> => {
  const widths = new Map<number, number>()
  const list = file.resolve(descendant.get('W'))
  if (!Array.isArray(list)) return widths
  for (let i = 0; i < list.length && widths.size < MOST_CODES; ) {
    const first = numberOr(file.resolve(list[i]), 0)
    const second = file.resolve(list[i + 1])
    if (Array.isArray(second)) {
      file.budget.step(KEPT * second.length)
      for (const [k, width] of second.entries()) widths.set(first + k, numberOr(file.resolve(width), 0))
      i += 2
    } else {
      const last = Math.min(numberOr(second, first), first + MOST_CODES)
      const width = numberOr(file.resolve(list[i + 2]), 0)
      file.budget.step(KEPT * (Math.max(0, last - first) + 1))
      for (let code = first; code <= last && widths.size < MOST_CODES; code++) widths.set(code, width)
      i += 3
    }
  }
  return widths
}

const codeOf = (bytes: Uint8Array): number => bytes.reduce((code, byte) => code * 256 + byte, 0)

/** UTF-16, big-endian. */
const textOf = (bytes: Uint8Array): string => {
  let text = ''
  for (let i = 0; i + 1 < bytes.byteLength && text.length < LONGEST_TEXT; i += 2) {
    text += String.fromCharCode((bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0))
  }
  return text
}

/** Reads a ToUnicode table. Throws LimitReached. */
const unicodeMap = function* (bytes: Uint8Array | null, budget: ReadBudget): Sliced<Map<number, string>> {
  const map = new Map<number, string>()
  if (!bytes) return map
  const lexer = new Lexer(bytes, budget, { mostKept: 10_000 })
  let kind: 'char' | 'range' | null = null
  let held: Value[] = []
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (budget.isSliceOver) yield
    if (token instanceof Keyword) {
      kind = token.word === 'beginbfchar' ? 'char' : token.word === 'beginbfrange' ? 'range' : null
      held = []
      continue
    }
    if (!kind) continue
    held.push(token)
    if (held.length < (kind === 'char' ? 2 : 3)) continue
    const [from, second, third] = held
    held = []
    if (!(from instanceof Uint8Array) || !(second instanceof Uint8Array)) continue
    if (kind === 'char') setText(map, codeOf(from), textOf(second), budget)
    else setRange(map, codeOf(from), codeOf(second), third, budget)
  }
  return map
}

/** Kept while the file is read, so it counts for more than what is only looked at. */
const KEPT = 4

const setText = (map: Map<number, string>, code: number, text: string, budget: ReadBudget): void => {
  budget.step(KEPT)
  if (map.size < MOST_CODES) map.set(code, text)
}

const setRange = (
  map: Map<number, string>,
  from: number,
  to: number,
  target: Value | undefined,
  budget: ReadBudget,
) => {
  const count = Math.min(to - from + 1, MOST_CODES)
  if (!(count > 0)) return
  if (Array.isArray(target)) {
    for (const [i, item] of target.slice(0, count).entries()) {
      if (item instanceof Uint8Array) setText(map, from + i, textOf(item), budget)
    }
  } else if (target instanceof Uint8Array) {
    const text = textOf(target)
    const last = text.charCodeAt(text.length - 1)
    for (let i = 0; i < count; i++) {
      if (text) setText(map, from + i, text.slice(0, -1) + String.fromCharCode(last + i), budget)
    }
  }
}
