import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

interface Drag {
  axis: 'row' | 'column'
  from: number
  /** The gap it would go into. */
  slot: number
}

const EDGE = 40
const STEP = 14

/** The gap nearest to the pointer, by the drawn headers. */
const slotAt = (table: HTMLElement, axis: Drag['axis'], point: number): number | null => {
  const headers = [...table.querySelectorAll<HTMLElement>(`[data-${axis}-index]`)]
  let nearest: { slot: number; distance: number } | null = null
  for (const header of headers) {
    const index = Number(header.getAttribute(`data-${axis}-index`))
    const rect = header.getBoundingClientRect()
    const [start, end] = axis === 'row' ? [rect.top, rect.bottom] : [rect.left, rect.right]
    for (const [slot, edge] of [
      [index, start],
      [index + 1, end],
    ] as const) {
      const distance = Math.abs(edge - point)
      if (!nearest || distance < nearest.distance) nearest = { slot, distance }
    }
  }
  return nearest?.slot ?? null
}

interface DragOptions {
  scrollRef: { current: HTMLElement | null }
  onDrop: (axis: Drag['axis'], from: number, slot: number) => void
}

/** Moves rows and columns with the pointer. Alt and the arrow keys do the same. */
export const useDragOrder = ({ scrollRef, onDrop }: DragOptions) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const current = useRef<Drag | null>(null)
  const dropRef = useRef(onDrop)
  dropRef.current = onDrop
  const update = useCallback((next: Drag | null) => {
    current.current = next
    setDrag(next)
  }, [])

  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return
    const onMove = (event: globalThis.PointerEvent): void => {
      const [moving, box] = [current.current, scrollRef.current]
      if (!moving || !box) return
      const rect = box.getBoundingClientRect()
      if (moving.axis === 'row') {
        if (event.clientY < rect.top + EDGE) box.scrollTop -= STEP
        else if (event.clientY > rect.bottom - EDGE) box.scrollTop += STEP
      } else if (event.clientX > rect.right - EDGE) box.scrollLeft += STEP
      else if (event.clientX < rect.left + EDGE) box.scrollLeft -= STEP
      const slot = slotAt(box, moving.axis, moving.axis === 'row' ? event.clientY : event.clientX)
      if (slot !== null && slot !== moving.slot) update({ ...moving, slot })
    }
    const onUp = (): void => {
      const done = current.current
      update(null)
      if (done && done.slot !== done.from && done.slot !== done.from + 1)
        dropRef.current(done.axis, done.from, done.slot)
    }
    /** The system canceled the pointer, which isn't a drop. */
    const onCancel = (): void => update(null)
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      update(null)
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onCancel)
    window.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onCancel)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [isDragging, scrollRef, update])

  const start = useCallback(
    (axis: Drag['axis'], from: number) => (event: PointerEvent) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.stopPropagation()
      update({ axis, from, slot: from })
    },
    [update],
  )
  /** Where the line is drawn: before this entry, or after the last one. */
  const dropMark = (axis: Drag['axis'], index: number, count: number): 'before' | 'after' | undefined => {
    if (!drag || drag.axis !== axis) return undefined
    if (drag.slot === index) return 'before'
    return drag.slot === count && index === count - 1 ? 'after' : undefined
  }
  return { drag, start, dropMark }
}
export type DragOrder = ReturnType<typeof useDragOrder>
