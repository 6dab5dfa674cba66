import { type KeyboardEvent, useRef } from 'react'
import type { MatrixGrid } from '../../../../../schema/approvals/approver-matrix/model.ts'
import { clearRange, fillDown, type Range } from '../edits.ts'
import { type Extent, isData, moved, type Place, tabFrom } from './places.ts'
import type { GridPlaces } from './use-grid-places.ts'

export interface KeyActions {
  edit: (change: (grid: MatrixGrid) => MatrixGrid) => void
  addRow: (index: number, then?: { text: string }) => void
  removeRows: (top: number, bottom: number) => void
  moveRow: (from: number, slot: number) => void
  moveColumn: (from: number, slot: number) => void
  /** Starts renaming the approver column at this index. Does nothing for a condition. */
  rename: (column: number) => void
  say: (text: string) => void
}

const isPrintable = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey

const countOf = ({ top, bottom, left, right }: Range): number => (bottom - top + 1) * (right - left + 1)

/** Keys in the grid while no cell is being edited. Menus and inputs inside keep their own. */
export const useGridKeys = (places: GridPlaces, extent: Extent, actions: KeyActions) => {
  // Escape returns Tab to the page, so that no one is trapped in the grid.
  const leaving = useRef(false)
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (!event.currentTarget.contains(event.target as Node) || event.nativeEvent.isComposing) return
    if (event.target instanceof HTMLInputElement) return
    const { active, range, go } = places
    const far = event.ctrlKey || event.metaKey
    const { key } = event
    const take = (act: () => void): void => {
      event.preventDefault()
      leaving.current = false
      act()
    }
    if (key === 'Escape') {
      leaving.current = true
      go(active)
      actions.say('Press Tab to leave the grid')
      return
    }
    if (key === 'Tab') {
      const next = leaving.current ? null : tabFrom(active, extent, event.shiftKey)
      leaving.current = false
      if (next) take(() => go(next))
      return
    }
    if (event.altKey && !far) {
      const data = active.column - 1
      const isRow = active.row >= 0 && active.row < extent.rows
      const isColumn = data >= 0 && data < extent.columns
      if (key === 'ArrowUp' && isRow) take(() => actions.moveRow(active.row, active.row - 1))
      else if (key === 'ArrowDown' && isRow) take(() => actions.moveRow(active.row, active.row + 2))
      else if (key === 'ArrowLeft' && isColumn) take(() => actions.moveColumn(data, data - 1))
      else if (key === 'ArrowRight' && isColumn) take(() => actions.moveColumn(data, data + 2))
      else if (key === 'Enter') take(() => actions.addRow(Math.min(active.row + 1, extent.rows)))
      return
    }
    const target = moved(active, key, far, extent)
    if (target) {
      take(() => go(target, { extend: event.shiftKey }))
      return
    }
    if (far) {
      if (key === 'Delete' || key === 'Backspace') {
        if (range) take(() => actions.removeRows(range.top, range.bottom))
      } else if (key.toLowerCase() === 'a' && extent.rows > 0) {
        take(() => places.select({ row: 0, column: 1 }, { row: extent.rows - 1, column: extent.columns }))
      } else if (key.toLowerCase() === 'd' && range) {
        take(() => actions.edit((grid) => fillDown(grid, range)))
      }
      return
    }
    if (key === 'Delete' || key === 'Backspace') {
      if (!range || active.row < 0) return
      take(() => {
        actions.edit((grid) => clearRange(grid, range))
        actions.say(countOf(range) === 1 ? 'Cell cleared' : `${countOf(range)} cells cleared`)
      })
      return
    }
    onCellKey(event, active, take)
  }

  function onCellKey(event: KeyboardEvent, active: Place, take: (act: () => void) => void): void {
    const { key } = event
    const opens = key === 'Enter' || key === 'F2'
    if (active.row >= extent.rows) {
      // The last line adds a row. What is typed there goes into it.
      if (opens || key === ' ') take(() => actions.addRow(extent.rows))
      else if (isPrintable(event)) take(() => actions.addRow(extent.rows, { text: key }))
      return
    }
    if (active.row < 0) {
      if (key === 'F2' || (isPrintable(event) && key !== ' ')) take(() => actions.rename(active.column - 1))
      return
    }
    if (!isData(active, extent)) return
    if (opens || key === ' ') take(() => places.edit())
    else if (isPrintable(event)) take(() => places.edit(key))
  }
}
