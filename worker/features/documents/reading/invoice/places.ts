import type { InvoiceValue } from '../../../../../schema/documents/reading/readings.ts'
import type { Cell } from './layout.ts'

/** Where values stand, and what may be one. Pure. */

const round = (n: number): number => Math.round(Math.min(1, Math.max(0, n)) * 10_000) / 10_000

export type Box = Omit<Cell, 'text'>

export const anchorOf = (
  places: readonly { page: number; box: Box }[],
  isPlaced: boolean,
): InvoiceValue['pageAnchor'] => ({
  pageRefs: places.map(({ page, box }) => {
    const [x1, x2, y1, y2] = [box.left, box.right, box.top, box.bottom].map(round) as [number, number, number, number]
    return isPlaced
      ? {
          page,
          normalizedVertices: [
            { x: x1, y: y1 },
            { x: x2, y: y1 },
            { x: x2, y: y2 },
            { x: x1, y: y2 },
          ],
        }
      : { page }
  }),
})

export const HAS_DIGIT = /\p{Nd}/u
export const HAS_LETTERS = /\p{L}{2}/u
export const LONGEST_VALUE = 80

/** The place of a part of a cell's text. */
export const partOf = ({ left, right, text, ...rest }: Cell, value: string): Box => {
  const at = Math.max(0, text.lastIndexOf(value))
  return { ...rest, right, left: left + ((right - left) * at) / Math.max(1, text.length) }
}
