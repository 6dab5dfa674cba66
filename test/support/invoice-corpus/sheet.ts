import type { ReadPage } from '../../../worker/features/documents/reading/page-text.ts'

/** Pages as the reader of PDFs gives them: texts with places, on paper of the usual size. */

const [WIDTH, HEIGHT] = [595, 842]
const LETTER = 0.5
const SIZE = 10

export class Sheet {
  readonly #pages: ReadPage[] = []
  #words: { text: string; x: number; y: number }[] = []

  at(x: number, y: number, text: string): void {
    this.#words.push({ text, x, y })
  }

  right(x: number, y: number, text: string): void {
    this.at(x - text.length * SIZE * LETTER, y, text)
  }

  end(): void {
    let text = ''
    const pieces = this.#words
      .toSorted((a, b) => a.y - b.y || a.x - b.x)
      .map(({ text: word, x, y }) => {
        if (text) text += '\n'
        const start = text.length
        text += word
        return {
          ...{ start, end: text.length, left: x / WIDTH, right: (x + word.length * SIZE * LETTER) / WIDTH },
          ...{ top: (y - 0.8 * SIZE) / HEIGHT, bottom: (y + 0.2 * SIZE) / HEIGHT },
        }
      })
    this.#pages.push({ page: this.#pages.length + 1, text, pieces })
    this.#words = []
  }

  pages(): ReadPage[] {
    if (this.#words.length > 0) this.end()
    return this.#pages
  }
}

/** The same without places, as a text file has it: what stands beside each other is separated by tabs. */
export const withoutPlaces = (pages: readonly ReadPage[], gap = '\t'): ReadPage[] =>
  pages.map(({ page, text, pieces }) => {
    const rows = Map.groupBy(pieces, ({ top }) => top)
    const lines = [...rows.values()].map((row) => row.map(({ start, end }) => text.slice(start, end)).join(gap))
    return { page, text: lines.join('\n'), pieces: [] }
  })
