import {
  type APPROVER_TYPES,
  type ApproverType,
  WATCHER_TYPES,
  type WatcherType,
  type WorkflowRule,
} from '../../../../schema/approvals/workflows/definition.ts'
import { isAutomatic, isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { partElementId } from '../../../ui/builder/focus.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConditionsEditor } from '../../platform/conditions/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { MatrixPicker } from './matrix-picker.tsx'
import { PrincipalsPicker } from './principals-picker.tsx'
import { QuorumField } from './quorum-field.tsx'
import { TaskSettings } from './task-settings.tsx'
import classes from './workflow.module.css'
import type { WorkflowProblem } from './workflow-problems.ts'
import { APPROVER_HELP, APPROVER_LABELS, asksQuorum, WATCHER_LABELS } from './workflow-words.ts'

interface RuleEditorProps {
  form: FormDefinition
  rule: WorkflowRule
  problems: WorkflowProblem[]
  onChange: (patch: Partial<WorkflowRule>, mergeKey?: string | null) => void
}

/** Most frequently chosen first. Business units only if the company has them. */
const APPROVER_ORDER: ApproverType[] = [
  'MANAGER_APPROVER',
  'DEPARTMENT_APPROVERS',
  'BUSINESS_UNIT_APPROVERS',
  'CUSTOM_APPROVERS',
  'REQUESTOR',
  'NO_APPROVERS',
]

export const RuleEditor = ({ form, rule, problems, onChange }: RuleEditorProps) => {
  const { enableBusinessUnits } = useCompany()
  const problem = (part: WorkflowProblem['part']) => problems.find((candidate) => candidate.part === part)?.message
  const id = (part: string) => partElementId(rule.id, part)
  const task = isTask(rule.type)
  const automatic = isAutomatic(rule.type)
  const whoLabel = automatic ? 'Who’s responsible' : task ? 'Who does it' : 'Who approves'
  const offered = <T extends string>(types: readonly T[], chosen: T) =>
    types.filter((type) => type !== 'BUSINESS_UNIT_APPROVERS' || enableBusinessUnits || type === chosen)
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
      <Select
        id={id('who')}
        label={whoLabel}
        description={
          automatic
            ? 'It starts automatically when its level opens. If it fails, they’re notified and can try again.'
            : APPROVER_HELP[rule.approverType]
        }
        data={offered(APPROVER_ORDER, rule.approverType).map((value) => ({ value, label: APPROVER_LABELS[value] }))}
        value={rule.approverType}
        allowDeselect={false}
        onChange={(next) => next && onChange({ approverType: next as (typeof APPROVER_TYPES)[number] })}
      />
      {rule.approverType === 'CUSTOM_APPROVERS' && (
        <>
          <PrincipalsPicker
            id={id('approvers')}
            label={whoLabel}
            groupIds={rule.approverGroupIds}
            userIds={rule.approverUserIds}
            error={problem('approvers')}
            onChange={(approverGroupIds, approverUserIds) => onChange({ approverGroupIds, approverUserIds })}
          />
          <MatrixPicker
            id={id('matrix')}
            matrixId={rule.approverMatrixId}
            columnId={rule.approverMatrixColumnId}
            onChange={(approverMatrixId, approverMatrixColumnId) =>
              onChange({ approverMatrixId, approverMatrixColumnId })
            }
          />
        </>
      )}
      {rule.approverType !== 'CUSTOM_APPROVERS' && problem('approvers') && (
        <p className={classes.problem}>{problem('approvers')}</p>
      )}
      {asksQuorum(rule.approverType) &&
        !automatic &&
        rule.type !== 'ADDITIONAL_STEP' &&
        rule.type !== 'CREATE_SERVICE' && (
          <QuorumField
            id={id('quorum')}
            isTask={task}
            quorum={rule.quorum}
            error={problem('quorum')}
            onChange={(quorum) => onChange({ quorum })}
          />
        )}
      <ConditionsEditor
        id={`entry-${rule.id}`}
        form={form}
        label="When required"
        emptyText="Always"
        value={rule}
        error={problem('conditions')}
        onChange={({ chainOperator, conditionAnyOfs, conditionNumerics, conditionBooleans }, mergeKey) =>
          onChange({ chainOperator, conditionAnyOfs, conditionNumerics, conditionBooleans }, mergeKey)
        }
      />
      <Select
        id={id('watch')}
        label="Watchers"
        description="They’re notified when it opens and can see the request. They can’t approve."
        data={offered(WATCHER_TYPES, rule.watcherType).map((value) => ({ value, label: WATCHER_LABELS[value] }))}
        value={rule.watcherType}
        allowDeselect={false}
        onChange={(next) => next && onChange({ watcherType: next as WatcherType })}
      />
      {rule.watcherType === 'CUSTOM_WATCHERS' && (
        <PrincipalsPicker
          id={id('watchers')}
          label="Watchers"
          groupIds={rule.watcherGroupIds}
          userIds={rule.watcherUserIds}
          error={problem('watchers')}
          onChange={(watcherGroupIds, watcherUserIds) => onChange({ watcherGroupIds, watcherUserIds })}
        />
      )}
    </div>
  )
}
