import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { RuleType, WorkflowDefinition, WorkflowLevel } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { partElementId } from '../../../ui/builder/focus.ts'
import { DropLine, useReorderEntry } from '../../../ui/reorder/reorder-area.tsx'
import type { ConditionWords } from '../../platform/conditions/index.ts'
import { AddRuleMenu } from './add-rule-menu.tsx'
import { type RuleActions, RuleRow } from './rule-row.tsx'
import classes from './workflow.module.css'
import type { WorkflowProblem } from './workflow-problems.ts'

export interface LevelActions {
  move: (id: string, slot: number) => void
  duplicate: (id: string) => void
  remove: (id: string) => void
  addRule: (levelId: string, type: RuleType) => void
}

interface LevelSectionProps {
  definition: WorkflowDefinition
  form: FormDefinition
  level: WorkflowLevel
  openId: string | null
  problems: WorkflowProblem[]
  words: ConditionWords
  names: ReadonlyMap<string, string>
  levels: LevelActions
  rules: RuleActions
}

export const LevelSection = (props: LevelSectionProps) => {
  const { definition, form, level, openId, problems, words, names, levels, rules } = props
  const title = `Level ${level.number}`
  const { ref, handle, isDragging } = useReorderEntry('group', level.id, title)
  const index = level.number - 1
  const problem = problems.find((candidate) => candidate.id === level.id)?.message
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
              disabled={index === definition.levels.length - 1}
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
            <RuleRow
              definition={definition}
              form={form}
              level={level}
              rule={rule}
              index={i}
              open={openId === rule.id}
              problems={problems.filter((candidate) => candidate.id === rule.id)}
              words={words}
              names={names}
              actions={rules}
            />
          </Fragment>
        ))}
        <DropLine kind="item" groupId={level.id} index={level.rules.length} />
        {problem && <p className={classes.levelProblem}>{problem}</p>}
      </div>
      <AddRuleMenu
        id={partElementId(level.id, 'label')}
        label={`Add rule to level ${level.number}`}
        variant="subtle"
        onAdd={(type) => levels.addRule(level.id, type)}
      >
        Add rule
      </AddRuleMenu>
    </section>
  )
}
