import { z } from 'zod'

/**
 * Which columns a list shows, in order, as a text in addresses, saved views and what a person keeps:
 * `name,vendor~180,-owner`. A number is a width in pixels, and a minus hides the column. One that isn't in the text is
 * as the list has it, after the others.
 */

export interface ShownColumn {
  id: string
  /** In pixels. Null for the column's own. */
  width: number | null
  isHidden: boolean
}

export const LEAST_WIDTH = 48
export const MOST_WIDTH = 960
const MOST_LENGTH = 3_000

const COLUMN = /^(-?)(\w[\w.:-]*?)(?:~(\d{1,4}))?$/

export const widthWithin = (width: number): number => Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Math.round(width)))

/** Null if the text names no columns. A width out of reach is brought into it, and a column counts once. */
export const columnsIn = (text: string): ShownColumn[] | null => {
  const found = new Map<string, ShownColumn>()
  for (const part of text.split(',')) {
    const match = COLUMN.exec(part)
    if (!match?.[2]) return null
    const [, hidden, id, width] = match
    if (!found.has(id))
      found.set(id, { id, width: width ? widthWithin(Number(width)) : null, isHidden: hidden === '-' })
  }
  return [...found.values()]
}

export const columnsText = (columns: readonly ShownColumn[]): string =>
  columns.map(({ id, width, isHidden }) => `${isHidden ? '-' : ''}${id}${width === null ? '' : `~${width}`}`).join(',')

export const listColumnsText = z
  .string()
  .max(MOST_LENGTH)
  .refine(
    (text) => columnsIn(text) !== null,
    'Must be columns in order, with widths in pixels and hidden ones after a minus, like name,vendor~180,-owner',
  )
