import type { Page } from '../../../../schema/documents/reading/readings.ts'
import { LIMITS, type ReadBudget } from './budget.ts'

export interface Piece {
  /** Positions in the page's text. */
  start: number
  end: number
  left: number
  top: number
  right: number
  bottom: number
}

export interface ColumnedPage extends Page {
  /** Spreadsheets only: the column of each cell, by where its text begins. Empty cells have no text. */
  columns?: ReadonlyMap<number, number>
}

export interface ReadPage extends ColumnedPage {
  /** PDF only. */
  pieces: Piece[]
}

/** The gap between two words. A stronger one absorbs a weaker one. */
const GAP = { none: 0, space: 1, tab: 2, line: 3, paragraph: 4 } as const
const WRITTEN = ['', ' ', '\t', '\n', '\n\n']

const NUMBER = /^[\d.,%-]+$/
const NO_COLUMNS: ReadonlyMap<number, number> = new Map()

/** Tables whose columns matter have fewer. */
const MOST_CELLS = 50_000

/**
 * The text of a file, page by page. Gaps have at most two characters, because the rules that read it rely on that.
 * Nothing beyond the limits is kept.
 */
export class PageTexts {
  readonly #budget: ReadBudget
  readonly #pages: { words: string[]; columns: ReadonlyMap<number, number> }[] = []
  #page: string[] = []
  /** Where the text of each cell begins, and its column. */
  #starts: number[] = []
  #columns: number[] = []
  #column: number | null = null
  /** Some row has empty cells. Without any, the tabs say which column each cell is in. */
  #isGapped = false
  #length = 0
  #gap: number = GAP.none

  constructor(budget: ReadBudget) {
    this.#budget = budget
  }

  /** More wouldn't be kept. */
  get isFull(): boolean {
    return this.#budget.isFull || this.#pages.length >= LIMITS.pages
  }

  get isPageEmpty(): boolean {
    return this.#page.length === 0
  }

  /** Throws LimitReached. */
  add(text: string): void {
    // White space counts as work too.
    this.#budget.step(1 + (text.length >> 4))
    // A number has no space in it, and a table can have millions.
    if (NUMBER.test(text)) {
      if (!this.isFull) this.#write(text)
      return
    }
    for (const [token] of text.matchAll(/\s+|\S+/g)) {
      if (this.isFull) return
      if (token.trim() !== '') this.#write(visible(token))
      else if (token.includes('\n')) this.line()
      else this.#widen(token.includes('\t') ? GAP.tab : GAP.space)
    }
  }

  #write(token: string): void {
    const gap = this.#page.length > 0 ? (WRITTEN[this.#gap] ?? '') : ''
    // Joined again, because a substring keeps the whole string in memory.
    const word = [gap, this.#budget.fit(token)].join('')
    if (this.#column !== null && this.#columns.length < MOST_CELLS) {
      this.#starts.push(this.#length + gap.length)
      this.#columns.push(this.#column)
    }
    this.#column = null
    this.#page.push(word)
    this.#length += word.length
    this.#gap = GAP.none
  }

  line(): void {
    this.#gap = this.#gap >= GAP.line ? GAP.paragraph : GAP.line
  }

  /** Ends a cell, and any paragraphs in it. */
  cell(): void {
    this.#gap = GAP.tab
  }

  /** The next text begins a cell of this column, from 0. @param place how many cells of its row stand before it */
  column(at: number, place: number): void {
    this.#column = at
    if (at !== place) this.#isGapped = true
  }

  endPage(): void {
    if (this.#pages.length < LIMITS.pages)
      this.#pages.push({ words: this.#page, columns: this.#isGapped ? this.#columnsByStart() : NO_COLUMNS })
    this.#page = []
    this.#starts = []
    this.#columns = []
    this.#column = null
    this.#isGapped = false
    this.#length = 0
    this.#gap = GAP.none
  }

  pages(): ColumnedPage[] {
    return this.#pages.map(({ words, columns }, i) => {
      const page = { page: i + 1, text: words.join('') }
      return columns.size > 0 ? { ...page, columns } : page
    })
  }

  #columnsByStart(): ReadonlyMap<number, number> {
    return new Map(this.#starts.map((start, at) => [start, this.#columns[at] ?? 0]))
  }

  #widen(gap: number): void {
    this.#gap = Math.max(this.#gap, gap)
  }
}

/** Removes control characters, which no real text has and which JSON makes six times as long. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
export const visible = (text: string): string => text.replaceAll(CONTROLS, '').toWellFormed()
