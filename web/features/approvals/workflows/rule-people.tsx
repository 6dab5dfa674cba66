import { Checkbox } from '@mantine/core'
import {
  type ApproverType,
  WATCHER_TYPES,
  type WatcherType,
  type WorkflowRule,
} from '../../../../schema/approvals/workflows/definition.ts'
import { partElementId } from '../../../ui/builder/focus.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { useCompany } from '../../platform/session/index.ts'
import { MatrixPicker } from './matrix-picker.tsx'
import { PrincipalsPicker } from './principals-picker.tsx'
import { QuorumField } from './quorum-field.tsx'
import classes from './workflow.module.css'
import { APPROVER_LABELS, approverHelp, asksQuorum, WATCHER_LABELS } from './workflow-words.ts'

/** Who approves and who watches, for rules of any kind. */
export type RulePeople = Pick<
  WorkflowRule,
  | 'id'
  | 'approverType'
  | 'approverGroupIds'
  | 'approverUserIds'
  | 'approverMatrixId'
  | 'approverMatrixColumnId'
  | 'watcherType'
  | 'watcherGroupIds'
  | 'watcherUserIds'
  | 'quorum'
  | 'excludesEarlierDeciders'
>

interface PeopleFieldsProps {
  /** What is approved: "bill". */
  noun?: string | undefined
  rule: RulePeople
  problem: (part: 'approvers' | 'quorum' | 'watchers') => string | undefined
  onChange: (patch: Partial<RulePeople>) => void
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

const useOffered = () => {
  const { enableBusinessUnits } = useCompany()
  return <T extends string>(types: readonly T[], chosen: T): T[] =>
    types.filter((type) => type !== 'BUSINESS_UNIT_APPROVERS' || enableBusinessUnits || type === chosen)
}

interface ApproverFieldsProps extends PeopleFieldsProps {
  label: string
  /** Instead of what the chosen mode means. */
  description?: string | undefined
  /** Whether several people can be asked for. */
  quorum: boolean
  isTask: boolean
}

export const ApproverFields = (props: ApproverFieldsProps) => {
  const { rule, noun = 'request', label, description, quorum, isTask, problem, onChange } = props
  const offered = useOffered()
  const id = (part: string) => partElementId(rule.id, part)
  return (
    <>
      <Select
        id={id('who')}
        label={label}
        description={description ?? approverHelp(rule.approverType, noun)}
        data={offered(APPROVER_ORDER, rule.approverType).map((value) => ({ value, label: APPROVER_LABELS[value] }))}
        value={rule.approverType}
        allowDeselect={false}
        onChange={(next) => next && onChange({ approverType: next as ApproverType })}
      />
      {rule.approverType === 'CUSTOM_APPROVERS' && (
        <>
          <PrincipalsPicker
            id={id('approvers')}
            label={label}
            groupIds={rule.approverGroupIds}
            userIds={rule.approverUserIds}
            error={problem('approvers')}
            onChange={(approverGroupIds, approverUserIds) => onChange({ approverGroupIds, approverUserIds })}
          />
          <MatrixPicker
            id={id('matrix')}
            matrixId={rule.approverMatrixId}
            columnId={rule.approverMatrixColumnId}
            noun={noun}
            onChange={(approverMatrixId, approverMatrixColumnId) =>
              onChange({ approverMatrixId, approverMatrixColumnId })
            }
          />
        </>
      )}
      {rule.approverType !== 'CUSTOM_APPROVERS' && problem('approvers') && (
        <p className={classes.problem}>{problem('approvers')}</p>
      )}
      {quorum && asksQuorum(rule.approverType) && (
        <QuorumField
          offersFillUp
          id={id('quorum')}
          isTask={isTask}
          quorum={rule.quorum}
          error={problem('quorum')}
          onChange={(next) => onChange({ quorum: next })}
        />
      )}
      {!isTask && rule.approverType !== 'NO_APPROVERS' && rule.approverType !== 'REQUESTOR' && (
        <Checkbox
          label="Who decided an earlier step doesn’t decide this one"
          description="If no one else can, it goes to your company’s admins."
          checked={rule.excludesEarlierDeciders === true}
          onChange={(event) => onChange({ excludesEarlierDeciders: event.currentTarget.checked || undefined })}
        />
      )}
    </>
  )
}

export const WatcherFields = ({ rule, noun = 'request', problem, onChange }: PeopleFieldsProps) => {
  const offered = useOffered()
  const id = (part: string) => partElementId(rule.id, part)
  return (
    <>
      <Select
        id={id('watch')}
        label="Watchers"
        description={`They’re notified when it opens and can see the ${noun}. They can’t approve.`}
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
    </>
  )
}
