import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconDots,
  type IconProps,
  IconTrash,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useReorderEntry } from '../reorder/reorder-area.tsx'
import classes from './entry-row.module.css'
import { rowElementId } from './focus.ts'

interface EntryRowProps {
  id: string
  /** Names what is dragged and acted on. */
  name: string
  icon: ComponentType<IconProps>
  /** Name and marks, as shown. */
  title: ReactNode
  /** The line below it. */
  meta: ReactNode
  /** Adds a line of space. */
  roomy?: boolean
  open: boolean
  problems: readonly { message: string }[]
  onToggle: () => void
  /** Undefined if it can't move that way. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  /** Other groups it can be moved to. */
  groups: readonly { id: string; label: string; onMove: () => void }[]
  onDuplicate: () => void
  onRemove: () => void
  /** The editor, if open. */
  children: ReactNode
}

/** One question of a form, or one rule of a workflow: a line that opens, can be dragged, and has actions. */
export const EntryRow = (props: EntryRowProps) => {
  const { id, name, icon: Icon, title, meta, roomy, open, problems, onUp, onDown, groups, children } = props
  const { ref, handle, isDragging } = useReorderEntry('item', id, name)
  const editorId = `${rowElementId(id)}-editor`
  return (
    <div ref={ref} className={classes.entry} data-open={open || undefined} data-dragging={isDragging || undefined}>
      <div className={classes.row}>
        {handle}
        <button
          type="button"
          id={rowElementId(id)}
          className={classes.button}
          data-roomy={roomy || undefined}
          aria-expanded={open}
          aria-controls={open ? editorId : undefined}
          onClick={props.onToggle}
        >
          <Icon size={18} aria-hidden className={classes.icon} />
          <span className={classes.text}>
            {title}
            <span className={classes.meta}>{meta}</span>
          </span>
          <IconChevronDown size={16} aria-hidden className={classes.chevron} />
        </button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={`Actions of ${name}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} disabled={!onUp} onClick={onUp}>
              Move up
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} disabled={!onDown} onClick={onDown}>
              Move down
            </Menu.Item>
            {groups.map((group) => (
              <Menu.Item key={group.id} leftSection={<IconArrowRight size={16} aria-hidden />} onClick={group.onMove}>
                {group.label}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={props.onDuplicate}>
              Duplicate
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={props.onRemove}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {!open && problems.length > 0 && (
        <p className={classes.problem}>{problems.map((problem) => problem.message).join('. ')}</p>
      )}
      {open && <div id={editorId}>{children}</div>}
    </div>
  )
}

/**
 * The name of an entry, shortened to the line.
 * @param untitled shown if it has no name yet
 */
export const EntryTitle = ({ untitled = false, children }: { untitled?: boolean; children: ReactNode }) => (
  <span className={classes.title} data-untitled={untitled || undefined}>
    {children}
  </span>
)
