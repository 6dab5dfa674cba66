import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconListCheck,
  IconTrash,
} from '@tabler/icons-react'
import type { WorkflowDefinition, WorkflowLevel, WorkflowRule } from '../../../../schema/approvals/definition.ts'
import { RULE_TYPE_LABELS } from '../../../../schema/approvals/definition-rules.ts'
import type { FormDefinition } from '../../../../schema/intake/form.ts'
import { rowElementId } from '../builder/focus.ts'
import { type ConditionWords, conditionsText } from '../conditions/condition-words.ts'
import { useReorderEntry } from '../reorder/reorder-area.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RULE_ICONS } from './rule-icons.ts'
import classes from './workflow.module.css'
import type { WorkflowProblem } from './workflow-problems.ts'
import { whoText } from './workflow-words.ts'

export interface RuleActions {
  toggle: (id: string) => void
  change: (id: string, patch: Partial<WorkflowRule>, mergeKey?: string | null) => void
  duplicate: (id: string) => void
  remove: (id: string) => void
  move: (id: string, levelId: string, slot: number) => void
}

interface RuleRowProps {
  definition: WorkflowDefinition
  form: FormDefinition
  level: WorkflowLevel
  rule: WorkflowRule
  index: number
  open: boolean
  problems: WorkflowProblem[]
  words: ConditionWords
  names: ReadonlyMap<string, string>
  actions: RuleActions
}

export const RuleRow = (props: RuleRowProps) => {
  const { definition, form, level, rule, index, open, problems, words, names, actions } = props
  const label = rule.label.trim() || 'Untitled rule'
  const { ref, handle, isDragging } = useReorderEntry('item', rule.id, label)
  const Icon = RULE_ICONS[rule.type] ?? IconListCheck
  const condition = conditionsText(rule, words)
  const editorId = `${rowElementId(rule.id)}-editor`
  const previous = definition.levels[level.number - 2]
  const next = definition.levels[level.number]
  return (
    <div ref={ref} className={classes.rule} data-open={open || undefined} data-dragging={isDragging || undefined}>
      <div className={classes.ruleRow}>
        {handle}
        <button
          type="button"
          id={rowElementId(rule.id)}
          className={classes.ruleButton}
          aria-expanded={open}
          aria-controls={open ? editorId : undefined}
          onClick={() => actions.toggle(rule.id)}
        >
          <Icon size={18} aria-hidden className={classes.ruleIcon} />
          <span className={classes.ruleText}>
            <span className={classes.ruleLabel}>{label}</span>
            <span className={classes.ruleMeta}>
              {RULE_TYPE_LABELS[rule.type]} · {whoText(rule, names)}
              {condition && ` · When ${condition}`}
            </span>
          </span>
          <IconChevronDown size={16} aria-hidden className={classes.chevron} />
        </button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={`Actions of ${label}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconArrowUp size={16} aria-hidden />}
              disabled={index === 0 && !previous}
              onClick={() =>
                index > 0
                  ? actions.move(rule.id, level.id, index - 1)
                  : previous && actions.move(rule.id, previous.id, previous.rules.length)
              }
            >
              Move up
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} aria-hidden />}
              disabled={index === level.rules.length - 1 && !next}
              onClick={() =>
                index < level.rules.length - 1
                  ? actions.move(rule.id, level.id, index + 2)
                  : next && actions.move(rule.id, next.id, 0)
              }
            >
              Move down
            </Menu.Item>
            {definition.levels
              .filter((other) => other.id !== level.id)
              .map((other) => (
                <Menu.Item
                  key={other.id}
                  leftSection={<IconArrowRight size={16} aria-hidden />}
                  onClick={() => actions.move(rule.id, other.id, other.rules.length)}
                >
                  Move to level {other.number}
                </Menu.Item>
              ))}
            <Menu.Divider />
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => actions.duplicate(rule.id)}>
              Duplicate
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => actions.remove(rule.id)}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {!open && problems.length > 0 && (
        <p className={classes.rowProblem}>{problems.map((problem) => problem.message).join('. ')}</p>
      )}
      {open && (
        <div id={editorId}>
          <RuleEditor
            form={form}
            rule={rule}
            problems={problems}
            onChange={(patch, mergeKey) => actions.change(rule.id, patch, mergeKey ?? null)}
          />
        </div>
      )}
    </div>
  )
}
