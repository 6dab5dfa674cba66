import { IconListCheck } from '@tabler/icons-react'
import type {
  WorkflowDefinition,
  WorkflowLevel,
  WorkflowRule,
} from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { RULE_TYPE_LABELS } from '../../../../schema/requests/workflows/definition-rules.ts'
import { EntryRow, EntryTitle } from '../../../ui/builder/entry-row.tsx'
import { type ConditionWords, conditionsText } from '../../platform/conditions/index.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RULE_ICONS } from './rule-icons.ts'
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
  const condition = conditionsText(rule, words)
  const previous = definition.levels[level.number - 2]
  const next = definition.levels[level.number]
  const isLast = index === level.rules.length - 1
  const up = index > 0 ? { level, slot: index - 1 } : previous && { level: previous, slot: previous.rules.length }
  const down = isLast ? next && { level: next, slot: 0 } : { level, slot: index + 2 }
  return (
    <EntryRow
      id={rule.id}
      name={label}
      icon={RULE_ICONS[rule.type] ?? IconListCheck}
      title={<EntryTitle>{label}</EntryTitle>}
      meta={
        <>
          {RULE_TYPE_LABELS[rule.type]} · {whoText(rule, names)}
          {condition && ` · When ${condition}`}
        </>
      }
      roomy
      open={open}
      problems={problems}
      onToggle={() => actions.toggle(rule.id)}
      onUp={up && (() => actions.move(rule.id, up.level.id, up.slot))}
      onDown={down && (() => actions.move(rule.id, down.level.id, down.slot))}
      groups={definition.levels
        .filter((other) => other.id !== level.id)
        .map((other) => ({
          id: other.id,
          label: `Move to level ${other.number}`,
          onMove: () => actions.move(rule.id, other.id, other.rules.length),
        }))}
      onDuplicate={() => actions.duplicate(rule.id)}
      onRemove={() => actions.remove(rule.id)}
    >
      <RuleEditor
        form={form}
        rule={rule}
        problems={problems}
        onChange={(patch, mergeKey) => actions.change(rule.id, patch, mergeKey ?? null)}
      />
    </EntryRow>
  )
}
