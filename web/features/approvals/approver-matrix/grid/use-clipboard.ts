import { type ClipboardEvent, useRef } from 'react'
import { cellOf, type MatrixGrid } from '../../../../../schema/approvals/approver-matrix/model.ts'
import { errorMessage } from '../../../../lib/errors.ts'
import { toastError } from '../../../../lib/toasts.ts'
import { columnsOf, nameKindOf } from '../columns.ts'
import { clearRange, pasteBlock, type Range } from '../edits.ts'
import { formatDelimited, parseDelimited } from '../text/delimited.ts'
import { linesOf, readLines, textsOfLines } from '../text/table.ts'
import { isUnknown } from '../unknown.ts'
import type { NameBook } from '../use-name-book.ts'

interface ClipboardOptions {
  grid: MatrixGrid
  range: Range | null
  /** Where a paste begins: the selection, or the line that adds rows. */
  pasteAt: Range | null
  book: NameBook
  newId: () => string
  edit: (change: (grid: MatrixGrid) => MatrixGrid) => void
  onPasted: (range: Range) => void
  say: (text: string) => void
}

const plural = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

const plainBreaks = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd()

/** Copies cells as tab-separated names, and pastes such text by resolving names and addresses. */
export const useClipboard = ({ grid, range, pasteAt, book, newId, edit, onPasted, say }: ClipboardOptions) => {
  // Text copied here is pasted exactly, even if several people share a name.
  const copied = useRef<{ text: string; block: string[][][]; kinds: string } | null>(null)
  const kinds = columnsOf(grid).map(nameKindOf)

  const copy = (event: ClipboardEvent): boolean => {
    if (!range || event.target instanceof HTMLInputElement) return false
    event.preventDefault()
    const text = formatDelimited(linesOf(grid, range, book.names), '\t')
    const columns = columnsOf(grid).slice(range.left, range.right + 1)
    const rows = grid.rows.slice(range.top, range.bottom + 1)
    copied.current = {
      text,
      block: rows.map((row) => columns.map((column) => [...cellOf(row, column.id)])),
      kinds: columns.map(nameKindOf).join(),
    }
    event.clipboardData.setData('text/plain', text)
    say(`${plural((range.bottom - range.top + 1) * (range.right - range.left + 1), 'cell')} copied`)
    return true
  }

  const write = (at: Range, block: string[][][]): void => {
    const { range: written, lostColumns, lostRows } = pasteBlock(grid, at, block, newId)
    edit((current) => pasteBlock(current, at, block, newId).grid)
    onPasted(written)
    const unknown = block.flat(2).filter(isUnknown).length
    const lost = [
      ...(lostColumns > 0 ? [`${plural(lostColumns, 'column')} had no room`] : []),
      ...(lostRows > 0 ? [`${plural(lostRows, 'row')} had no room`] : []),
    ]
    const told = `${plural(block.length, 'row')} pasted`
    const names =
      unknown > 0 ? `${plural(unknown, 'name')} not found, marked in ${unknown === 1 ? 'its cell' : 'their cells'}` : ''
    say([told, names, ...lost].filter(Boolean).join('; '))
    if (lost.length > 0) toastError(`${lost.join(' and ')}.`)
  }

  const paste = async (text: string): Promise<void> => {
    if (!pasteAt) return
    const own = copied.current
    if (own && plainBreaks(own.text) === plainBreaks(text)) {
      // Cells of one kind don't fit another. There they are looked up by name.
      const width = own.block[0]?.length ?? 0
      if (kinds.slice(pasteAt.left, pasteAt.left + width).join() === own.kinds) return write(pasteAt, own.block)
    }
    const lines = parseDelimited(text, '\t')
    if (lines.length === 0) return
    const single = lines.length === 1 && lines[0]?.length === 1
    const at = kinds.slice(pasteAt.left)
    const lookedUp = single ? [kinds[pasteAt.left]] : at
    say('Looking up names')
    const resolve = await book.resolve(textsOfLines(lines, lookedUp)).catch((error: unknown) => {
      toastError(`Names could not be looked up: ${errorMessage(error)}`)
      return null
    })
    if (resolve) write(pasteAt, readLines(lines, lookedUp, resolve))
  }

  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event) && range) edit((current) => clearRange(current, range))
    },
    onPaste: (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement) return
      event.preventDefault()
      void paste(event.clipboardData.getData('text/plain'))
    },
  }
}
