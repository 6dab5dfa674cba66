import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { useIsMobile } from '../viewport.ts'

const ROW_HEIGHT = 40
const CARD_HEIGHT = 132
/** How near the end of what is loaded the next page is asked for. */
const AHEAD = 15

interface VirtualRowsOptions {
  enabled: boolean
  count: number
  scrollRef: RefObject<HTMLDivElement | null>
  onEndReached?: (() => void) | undefined
}

export interface VirtualRows {
  indexes: number[]
  /** Height of the rows that are not rendered, above and below. */
  before: number
  after: number
  measure: ((element: Element | null) => void) | undefined
  scrollTo: (index: number) => void
}

/** Which rows to render. Without virtualisation: all of them. */
export const useVirtualRows = ({ enabled, count, scrollRef, onEndReached }: VirtualRowsOptions): VirtualRows => {
  const isMobile = useIsMobile()
  const virtualizer = useVirtualizer({
    enabled,
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => (isMobile ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? -1

  useEffect(() => {
    if (enabled && last >= count - AHEAD) onEndReached?.()
  }, [enabled, last, count, onEndReached])

  if (!enabled) {
    return {
      indexes: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      measure: undefined,
      scrollTo: () => {},
    }
  }
  const first = items[0]
  const end = items.at(-1)
  return {
    indexes: items.map((item) => item.index),
    before: first?.start ?? 0,
    after: end ? virtualizer.getTotalSize() - end.end : 0,
    measure: virtualizer.measureElement,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  }
}
