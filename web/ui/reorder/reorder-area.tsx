import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { type DragKind, homeSlot, type ReorderGroup, reachableSlots, slotId, slotsOf, slotWords } from './moves.ts'
import classes from './reorder.module.css'

interface ReorderAreaProps {
  groups: ReorderGroup[]
  onMoveGroup: (id: string, slot: number) => void
  onMoveItem: (id: string, toGroupId: string, slot: number) => void
  children: ReactNode
}

interface EntryData {
  kind: DragKind
  label: string
}

const INSTRUCTIONS =
  'To lift, press Space. While lifted, move with the arrow keys. Press Space again to drop, or Escape to cancel.'

/** The gap whose line is nearest to the pointer, or to the lifted entry when moving by keyboard. */
const nearestSlot: CollisionDetection = (args) => {
  const kind = (args.active.data.current as EntryData | undefined)?.kind
  const containers = args.droppableContainers.filter((c) => c.data.current?.kind === kind)
  const y = args.pointerCoordinates?.y ?? args.collisionRect.top
  const distances = containers.flatMap((container) => {
    const rect = args.droppableRects.get(container.id)
    return rect ? [{ id: container.id, data: { droppableContainer: container, value: Math.abs(rect.top - y) } }] : []
  })
  if (!distances.length) return closestCenter({ ...args, droppableContainers: containers })
  return distances.sort((a, b) => a.data.value - b.data.value)
}

/** Groups of entries that are dragged by pointer or keyboard, also from group to group. */
export const ReorderArea = ({ groups, onMoveGroup, onMoveItem, children }: ReorderAreaProps) => {
  const [active, setActive] = useState<{ id: string; label: string } | null>(null)
  const current = useRef(groups)
  current.current = groups

  const nextCoordinates: KeyboardCoordinateGetter = (event, { active: activeId, context }) => {
    const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0
    const kind = (context.active?.data.current as EntryData | undefined)?.kind
    if (!step || !kind) return undefined
    event.preventDefault()
    const reachable = reachableSlots(current.current, kind, String(activeId))
    const home = homeSlot(current.current, kind, String(activeId))
    const known = reachable.findIndex((slot) => slot.id === context.over?.id)
    const from = known >= 0 ? known : reachable.findIndex((slot) => slot.id === home?.id)
    const target = reachable[from + step]
    const rect = target && context.droppableRects.get(target.id)
    return rect ? { x: context.collisionRect?.left ?? rect.left, y: rect.top } : undefined
  }
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextCoordinates }),
  )

  const slotOf = (kind: DragKind | undefined, id: UniqueIdentifier | undefined) =>
    kind && slotsOf(current.current, kind).find((slot) => slot.id === id)
  const labelOf = (data: unknown): string => (data as EntryData | undefined)?.label ?? 'The entry'
  const kindOf = (data: unknown): DragKind | undefined => (data as EntryData | undefined)?.kind
  const placeOf = (data: unknown, over: UniqueIdentifier | undefined): string => {
    const slot = slotOf(kindOf(data), over)
    return slot ? slotWords(current.current, slot) : 'where it was'
  }
  const announcements: Announcements = {
    onDragStart: ({ active: lifted }) => `${labelOf(lifted.data.current)} is lifted.`,
    onDragOver: ({ active: lifted, over }) =>
      `${labelOf(lifted.data.current)} is ${placeOf(lifted.data.current, over?.id)}.`,
    onDragEnd: ({ active: lifted, over }) =>
      `${labelOf(lifted.data.current)} was dropped ${placeOf(lifted.data.current, over?.id)}.`,
    onDragCancel: ({ active: lifted }) => `${labelOf(lifted.data.current)} stays where it was.`,
  }

  const onDragEnd = ({ active: lifted, over }: DragEndEvent): void => {
    setActive(null)
    const kind = kindOf(lifted.data.current)
    const slot = slotOf(kind, over?.id)
    if (!kind || !slot) return
    const home = homeSlot(current.current, kind, String(lifted.id))
    if (home?.groupId === slot.groupId && (slot.index === home.index || slot.index === home.index + 1)) return
    if (kind === 'group') onMoveGroup(String(lifted.id), slot.index)
    else onMoveItem(String(lifted.id), slot.groupId, slot.index)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearestSlot}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      onDragStart={({ active: lifted }) => setActive({ id: String(lifted.id), label: labelOf(lifted.data.current) })}
      onDragEnd={onDragEnd}
      onDragCancel={() => setActive(null)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {active && (
          <div className={classes.lifted}>
            <IconGripVertical size={16} aria-hidden />
            <span>{active.label}</span>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** The line that shows where the lifted entry would go. */
export const DropLine = ({ kind, groupId = '', index }: { kind: DragKind; groupId?: string; index: number }) => {
  const { setNodeRef, isOver } = useDroppable({ id: slotId(kind, groupId, index), data: { kind } })
  return <div ref={setNodeRef} className={classes.line} data-over={isOver || undefined} aria-hidden />
}

/** Makes an element an entry of the area. `handle` is the button to drag it by. */
export const useReorderEntry = (kind: DragKind, id: string, label: string) => {
  const data: EntryData = { kind, label }
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({ id, data })
  const handle = (
    <ActionIcon
      ref={setActivatorNodeRef}
      className={classes.handle}
      size="sm"
      aria-label={`Move ${label}`}
      {...attributes}
      {...listeners}
    >
      <IconGripVertical size={16} />
    </ActionIcon>
  )
  return { ref: setNodeRef, handle, isDragging }
}
