import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Extent, isData, type Place, rangeBetween, within } from './places.ts'

/** Finds the element that takes the focus at a position by `data-place`, because menus give their buttons ids. */
export const placeName = ({ row, column }: Place): string => `${row}:${column}`

/** The current position in the grid, the selection, and what is being edited. The focus follows the position. */
export const useGridPlaces = (extent: Extent, scrollToRow: (row: number) => void) => {
  const [places, setPlaces] = useState<{ active: Place; anchor: Place }>(() => {
    const start = within({ row: extent.rows > 0 ? 0 : -1, column: 1 }, extent)
    return { active: start, anchor: start }
  })
  const [editing, setEditing] = useState<{ text: string } | null>(null)
  const wantsFocus = useRef(false)
  const active = within(places.active, extent)
  const anchor = within(places.anchor, extent)
  const activeRow = active.row
  const activeColumn = active.column

  const go = useCallback((to: Place, { extend = false, focus = true }: { extend?: boolean; focus?: boolean } = {}) => {
    wantsFocus.current = focus
    setEditing(null)
    setPlaces((before) => ({ active: to, anchor: extend ? before.anchor : to }))
  }, [])
  const select = useCallback((from: Place, to: Place) => {
    wantsFocus.current = true
    setEditing(null)
    setPlaces({ active: from, anchor: to })
  }, [])
  const edit = useCallback((text = '') => setEditing({ text }), [])
  /** Ends editing and moves the focus back to the cell, or to the next position. */
  const stopEditing = useCallback(() => {
    wantsFocus.current = true
    setEditing(null)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when editing ends, the focus belongs to the cell
  useLayoutEffect(() => {
    if (!wantsFocus.current || editing) return
    const focusCell = (triesLeft: number): void => {
      const element = document.querySelector<HTMLElement>(
        `[data-place="${placeName({ row: activeRow, column: activeColumn })}"]`,
      )
      if (element) {
        wantsFocus.current = false
        element.focus({ preventScroll: true })
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      } else if (triesLeft > 0) {
        if (activeRow >= 0) scrollToRow(activeRow)
        requestAnimationFrame(() => focusCell(triesLeft - 1))
      }
    }
    focusCell(5)
  }, [activeRow, activeColumn, editing, places, scrollToRow])

  // biome-ignore lint/correctness/useExhaustiveDependencies: places are recreated on each render
  const range = useMemo(
    () => rangeBetween(anchor, active, extent),
    [anchor.row, anchor.column, active.row, active.column, extent],
  )
  return {
    active,
    anchor,
    range,
    editing: editing && isData(active, extent) ? editing : null,
    go,
    select,
    edit,
    stopEditing,
  }
}
export type GridPlaces = ReturnType<typeof useGridPlaces>
