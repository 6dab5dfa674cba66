import type { Sliced } from '../../../../core/in-turn.ts'
import { LIMITS, LimitReached, type ReadBudget, UnreadableFile } from '../budget.ts'
import type { Piece, ReadPage } from '../page-text.ts'
import { visible } from '../page-text.ts'
import { ContentReader, type Shown } from './content.ts'
import { holdsElectronicInvoice } from './electronic-invoice.ts'
import { PdfFile } from './file.ts'
import type { Font } from './fonts.ts'
import { rightLine, type Stroke, seenFromLeft } from './right-line.ts'
import { inReadingOrder, isRight, readsFromRight } from './right-to-left.ts'
import { type Dict, numberOr, Ref, type Value } from './values.ts'

/** The text of a PDF by page, with the position of each piece. What exceeds the limits is left out. */
export const pdfPages = function* (bytes: Uint8Array, budget: ReadBudget): Sliced<ReadPage[]> {
  const file = yield* PdfFile.open(bytes, budget)
  const root = yield* file.root()
  if (!root) throw new UnreadableFile('The file is damaged.')
  const fonts = new Map<Dict, Font>()
  const pages: ReadPage[] = []
  try {
    for (const page of pagesOf(file, root)) {
      const text = new PdfText(budget, page, MOST_PIECES - pages.reduce((sum, { pieces }) => sum + pieces.length, 0))
      pages.push({ page: pages.length + 1, text: '', pieces: [] })
      try {
        const reader = new ContentReader(
          file,
          fonts,
          (shown) => text.add(shown),
          () => budget.isFull,
        )
        const content = yield* contentOf(file, page.dict.get('Contents'))
        if (content) yield* reader.read(content, page.resources)
      } finally {
        pages[pages.length - 1] = { page: pages.length, ...text.done() }
      }
      if (pages.length >= LIMITS.pages || budget.isFull) break
    }
  } catch (error) {
    if (!(error instanceof LimitReached) || pages.every(({ text }) => text === '')) throw error
  }
  if (pages.every(({ text }) => text === '') && holdsElectronicInvoice(file, root)) throw new UnreadableFile(ELECTRONIC)
  return pages
}

const ELECTRONIC =
  'The file holds an electronic invoice (such as Factur-X), which can’t be read yet, and no other text. Enter it by hand.'

interface PdfPage {
  dict: Dict
  resources: Dict | null
  box: readonly number[]
  rotate: number
}

/** The number of nodes read in the page tree, and how deep. */
const MOST_NODES = 5_000
const DEEPEST = 40
const LETTER = [0, 0, 612, 792]

const pagesOf = function* (file: PdfFile, root: Dict): Generator<PdfPage> {
  const seen = new Set<number>()
  let nodes = 0
  const walk = function* (
    value: Value | undefined,
    inherited: Omit<PdfPage, 'dict'>,
    depth: number,
  ): Generator<PdfPage> {
    nodes += 1
    if (nodes > MOST_NODES || depth > DEEPEST) return
    if (value instanceof Ref) {
      if (seen.has(value.number)) return
      seen.add(value.number)
    }
    const dict = file.dictOf(value)
    if (!dict) return
    const own = {
      resources: file.dictOf(dict.get('Resources')) ?? inherited.resources,
      box: boxOf(file, dict.get('CropBox')) ?? boxOf(file, dict.get('MediaBox')) ?? inherited.box,
      rotate: numberOr(file.resolve(dict.get('Rotate')), inherited.rotate),
    }
    const kids = file.resolve(dict.get('Kids'))
    if (!Array.isArray(kids)) yield { dict, ...own }
    else for (const kid of kids) yield* walk(kid, own, depth + 1)
  }
  yield* walk(root.get('Pages'), { resources: null, box: LETTER, rotate: 0 }, 0)
}

const boxOf = (file: PdfFile, value: Value | undefined): number[] | null => {
  const box = file.resolve(value)
  if (!Array.isArray(box) || box.length < 4) return null
  const [a = 0, b = 0, c = 0, d = 0] = box.slice(0, 4).map((side) => numberOr(file.resolve(side), 0))
  const [left, bottom, right, top] = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  return right - left >= 1 && top - bottom >= 1 ? [left, bottom, right, top] : null
}

/** The parts of a page's content form one stream. */
const contentOf = function* (file: PdfFile, value: Value | undefined): Sliced<Uint8Array | null> {
  const list = file.resolve(value)
  if (!Array.isArray(list)) return yield* file.contentOf(value)
  const parts: Uint8Array[] = []
  let length = 0
  for (const part of list) {
    const bytes = yield* file.contentOf(part)
    if (!bytes) continue
    parts.push(bytes)
    length += bytes.byteLength + 1
    if (length > LIMITS.part) throw new LimitReached()
  }
  const whole = new Uint8Array(length).fill(32)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength + 1
  }
  return whole
}

