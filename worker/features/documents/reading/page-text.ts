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

export interface ReadPage extends Page {
  /** PDF only. */
  pieces: Piece[]
}

/** The gap between two words. A stronger one absorbs a weaker one. */
const GAP = { none: 0, space: 1, tab: 2, line: 3, paragraph: 4 } as const
const WRITTEN = ['', ' ', '\t', '\n', '\n\n']

/**
 * The text of a file, page by page. Gaps have at most two characters, because the rules that read it rely on that.
 * Nothing beyond the limits is kept.
 */
export class PageTexts {
  readonly #budget: ReadBudget
  readonly #pages: string[][] = []
  #page: string[] = []
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
    for (const [token] of text.matchAll(/\s+|\S+/g)) {
      if (this.isFull) return
      if (token.trim() !== '') {
        const gap = this.#page.length > 0 ? (WRITTEN[this.#gap] ?? '') : ''
        // Joined again, because a substring keeps the whole string in memory.
        this.#page.push([gap, this.#budget.fit(visible(token))].join(''))
        this.#gap = GAP.none
      } else if (token.includes('\n')) this.line()
      else this.#widen(token.includes('\t') ? GAP.tab : GAP.space)
    }
  }

  line(): void {
    this.#gap = this.#gap >= GAP.line ? GAP.paragraph : GAP.line
  }

  /** Ends a cell, and any paragraphs in it. */
  cell(): void {
    this.#gap = GAP.tab
  }

  endPage(): void {
    if (this.#pages.length < LIMITS.pages) this.#pages.push(this.#page)
    this.#page = []
    this.#gap = GAP.none
  }

  pages(): Page[] {
    return this.#pages.map((words, i) => ({ page: i + 1, text: words.join('') }))
  }

  #widen(gap: number): void {
    this.#gap = Math.max(this.#gap, gap)
  }
}

/** Removes control characters, which no real text has and which JSON makes six times as long. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
export const visible = (text: string): string => text.replaceAll(CONTROLS, '').toWellFormed()
