import { Menu } from '@mantine/core'
import { IconCopy, IconRoute } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { partElementId } from '../../../ui/builder/focus.ts'
import { GroupFrame } from '../../../ui/builder/group-frame.tsx'
import { DropLine, ReorderArea } from '../../../ui/reorder/reorder-area.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { AddMenuProps } from './add-menu.tsx'
import type { Level, LeveledRule } from './leveled.ts'
import { ADD_LEVEL, type LevelActions, type RuleActions } from './use-level-actions.ts'
import classes from './workflow.module.css'

interface LevelsEditorProps<R, T> {
  all: readonly Level<R>[]
  problems: readonly { id: string; message: string }[]
  /** What is dragged. */
  titleOf: (rule: R, level: Level<R>) => string
  row: (rule: R, level: Level<R>, index: number) => ReactNode
  /** The button that offers the kinds of rules. */
  addMenu: (props: AddMenuProps<T>) => ReactNode
  levels: LevelActions<T> & { add: (type: T) => void }
  rules: Pick<RuleActions<R>, 'move'>
  /** What no levels mean. */
  empty: string
}

/** The levels of a workflow or a rule set, and the rules in them. */
export const LevelsEditor = <R extends LeveledRule, T>(props: LevelsEditorProps<R, T>) => {
  const { all, problems, titleOf, row, addMenu, levels, rules, empty } = props
  const addLevel = (variant: 'filled' | 'default') =>
    addMenu({ id: ADD_LEVEL, label: 'Add level', variant, onAdd: levels.add, children: 'Add level' })
  return (
    <ReorderArea
      groups={all.map((level) => ({
        id: level.id,
        label: `Level ${level.number}`,
        items: level.rules.map((rule) => ({ id: rule.id, label: titleOf(rule, level) })),
      }))}
      onMoveGroup={levels.move}
      onMoveItem={rules.move}
    >
      {all.map((level, at) => (
        <Fragment key={level.id}>
          <DropLine kind="group" index={at} />
          <LevelFrame
            level={level}
            levelCount={all.length}
            problem={problems.find(({ id }) => id === level.id)?.message}
            levels={levels}
            row={(rule, index) => row(rule, level, index)}
            add={addMenu({
              id: partElementId(level.id, 'label'),
              label: `Add rule to level ${level.number}`,
              variant: 'subtle',
              onAdd: (type) => levels.addRule(level.id, type),
              children: 'Add rule',
            })}
          />
        </Fragment>
      ))}
      <DropLine kind="group" index={all.length} />
      {all.length === 0 ? (
        <EmptyState
          compact
          icon={<IconRoute size={20} aria-hidden />}
          title="No approvals yet"
          text={`${empty} Levels open one after another. Rules in a level run in parallel.`}
          action={addLevel('filled')}
        />
      ) : (
        addLevel('default')
      )}
    </ReorderArea>
  )
}

interface LevelFrameProps<R, T> {
  level: Level<R>
  levelCount: number
  problem: string | undefined
  levels: LevelActions<T>
  row: (rule: R, index: number) => ReactNode
  /** The button below the rules. */
  add: ReactNode
}

const LevelFrame = <R extends LeveledRule, T>(props: LevelFrameProps<R, T>) => {
  const { level, levelCount, problem, levels, row, add } = props
  const title = `Level ${level.number}`
  const index = level.number - 1
  return (
    <GroupFrame
      id={level.id}
      label={title}
      title={title}
      header={
        <>
          <h2 className={classes.levelTitle}>{title}</h2>
          <span className={classes.levelHint}>
            {level.rules.length > 1 ? 'All of these at the same time' : index === 0 ? 'Opens at once' : ''}
          </span>
        </>
      }
      menu={{
        ...{ label: `Actions of level ${level.number}`, noun: 'level', index, count: levelCount },
        onMove: (slot) => levels.move(level.id, slot),
        onRemove: () => levels.remove(level.id),
        more: (
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => levels.duplicate(level.id)}>
            Duplicate level
          </Menu.Item>
        ),
      }}
      entries={level.rules}
      row={row}
      note={problem && <p className={classes.levelProblem}>{problem}</p>}
      add={add}
    />
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
