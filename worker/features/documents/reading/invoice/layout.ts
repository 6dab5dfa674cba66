import type { Piece, ReadPage } from '../page-text.ts'
import { isRight } from '../pdf/right-to-left.ts'

/** The cells of a page as a person sees them: rows from top to bottom, and what stands together in each. Pure. */

export interface Cell {
  text: string
  /** Positions in the page, from 0 to 1 from its upper left corner. */
  left: number
  right: number
  top: number
  bottom: number
}

export interface Row {
  page: number
  top: number
  bottom: number
  cells: Cell[]
}

/** More of a page isn't an invoice. */
const MOST_PIECES = 3_000
/** A row with more is a drawing, and a longer text a paragraph. */
const MOST_CELLS = 24
const MOST_LETTERS = 300

type Placed = Piece & { text: string }

const middle = ({ top, bottom }: { top: number; bottom: number }): number => (top + bottom) / 2

/** Letters are about half as wide as high, on a page that is higher than wide. */
const widthOf = ({ top, bottom }: Piece): number => (bottom - top) * 1.3

/** What is read from the right has its words in order in the page's text. */
const asRead = (parts: readonly Placed[]): string =>
  parts
    .toSorted((a, b) => a.start - b.start)
    .map(({ text }) => text)
    .join(' ')

const cellsOf = (pieces: Placed[]): Cell[] => {
  const cells: (Cell & { parts: Placed[] })[] = []
  let last: Placed | null = null
  for (const piece of pieces.toSorted((a, b) => a.left - b.left)) {
    const cell = cells.at(-1)
    const gap = last ? piece.left - last.right : 0
    if (cell && last && gap < widthOf(piece) * 0.7) {
      cell.text += `${gap > widthOf(piece) * 0.12 && !cell.text.endsWith(' ') && !piece.text.startsWith(' ') ? ' ' : ''}${piece.text}`
      cell.parts.push(piece)
      cell.right = Math.max(cell.right, piece.right)
      cell.top = Math.min(cell.top, piece.top)
      cell.bottom = Math.max(cell.bottom, piece.bottom)
    } else cells.push({ ...boxOf(piece), text: piece.text, parts: [piece] })
    last = piece
  }
  return cells
    .map(({ parts, ...cell }) => ({
      ...cell,
      text: parts.some(({ text }) => isRight(text)) ? asRead(parts) : cell.text,
    }))
    .map((cell) => ({ ...cell, text: cell.text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text)
}

const boxOf = ({ left, right, top, bottom }: Piece) => ({ left, right, top, bottom })

const placedRows = ({ page, text, pieces }: ReadPage): Row[] => {
  const placed = pieces.slice(0, MOST_PIECES).map((piece) => ({ ...piece, text: text.slice(piece.start, piece.end) }))
  const groups: Placed[][] = []
  for (const piece of placed.toSorted((a, b) => middle(a) - middle(b))) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group && first && middle(piece) - middle(first) < (first.bottom - first.top) * 0.5) group.push(piece)
    else groups.push([piece])
  }
  return groups.map((group) => ({
    page,
    top: Math.min(...group.map(({ top }) => top)),
    bottom: Math.max(...group.map(({ bottom }) => bottom)),
    cells: cellsOf(group),
  }))
}

/** A file without positions, line by line: cells are what tabs separate, in the columns of a spreadsheet if it is one. */
const writtenRows = ({ page, text, columns }: ReadPage): Row[] => {
  const lines = text.split('\n').slice(0, MOST_PIECES)
  const widest = columns ? Math.max(0, ...columns.values()) + 1 : 0
  let start = 0
  return lines.map((line, at) => {
    const [top, bottom] = [at / lines.length, (at + 0.8) / lines.length]
    const parts = line.split('\t')
    const count = columns ? widest : parts.length
    const cells = parts.flatMap((part, place) => {
      const column = columns?.get(start) ?? place
      start += part.length + 1
      const written = part.trim()
      return written ? [{ text: written, top, bottom, left: column / count, right: (column + 0.9) / count }] : []
    })
    return { page, top, bottom, cells }
  })
}

export const rowsOf = (page: ReadPage): Row[] =>
  (page.pieces.length > 0 ? placedRows(page) : writtenRows(page)).flatMap((row) => {
    const cells = row.cells.filter(({ text }) => text.length <= MOST_LETTERS)
    return cells.length > 0 && cells.length <= MOST_CELLS ? [{ ...row, cells }] : []
  })
