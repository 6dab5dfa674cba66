import type {
  RuleType,
  WorkflowDefinition,
  WorkflowLevel,
  WorkflowRule,
} from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { partElementId } from '../../../ui/builder/focus.ts'
import type { ConditionWords } from '../../platform/conditions/index.ts'
import { AddRuleMenu } from './add-rule-menu.tsx'
import { LevelFrame } from './level-frame.tsx'
import { RuleRow } from './rule-row.tsx'
import type { LevelActions, RuleActions } from './use-level-actions.ts'
import type { WorkflowProblem } from './workflow-problems.ts'

interface LevelSectionProps {
  definition: WorkflowDefinition
  form: FormDefinition
  level: WorkflowLevel
  openId: string | null
  problems: WorkflowProblem[]
  words: ConditionWords
  names: ReadonlyMap<string, string>
  levels: LevelActions<RuleType>
  rules: RuleActions<WorkflowRule>
}

export const LevelSection = (props: LevelSectionProps) => {
  const { definition, form, level, openId, problems, words, names, levels, rules } = props
  return (
    <LevelFrame
      level={level}
      levelCount={definition.levels.length}
      problem={problems.find((candidate) => candidate.id === level.id)?.message}
      levels={levels}
      row={(rule, index) => (
        <RuleRow
          definition={definition}
          form={form}
          level={level}
          rule={rule}
          index={index}
          open={openId === rule.id}
          problems={problems.filter((candidate) => candidate.id === rule.id)}
          words={words}
          names={names}
          actions={rules}
        />
      )}
      add={
        <AddRuleMenu
          id={partElementId(level.id, 'label')}
          label={`Add rule to level ${level.number}`}
          variant="subtle"
          onAdd={(type) => levels.addRule(level.id, type)}
        >
          Add rule
        </AddRuleMenu>
      }
    />
  )
}
