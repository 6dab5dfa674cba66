import { Menu, Tooltip } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconInfoCircle,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconTrash,
} from '@tabler/icons-react'
import type { PointerEvent } from 'react'
import classes from './grid.module.css'

export interface RowActions {
  insert: (index: number) => void
  duplicate: (index: number) => void
  move: (from: number, slot: number) => void
  remove: (top: number, bottom: number) => void
}

interface RowHeaderProps {
  /** See placeName. */
  place: string
  index: number
  count: number
  tabIndex: number
  notes: readonly string[]
  hasProblem: boolean
  matches: boolean | undefined
  /** The selected rows, if this is one of several. */
  selection: { top: number; bottom: number } | null
  actions: RowActions
  onGrip: (event: PointerEvent) => void
}

/** The row's number, its mark and its actions. */
export const RowHeader = (props: RowHeaderProps) => {
  const { place, index, count, tabIndex, notes, hasProblem, matches, selection, actions, onGrip } = props
  const name = `Row ${index + 1}`
  const marks = [...(hasProblem ? ['has something to fix'] : []), ...notes, ...(matches ? ['matches'] : [])]
  const removed = selection ?? { top: index, bottom: index }
  const many = removed.bottom - removed.top + 1
  return (
    <div className={classes.rowHead}>
      <button type="button" tabIndex={-1} aria-hidden className={classes.grip} onPointerDown={onGrip}>
        <IconGripVertical size={14} />
      </button>
      <Menu position="bottom-start" width={220} withinPortal>
        <Menu.Target>
          <button
            type="button"
            data-place={place}
            tabIndex={tabIndex}
            className={classes.rowButton}
            aria-label={marks.length ? `${name}: ${marks.join('; ')}` : name}
          >
            {index + 1}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRowInsertTop size={16} aria-hidden />} onClick={() => actions.insert(index)}>
            Insert row above
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRowInsertBottom size={16} aria-hidden />}
            onClick={() => actions.insert(index + 1)}
          >
            Insert row below
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => actions.duplicate(index)}>
            Duplicate row
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconArrowUp size={16} aria-hidden />}
            disabled={index === 0}
            onClick={() => actions.move(index, index - 1)}
          >
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} aria-hidden />}
            disabled={index === count - 1}
            onClick={() => actions.move(index, index + 2)}
          >
            Move down
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => actions.remove(removed.top, removed.bottom)}
          >
            {many > 1 ? `Delete ${many} rows` : 'Delete row'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {hasProblem ? (
        <IconAlertCircle size={14} className={classes.problemMark} aria-hidden />
      ) : (
        notes.length > 0 && (
          <Tooltip label={notes.join('. ')}>
            <IconInfoCircle size={14} className={classes.noteMark} aria-hidden />
          </Tooltip>
        )
      )}
    </div>
  )
}
