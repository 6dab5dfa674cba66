import type { Sliced } from '../../../../core/in-turn.ts'
import type { PdfFile } from './file.ts'
import type { Font } from './fonts.ts'
import { fontOf } from './fonts.ts'
import { isSpace, Lexer } from './lexer.ts'
import { type Dict, isDict, Keyword, nameOf, numberOr, type Value } from './values.ts'

/** Follows what a page draws and reports the texts in it (ISO 32000-1, 9.4). */

/** A text drawn in one operation, in page coordinates. */
export interface Shown {
  text: string
  from: { x: number; y: number }
  to: { x: number; y: number }
  /** The height of its letters. */
  size: number
}

type Matrix = readonly [number, number, number, number, number, number]
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
]

const matrixOf = (values: readonly (Value | undefined)[]): Matrix => {
  const [a, b, c, d, e, f] = values.map((value) => numberOr(value, 0))
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0]
}

interface State {
  matrix: Matrix
  font: Font | null
  size: number
  charSpace: number
  wordSpace: number
  scale: number
  leading: number
  rise: number
}

const START: State = {
  ...{ matrix: IDENTITY, font: null, size: 0, charSpace: 0, wordSpace: 0, scale: 1, leading: 0, rise: 0 },
}

const MOST_OPERANDS = 8
const MOST_SAVED = 64
const DEEPEST_FORM = 8
/** A gap this wide, in thousandths of the font size, is a space between words. */
const WORD_GAP = 200

export class ContentReader {
  readonly #file: PdfFile
  readonly #onShown: (shown: Shown) => void
  /** Returns whether more is wanted. */
  readonly #isEnough: () => boolean
  readonly #fonts: Map<Dict, Font>
  #state = START
  #text: Matrix = IDENTITY
  #line: Matrix = IDENTITY

  constructor(file: PdfFile, fonts: Map<Dict, Font>, onShown: (shown: Shown) => void, isEnough: () => boolean) {
    this.#file = file
    this.#fonts = fonts
    this.#onShown = onShown
    this.#isEnough = isEnough
  }

  /** Throws LimitReached. */
  *read(bytes: Uint8Array, resources: Dict | null, depth = 0): Sliced<void> {
    const { budget } = this.#file
    const lexer = new Lexer(bytes, budget, { mostKept: 10_000 })
    const saved: State[] = []
    const operands: Value[] = []
    const before = this.#state
    for (let token = lexer.next(); token !== undefined && !this.#isEnough(); token = lexer.next()) {
      if (budget.isSliceOver) yield
      if (!(token instanceof Keyword)) {
        if (operands.length >= MOST_OPERANDS) operands.shift()
        operands.push(token)
        continue
      }
      if (token.word === 'q') {
        if (saved.length < MOST_SAVED) saved.push(this.#state)
      } else if (token.word === 'Q') this.#state = saved.pop() ?? this.#state
      else if (token.word === 'BI') skipPicture(bytes, lexer)
      else if (token.word === 'Do') yield* this.#form(operands, resources, depth)
      else if (token.word === 'Tf')
        this.#set({ font: yield* this.#font(operands.at(-2), resources), size: numberOr(operands.at(-1), 0) })
      else this.#operate(token.word, operands)
      operands.length = 0
    }
    this.#state = before
  }

  #set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
  }

