import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { isAutomatic, isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { withFacts } from '../../../../schema/requests/workflows/asked-facts.ts'
import { partElementId } from '../../../ui/builder/focus.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConditionsEditor } from '../../platform/conditions/index.ts'
import { ApproverFields, WatcherFields } from './rule-people.tsx'
import { TaskSettings } from './task-settings.tsx'
import classes from './workflow.module.css'
import type { WorkflowProblem } from './workflow-problems.ts'

interface RuleEditorProps {
  form: FormDefinition
  rule: WorkflowRule
  problems: WorkflowProblem[]
  onChange: (patch: Partial<WorkflowRule>, mergeKey?: string | null) => void
}

export const RuleEditor = ({ form, rule, problems, onChange }: RuleEditorProps) => {
  const problem = (part: WorkflowProblem['part']) => problems.find((candidate) => candidate.part === part)?.message
  const id = (part: string) => partElementId(rule.id, part)
  const task = isTask(rule.type)
  const automatic = isAutomatic(rule.type)
  const whoLabel = automatic ? 'Who’s responsible' : task ? 'Who does it' : 'Who approves'
  const other = problem(null)
  return (
    <div className={classes.ruleEditor}>
      {other && <p className={classes.problem}>{other}</p>}
      <TextField
        id={id('label')}
        label="Name"
        required
        value={rule.label}
        maxLength={200}
        error={problem('label')}
        onChange={(event) => onChange({ label: event.currentTarget.value }, `label:${rule.id}`)}
      />
      {task && (
        <TextArea
          id={id('description')}
          label={automatic ? 'What it is for' : 'What needs to be done'}
          placeholder="Shown on the request"
          minRows={2}
          maxLength={5000}
          value={rule.settings.description ?? ''}
          error={problem('description')}
          onChange={(event) =>
            onChange(
              { settings: { ...rule.settings, description: event.currentTarget.value || undefined } },
              `description:${rule.id}`,
            )
          }
        />
      )}
      <TaskSettings
        form={form}
        rule={rule}
        onChange={(settings, mergeKey) => onChange({ settings: { ...rule.settings, ...settings } }, mergeKey)}
      />
      <ApproverFields
        rule={rule}
        label={whoLabel}
        description={
          rule.type === 'SEND_VENDOR_FORM'
            ? 'The answers come back to them. If a form can’t be sent, they choose who gets it.'
            : rule.type === 'NETSUITE_PURCHASE_ORDER'
              ? 'They review the order and send it. The step completes once the order is there.'
              : automatic
                ? 'It starts automatically when its level opens. If it fails, they’re notified and can try again.'
                : undefined
        }
        quorum={!automatic && rule.type !== 'ADDITIONAL_STEP' && rule.type !== 'CREATE_SERVICE'}
        isTask={task}
        problem={problem}
        onChange={onChange}
      />
      <ConditionsEditor
        id={`entry-${rule.id}`}
        form={withFacts(form)}
        label="When required"
        emptyText="Always"
        value={rule}
        error={problem('conditions')}
        onChange={({ chainOperator, conditionAnyOfs, conditionNumerics, conditionBooleans }, mergeKey) =>
          onChange({ chainOperator, conditionAnyOfs, conditionNumerics, conditionBooleans }, mergeKey)
        }
      />
      <WatcherFields rule={rule} problem={problem} onChange={onChange} />
    </div>
  )
}
