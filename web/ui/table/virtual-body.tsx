import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
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

/** Renders only the visible rows of a long table. */
export const VirtualBody = <Row extends object>({ scroller, onEndReached, ...body }: VirtualBodyProps<Row>) => {
  const isMobile = useIsMobile()
  const count = body.rows.length
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => (isMobile ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const end = items.at(-1)
  const last = end?.index ?? -1
  useEffect(() => {
    if (last >= count - AHEAD) onEndReached?.()
  }, [last, count, onEndReached])
  return (
    <TableBody
      {...body}
      part={{
        indexes: items.map((item) => item.index),
        before: items[0]?.start ?? 0,
        after: end ? virtualizer.getTotalSize() - end.end : 0,
        measure: virtualizer.measureElement,
        scrollTo: (index) => virtualizer.scrollToIndex(index),
      }}
    />
  )
}
