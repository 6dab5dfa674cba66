import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconTrash } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { DropLine, useReorderEntry } from '../reorder/reorder-area.tsx'
import classes from './group-frame.module.css'

interface GroupMenu {
  /** "Actions of level 1" */
  label: string
  /** "level": what can be moved and deleted. */
  noun: string
  index: number
  count: number
  onMove: (slot: number) => void
  onRemove: () => void
  /** Further actions, before the dangerous one. */
  more?: ReactNode
}

interface GroupFrameProps<E> {
  id: string
  /** What screen readers call the section. */
  label: string
  /** What is dragged. */
  title: string
  header: ReactNode
  /** Null for a group that stays where it is. */
  menu: GroupMenu | null
  entries: readonly E[]
  row: (entry: E, index: number) => ReactNode
  /** Below the entries: what is missing. */
  note?: ReactNode
  /** The button that adds an entry. */
  add: ReactNode
}

/** A group of entries in a builder, with what can be done with all of them: a level of rules, a step of questions. */
export const GroupFrame = <E extends { id: string }>(props: GroupFrameProps<E>) => {
  const { id, label, title, header, menu, entries, row, note, add } = props
  const { ref, handle, isDragging } = useReorderEntry('group', id, title)
  return (
    <section ref={ref} className={classes.group} aria-label={label} data-dragging={isDragging || undefined}>
      <header className={classes.header}>
        {menu && handle}
        {header}
        {menu && <Actions {...menu} />}
      </header>
      <div className={classes.entries}>
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            <DropLine kind="item" groupId={id} index={index} />
            {row(entry, index)}
          </Fragment>
        ))}
        <DropLine kind="item" groupId={id} index={entries.length} />
        {note}
      </div>
      {add}
    </section>
  )
}

const Actions = ({ label, noun, index, count, onMove, onRemove, more }: GroupMenu) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon size="sm" aria-label={label}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item
        leftSection={<IconArrowUp size={16} aria-hidden />}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        Move {noun} up
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} aria-hidden />}
        disabled={index === count - 1}
        onClick={() => onMove(index + 2)}
      >
        Move {noun} down
      </Menu.Item>
      {more}
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
        Delete {noun}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
