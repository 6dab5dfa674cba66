import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { DropLine, useReorderEntry } from '../../../ui/reorder/reorder-area.tsx'
import type { Level, LeveledRule } from './leveled.ts'
import type { LevelActions } from './use-level-actions.ts'
import classes from './workflow.module.css'

interface LevelFrameProps<R, T> {
  level: Level<R>
  levelCount: number
  problem: string | undefined
  levels: LevelActions<T>
  row: (rule: R, index: number) => ReactNode
  /** The button below the rules. */
  add: ReactNode
}

/** A level of a builder: its rules, and what can be done with all of them. */
export const LevelFrame = <R extends LeveledRule, T>(props: LevelFrameProps<R, T>) => {
  const { level, levelCount, problem, levels, row, add } = props
  const title = `Level ${level.number}`
  const { ref, handle, isDragging } = useReorderEntry('group', level.id, title)
  const index = level.number - 1
  return (
    <section ref={ref} className={classes.level} aria-label={title} data-dragging={isDragging || undefined}>
      <header className={classes.levelHeader}>
        {handle}
        <h2>{title}</h2>
        <span className={classes.levelHint}>
          {level.rules.length > 1 ? 'All of these at the same time' : index === 0 ? 'Opens at once' : ''}
        </span>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={`Actions of level ${level.number}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconArrowUp size={16} aria-hidden />}
              disabled={index === 0}
              onClick={() => levels.move(level.id, index - 1)}
            >
              Move level up
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} aria-hidden />}
              disabled={index === levelCount - 1}
              onClick={() => levels.move(level.id, index + 2)}
            >
              Move level down
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => levels.duplicate(level.id)}>
              Duplicate level
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => levels.remove(level.id)}
            >
              Delete level
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      <div className={classes.rules}>
        {level.rules.map((rule, i) => (
          <Fragment key={rule.id}>
            <DropLine kind="item" groupId={level.id} index={i} />
            {row(rule, i)}
          </Fragment>
        ))}
        <DropLine kind="item" groupId={level.id} index={level.rules.length} />
        {problem && <p className={classes.levelProblem}>{problem}</p>}
      </div>
      {add}
    </section>
  )
}

/** Where a rule can go from here: up, down, and to other levels. For its row. */
export const movesOf = <R extends LeveledRule>(
  all: readonly Level<R>[],
  level: Level<R>,
  index: number,
  move: (levelId: string, slot: number) => void,
) => {
  const previous = all[level.number - 2]
  const next = all[level.number]
  const isLast = index === level.rules.length - 1
  const up = index > 0 ? { level, slot: index - 1 } : previous && { level: previous, slot: previous.rules.length }
  const down = isLast ? next && { level: next, slot: 0 } : { level, slot: index + 2 }
  return {
    onUp: up && (() => move(up.level.id, up.slot)),
    onDown: down && (() => move(down.level.id, down.slot)),
    groups: all
      .filter((other) => other.id !== level.id)
      .map((other) => ({
        id: other.id,
        label: `Move to level ${other.number}`,
        onMove: () => move(other.id, other.rules.length),
      })),
  }
}
