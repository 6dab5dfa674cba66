import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './reorder.module.css'

interface SortableListProps<T> {
  items: T[]
  label: string
  idOf: (item: T) => string
  nameOf: (item: T) => string
  onReorder: (items: T[]) => void
  /** Without it nothing can be moved. */
  enabled?: boolean
  className?: string | undefined
  itemClassName?: string | undefined
  /** Renders an entry around its drag handle. */
  children: (item: T, handle: ReactNode, index: number) => ReactNode
}

/** A list that can be reordered by pointer and keyboard. */
export const SortableList = <T,>(props: SortableListProps<T>) => {
  const { items, label, idOf, nameOf, onReorder, enabled = true, className, itemClassName, children } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(idOf)
  const nameById = (id: unknown): string => {
    const item = items[ids.indexOf(String(id))]
    return item ? nameOf(item) : 'The entry'
  }
  const position = (id: unknown): string => `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${nameById(active.id)} is lifted, at ${position(active.id)}.`,
    onDragOver: ({ active, over }) => over && `${nameById(active.id)} is at ${position(over.id)}.`,
    onDragEnd: ({ active, over }) => `${nameById(active.id)} was dropped at ${position(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameById(active.id)} stays at ${position(active.id)}.`,
  } as Announcements
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    const from = ids.indexOf(String(active.id))
    const to = over ? ids.indexOf(String(over.id)) : -1
    if (from >= 0 && to >= 0 && from !== to) onReorder(arrayMove(items, from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={!enabled}>
        <ul className={`${classes.sorted} ${className ?? ''}`} aria-label={label}>
          {items.map((item, index) => (
            <SortableEntry
              key={idOf(item)}
              id={idOf(item)}
              name={nameOf(item)}
              enabled={enabled}
              className={itemClassName}
            >
              {(handle) => children(item, handle, index)}
            </SortableEntry>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface SortableEntryProps {
  id: string
  name: string
  enabled: boolean
  className?: string | undefined
  children: (handle: ReactNode) => ReactNode
}

const SortableEntry = ({ id, name, enabled, className, children }: SortableEntryProps) => {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled: !enabled,
  })
  return (
    <li
      ref={setNodeRef}
      className={className}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(
        enabled && (
          <ActionIcon
            ref={setActivatorNodeRef}
            className={classes.handle}
            size="sm"
            aria-label={`Move ${name}`}
            {...attributes}
            {...listeners}
          >
            <IconGripVertical size={16} />
          </ActionIcon>
        ),
      )}
    </li>
  )
}