  #operate(word: string, operands: readonly Value[]): void {
    const last = operands.at(-1)
    const amount = numberOr(last, 0)
    if (word === 'cm') this.#set({ matrix: times(matrixOf(operands.slice(-6)), this.#state.matrix) })
    else if (word === 'BT') this.#move(IDENTITY)
    else if (word === 'Tc') this.#set({ charSpace: amount })
    else if (word === 'Tw') this.#set({ wordSpace: amount })
    else if (word === 'Tz') this.#set({ scale: numberOr(last, 100) / 100 })
    else if (word === 'TL') this.#set({ leading: amount })
    else if (word === 'Ts') this.#set({ rise: amount })
    else if (word === 'Tm') this.#move(matrixOf(operands.slice(-6)))
    else if (word === 'T*') this.#step(0, -this.#state.leading)
    else if (word === 'Td' || word === 'TD') {
      if (word === 'TD') this.#set({ leading: -amount })
      this.#step(numberOr(operands.at(-2), 0), amount)
    } else if (word === 'Tj' || word === 'TJ') this.#show(Array.isArray(last) ? last : [last])
    else if (word === "'" || word === '"') {
      if (word === '"') this.#set({ wordSpace: numberOr(operands.at(-3), 0), charSpace: numberOr(operands.at(-2), 0) })
      this.#step(0, -this.#state.leading)
      this.#show([last])
    }
  }

  #move(matrix: Matrix): void {
    this.#line = matrix
    this.#text = matrix
  }

  #step(x: number, y: number): void {
    this.#move(times([1, 0, 0, 1, x, y], this.#line))
  }

  *#font(name: Value | undefined, resources: Dict | null): Sliced<Font | null> {
    const dict = this.#file.dictOf(this.#file.dictOf(resources?.get('Font'))?.get(nameOf(name) ?? ''))
    if (!dict) return null
    const known = this.#fonts.get(dict)
    if (known) return known
    // A file with more of these shows nothing readable.
    if (this.#fonts.size >= MOST_FONTS) this.#fonts.clear()
    const font = yield* fontOf(this.#file, dict)
    this.#fonts.set(dict, font)
    return font
  }

  #show(parts: readonly (Value | undefined)[]): void {
    const { font, size, charSpace, wordSpace, scale, rise, matrix } = this.#state
    if (!font) return
    const at = (): Matrix => times([size * scale, 0, 0, size, 0, rise], times(this.#text, matrix))
    let text = ''
    const from = at()
    for (const part of parts) {
      if (typeof part === 'number') {
        if (-part > WORD_GAP && text && !text.endsWith(' ')) text += ' '
        this.#advance((-part / 1000) * size * scale)
        continue
      }
      if (!(part instanceof Uint8Array)) continue
      this.#file.budget.step(part.byteLength)
      let width = 0
      for (const glyph of font.glyphs(part)) {
        text += glyph.text
        width += (glyph.width / 1000) * size + charSpace + (glyph.isSpace ? wordSpace : 0)
      }
      this.#advance(width * scale)
    }
    if (!text) return
    const to = at()
    const height = Math.hypot(from[2], from[3])
    this.#onShown({ text, from: { x: from[4], y: from[5] }, to: { x: to[4], y: to[5] }, size: height })
  }

  #advance(x: number): void {
    this.#text = times([1, 0, 0, 1, x, 0], this.#text)
  }

  /** A drawing used on the page. Its text is read where it appears. */
  *#form(operands: readonly Value[], resources: Dict | null, depth: number): Sliced<void> {
    if (depth >= DEEPEST_FORM) return
    const file = this.#file
    const form = file.streamOf(file.dictOf(resources?.get('XObject'))?.get(nameOf(operands.at(-1)) ?? ''))
    if (!form || nameOf(file.resolve(form.dict.get('Subtype'))) !== 'Form') return
    // Empty ones count as work too.
    file.budget.step(500)
    const bytes = yield* file.contentOf(form)
    if (!bytes) return
    const outer = [this.#state, this.#text, this.#line] as const
    const matrix = file.resolve(form.dict.get('Matrix'))
    if (Array.isArray(matrix)) this.#set({ matrix: times(matrixOf(matrix.map(file.resolve)), this.#state.matrix) })
    const own = file.resolve(form.dict.get('Resources'))
    yield* this.read(bytes, isDict(own) ? own : resources, depth + 1)
    ;[this.#state, this.#text, this.#line] = outer
  }
}

const MOST_FONTS = 64

/** An inline image ends at a separate `EI`. */
const skipPicture = (bytes: Uint8Array, lexer: Lexer): void => {
  for (let at = bytes.indexOf(69, lexer.at); at >= 0; at = bytes.indexOf(69, at + 1)) {
    const [before, after] = [bytes[at - 1] ?? 32, bytes[at + 2] ?? 32]
    if (bytes[at + 1] === 73 && isSpace(before) && isSpace(after)) {
      lexer.at = at + 2
      return
    }
  }
  lexer.at = bytes.byteLength
}
