import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useState } from 'react'
import { useIsMobile } from '../viewport.ts'
import { TableBody, type TableBodyProps } from './table-body.tsx'

const ROW_HEIGHT = 40
const CARD_HEIGHT = 132
/** How near the end of the loaded rows the next page is requested. */
const AHEAD = 15

interface VirtualBodyProps<Row extends object> extends Omit<TableBodyProps<Row>, 'part'> {
  scroller: HTMLDivElement | null
  onEndReached: (() => void) | undefined
}

/** Renders only the visible rows of a long table, and the one that is being edited. */
export const VirtualBody = <Row extends object>({ scroller, onEndReached, ...body }: VirtualBodyProps<Row>) => {
  const isMobile = useIsMobile()
  const count = body.rows.length
  const [editedId, setEditedId] = useState<string | null>(null)
  const edited = editedId === null ? -1 : body.rows.findIndex(({ id }) => id === editedId)
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const visible = defaultRangeExtractor(range)
      return edited < 0 || visible.includes(edited) ? visible : [...visible, edited].sort((a, b) => a - b)
    },
    [edited],
  )
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => (isMobile ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: 12,
    rangeExtractor,
  })
  const items = virtualizer.getVirtualItems()
  const end = items.at(-1)
  const last = end?.index ?? -1
  useEffect(() => {
    if (last >= count - AHEAD) onEndReached?.()
  }, [last, count, onEndReached])
  const gaps = new Map(items.map(({ index, start }, place) => [index, start - (items[place - 1]?.end ?? 0)]))
  return (
    <TableBody
      {...body}
      part={{
        indexes: items.map((item) => item.index),
        gapAbove: (index) => gaps.get(index) ?? 0,
        after: end ? virtualizer.getTotalSize() - end.end : 0,
        measure: virtualizer.measureElement,
        keep: setEditedId,
        scrollTo: (index) => virtualizer.scrollToIndex(index),
      }}
    />
  )
}
