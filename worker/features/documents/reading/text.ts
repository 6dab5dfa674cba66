import { inSlices, nextTurn } from '../../../core/in-turn.ts'
import { MAX_READ_BYTES, ReadBudget, TOO_LARGE, UnreadableFile } from './budget.ts'
import type { Piece, ReadPage } from './page-text.ts'
import { type OfficeKind, pagesIn } from './parsers.ts'

/** The text of a file by page, within limits, while others go on in between. Throws UnreadableFile with a sentence for people. */
export const pagesOf = async (
  kind: 'pdf' | OfficeKind,
  bytes: Uint8Array,
  budget = new ReadBudget(),
  pause = nextTurn,
): Promise<ReadPage[]> => {
  if (bytes.byteLength > MAX_READ_BYTES) throw new UnreadableFile(TOO_LARGE)
  let pages: ReadPage[]
  try {
    pages = await inSlices(await pagesIn(kind, bytes, budget), () => budget.paused(pause))
  } catch (cause) {
    // Whatever a damaged file does to its parser, reading it again wouldn't help.
    throw cause instanceof UnreadableFile ? cause : new UnreadableFile('The file is damaged.', { cause })
  }
  if (pages.every(({ text }) => text === '')) {
    throw new UnreadableFile('No text found. The file may be a scanned image.')
  }
  return pages
}

type Box = Omit<Piece, 'start' | 'end'>

/** The part of a piece that is meant, assuming letters of equal width. */
const partOf = ({ start, end, left, right, top, bottom }: Piece, from: number, to: number): Box => {
  const at = (n: number) => left + ((right - left) * (Math.min(end, Math.max(start, n)) - start)) / (end - start)
  return { left: at(from), right: at(to), top, bottom }
}

const round = (n: number) => Math.round(Math.min(1, Math.max(0, n)) * 10_000) / 10_000

const MOST_LINES = 12

/** The place of a passage of a page: a box for each of its lines, or none if unknown. */
export const boxesOf = ({ pieces }: ReadPage, start: number, end: number): { x: number; y: number }[][] => {
  const lines: Box[] = []
  for (const piece of pieces) {
    if (piece.start >= end || piece.end <= start) continue
    const box = partOf(piece, start, end)
    const line = lines.at(-1)
    const middle = (box.top + box.bottom) / 2
    if (line && middle > line.top && middle < line.bottom) {
      line.left = Math.min(line.left, box.left)
      line.right = Math.max(line.right, box.right)
      line.top = Math.min(line.top, box.top)
      line.bottom = Math.max(line.bottom, box.bottom)
    } else if (lines.length < MOST_LINES) lines.push(box)
  }
  return lines.map(({ left, right, top, bottom }) => {
    const [x1, x2, y1, y2] = [left, right, top, bottom].map(round) as [number, number, number, number]
    return [
      { x: x1, y: y1 },
      { x: x2, y: y1 },
      { x: x2, y: y2 },
      { x: x1, y: y2 },
    ]
  })
}
