import { Menu, TextInput } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconChevronDown,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { GridColumn } from '../columns.ts'
import classes from './grid.module.css'

export interface ColumnActions {
  rename: (id: string, name: string) => void
  move: (from: number, slot: number) => void
  remove: (column: GridColumn) => void
}

interface ColumnHeaderProps {
  /** See placeName. */
  place: string
  column: GridColumn
  /** The actual name, even if it is empty. */
  name: string
  index: number
  /** Where the column can go: conditions among conditions, approvers among approvers. */
  canMove: { left: boolean; right: boolean }
  tabIndex: number
  problem: string | undefined
  renaming: boolean
  onRename: (start: boolean) => void
  actions: ColumnActions
  onGrip: (event: PointerEvent) => void
}

export const ColumnHeader = (props: ColumnHeaderProps) => {
  const { place, column, name, index, canMove, tabIndex, problem, renaming, onRename, actions, onGrip } = props
  if (renaming) {
    return (
      <NameInput
        name={name}
        onDone={(next) => {
          if (next !== name) actions.rename(column.id, next)
          onRename(false)
        }}
        onCancel={() => onRename(false)}
      />
    )
  }
  const role = column.kind === 'condition' ? 'Condition' : 'Approvers'
  return (
    <div className={classes.columnHead}>
      <button type="button" tabIndex={-1} aria-hidden className={classes.grip} onPointerDown={onGrip}>
        <IconGripVertical size={14} />
      </button>
      <Menu position="bottom-start" width={200} withinPortal>
        <Menu.Target>
          <button type="button" data-place={place} tabIndex={tabIndex} className={classes.columnButton}>
            <span className={classes.role}>{role}</span>
            <span className={classes.columnName} data-problem={problem ? true : undefined}>
              {column.label}
              <IconChevronDown size={14} aria-hidden />
            </span>
            {problem && <span className="ol-visually-hidden">{problem}</span>}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {column.kind === 'approver' && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onRename(true)}>
              Rename column
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            disabled={!canMove.left}
            onClick={() => actions.move(index, index - 1)}
          >
            Move left
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight size={16} aria-hidden />}
            disabled={!canMove.right}
            onClick={() => actions.move(index, index + 2)}
          >
            Move right
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => actions.remove(column)}
          >
            Delete column
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

interface NameInputProps {
  name: string
  onDone: (name: string) => void
  onCancel: () => void
}

const NameInput = ({ name, onDone, onCancel }: NameInputProps) => {
  const [text, setText] = useState(name)
  const ref = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    // Done later, because the closing menu first restores its focus.
    const timer = setTimeout(() => ref.current?.select(), 0)
    ref.current?.select()
    return () => clearTimeout(timer)
  }, [])
  const end = (act: () => void): void => {
    if (ended.current) return
    ended.current = true
    act()
  }
  return (
    <TextInput
      ref={ref}
      size="xs"
      data-own-undo
      aria-label="Name of the approver column"
      maxLength={80}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => end(() => onDone(text.trim()))}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter' || event.key === 'Tab') {
          event.preventDefault()
          end(() => onDone(text.trim()))
        }
        if (event.key === 'Escape') end(onCancel)
      }}
    />
  )
}
