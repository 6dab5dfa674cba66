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
import { movesOf } from './level-frame.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RULE_ICONS } from './rule-icons.ts'
import type { RuleActions } from './use-level-actions.ts'
import type { WorkflowProblem } from './workflow-problems.ts'
import { whoText } from './workflow-words.ts'

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
  actions: RuleActions<WorkflowRule>
}

export const RuleRow = (props: RuleRowProps) => {
  const { definition, form, level, rule, index, open, problems, words, names, actions } = props
  const label = rule.label.trim() || 'Untitled rule'
  const condition = conditionsText(rule, words)
  return (
    <EntryRow
      id={rule.id}
      name={label}
      icon={RULE_ICONS[rule.type] ?? IconListCheck}
      title={<EntryTitle>{label}</EntryTitle>}
      meta={
        <>
          {RULE_TYPE_LABELS[rule.type]} · {whoText(rule, names)}
          {rule.excludesEarlierDeciders && ' · Not by earlier deciders'}
          {condition && ` · When ${condition}`}
        </>
      }
      roomy
      open={open}
      problems={problems}
      onToggle={() => actions.toggle(rule.id)}
      {...movesOf(definition.levels, level, index, (levelId, slot) => actions.move(rule.id, levelId, slot))}
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
