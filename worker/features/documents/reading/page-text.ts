import type { Page } from '../../../../schema/documents/readings.ts'
import { LIMITS, type ReadBudget } from './budget.ts'

/** What stands between two words. A stronger one swallows a weaker one. */
const GAP = { none: 0, space: 1, tab: 2, line: 3, paragraph: 4 } as const
const WRITTEN = ['', ' ', '\t', '\n', '\n\n']

/**
 * The text of a file, page by page, with gaps of one or two characters only: the rules that read it rely on that.
 * Nothing is kept beyond the limits.
 */
export class PageTexts {
  readonly #budget: ReadBudget
  readonly #pages: string[][] = []
  #page: string[] = []
  #gap: number = GAP.none

  constructor(budget: ReadBudget) {
    this.#budget = budget
  }

  /** More would not be kept. */
  get isFull(): boolean {
    return this.#budget.isFull || this.#pages.length >= LIMITS.pages
  }

  get isPageEmpty(): boolean {
    return this.#page.length === 0
  }

  /** Errors: LimitReached. */
  add(text: string): void {
    // White space alone is work as well.
    this.#budget.step(1 + (text.length >> 4))
    for (const [token] of text.matchAll(/\s+|\S+/g)) {
      if (this.isFull) return
      if (token.trim() !== '') {
        const gap = this.#page.length > 0 ? (WRITTEN[this.#gap] ?? '') : ''
        // Joined anew: a part of a string keeps the whole of it in memory.
        this.#page.push([gap, this.#budget.fit(visible(token))].join(''))
        this.#gap = GAP.none
      } else if (token.includes('\n')) this.line()
      else this.#widen(token.includes('\t') ? GAP.tab : GAP.space)
    }
  }

  line(): void {
    this.#gap = this.#gap >= GAP.line ? GAP.paragraph : GAP.line
  }

  /** The end of a cell: paragraphs within it end with it. */
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

/** Without control characters, which no text has and JSON makes six times as long. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
export const visible = (text: string): string => text.replaceAll(CONTROLS, '').toWellFormed()