/** From page coordinates to its picture: 0 to 1 from the upper left corner. */
const place = ({ box, rotate }: PdfPage) => {
  const [left = 0, bottom = 0, right = 1, top = 1] = box
  const turns = (((Math.round(rotate / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3
  return ({ x, y }: { x: number; y: number }): { x: number; y: number } => {
    const [u, v] = [(x - left) / (right - left), (y - bottom) / (top - bottom)]
    if (turns === 1) return { x: v, y: u }
    if (turns === 2) return { x: 1 - u, y: v }
    return turns === 3 ? { x: 1 - v, y: 1 - u } : { x: u, y: 1 - v }
  }
}

/** For a whole file. Text beyond this number is read without its position. */
const MOST_PIECES = 100_000

/** A line of more is read as it is drawn. */
const MOST_STROKES = 2_000

/** Joins the drawn texts into lines. */
class PdfText {
  readonly #budget: ReadBudget
  readonly #page: PdfPage
  readonly #mostPieces: number
  readonly #place: ReturnType<typeof place>
  readonly #words: string[] = []
  readonly #pieces: Piece[] = []
  #length = 0
  /** Where the line begins. */
  #line = { words: 0, pieces: 0, length: 0 }
  /** What the line is drawn of. Null if it isn't drawn from side to side, or of too much. */
  #strokes: Stroke[] | null = []
  /** Whether the line has letters that are read from the right. */
  #hasRight = false
  #hasLatin = false
  /** How many more lines of the page were read from the right than from the left. */
  #lean = 0
  #last: { y: number; right: number; size: number; isSpaced: boolean } | null = null

  constructor(budget: ReadBudget, page: PdfPage, mostPieces: number) {
    this.#budget = budget
    this.#mostPieces = mostPieces
    this.#page = page
    this.#place = place(page)
  }

  add({ text: shown, from, to, size }: Shown): void {
    const drawn = visible(shown).replaceAll(/\s+/g, ' ')
    const [start, end] = [this.#place(from), this.#place(to)]
    const isDrawnFromLeft = end.x > start.x
    const text = isDrawnFromLeft && isRight(drawn) ? inReadingOrder(drawn) : drawn
    const [left = 0, bottom = 0, right = 1, top = 1] = this.#page.box
    const height = Math.min(1, Math.abs(size) / (this.#page.rotate % 180 === 0 ? top - bottom : right - left))
    const width = Math.min(1, Math.abs(size) / (this.#page.rotate % 180 === 0 ? right - left : top - bottom))
    const last = this.#last
    const isNewLine = last !== null && Math.abs(last.y - start.y) > Math.max(0.3 * height, 0.002)
    const isApart = last !== null && (start.x - last.right > 0.15 * width || start.x < last.right - 2 * width)
    if (isNewLine) {
      this.#endLine()
      this.#write('\n')
      this.#beginLine()
    } else if (isApart && !last.isSpaced && !text.startsWith(' ')) this.#write(' ')
    const word = (last === null || isNewLine || last.isSpaced) && text.startsWith(' ') ? text.slice(1) : text
    this.#last = {
      y: start.y,
      right: end.x,
      size: height,
      isSpaced: word ? word.endsWith(' ') : (last?.isSpaced ?? true),
    }
    this.#keep(
      { text: seenFromLeft(drawn, end.x >= start.x), left: start.x, right: end.x, size: width },
      start.y - end.y,
    )
    if (!word) return
    const at = this.#length
    if (isRight(word)) this.#hasRight = true
    else if (/[A-Za-z]/.test(word)) this.#hasLatin = true
    this.#write(word)
    if (!word.trim() || this.#pieces.length >= this.#mostPieces || at === this.#length) return
    this.#pieces.push({
      ...{ start: at, end: this.#length },
      ...{ left: Math.min(start.x, end.x), right: Math.max(start.x, end.x) },
      ...{ top: Math.min(start.y, end.y) - 0.8 * height, bottom: Math.max(start.y, end.y) + 0.2 * height },
    })
  }

  #write(text: string): void {
    const fitting = this.#budget.fit(text)
    this.#length += fitting.length
    // Joined again, because a substring keeps the whole string in memory.
    this.#words.push(['', fitting].join(''))
  }

  #beginLine(): void {
    this.#line = { words: this.#words.length, pieces: this.#pieces.length, length: this.#length }
    this.#strokes = []
    this.#hasRight = false
    this.#hasLatin = false
  }

  #keep({ text, left, right, size }: Stroke, fall: number): void {
    const isAcross = Math.abs(fall) <= Math.abs(right - left) + 0.001
    if (!isAcross || (this.#strokes?.length ?? 0) >= MOST_STROKES) this.#strokes = null
    this.#strokes?.push({ text, left: Math.min(left, right), right: Math.max(left, right), size })
  }

  /** Puts the words of a line in order, if some of them are read from the right. */
  #endLine(): void {
    if (this.#hasLatin && !this.#hasRight) this.#lean -= 1
    const strokes = this.#strokes
    const pieces = this.#pieces.slice(this.#line.pieces)
    if (!this.#hasRight || !strokes || pieces.length === 0 || this.#budget.isFull) return
    const height = {
      top: Math.min(...pieces.map(({ top }) => top)),
      bottom: Math.max(...pieces.map(({ bottom }) => bottom)),
    }
    this.#budget.step(strokes.length)
    const isOnRightPage = this.#lean > 0
    this.#lean += readsFromRight(strokes.map(({ text }) => text).join('')) ? 1 : -1
    this.#words.length = this.#line.words
    this.#pieces.length = this.#line.pieces
    this.#length = this.#line.length
    const words = rightLine(strokes, isOnRightPage)
    words.forEach(({ text, left, right }, at) => {
      if (at > 0) this.#words.push(' ')
      const start = this.#length + (at > 0 ? 1 : 0)
      this.#words.push(text)
      this.#length = start + text.length
      this.#pieces.push({ start, end: this.#length, left, right, ...height })
    })
  }

  done(): { text: string; pieces: Piece[] } {
    this.#endLine()
    return { text: this.#words.join('').trimEnd(), pieces: this.#pieces }
  }
}
