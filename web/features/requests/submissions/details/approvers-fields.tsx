import type { UseFormReturnType } from '@mantine/form'
import type { ApproverType, Quorum } from '../../../../../schema/approvals/workflows/definition.ts'
import { Select } from '../../../../ui/choices/select.tsx'
import {
  APPROVER_LABELS,
  approverHelp,
  asksQuorum,
  PrincipalsPicker,
  QuorumField,
} from '../../../approvals/workflows/index.ts'
import { useCompany } from '../../../platform/session/index.ts'
import classes from './details.module.css'

export interface ApproverValues {
  approverType: ApproverType
  approverGroupIds: string[]
  approverUserIds: string[]
  quorum: Quorum
}

export const NOBODY_YET: ApproverValues = {
  approverType: 'CUSTOM_APPROVERS',
  approverGroupIds: [],
  approverUserIds: [],
  quorum: { kind: 'ANY' },
}

/** Choosing by hand leaves out matrices and NO_APPROVERS. */
const OFFERED: ApproverType[] = [
  'CUSTOM_APPROVERS',
  'MANAGER_APPROVER',
  'DEPARTMENT_APPROVERS',
  'BUSINESS_UNIT_APPROVERS',
]

interface ApproversFieldsProps<Values extends ApproverValues> {
  form: UseFormReturnType<Values>
  isTask: boolean
}

/** Who approves or completes it. The server's messages appear beside the people. */
export const ApproversFields = <Values extends ApproverValues>({ form, isTask }: ApproversFieldsProps<Values>) => {
  const { enableBusinessUnits } = useCompany()
  const { approverType, approverGroupIds, approverUserIds, quorum } = form.values
  const set = (values: Partial<ApproverValues>): void => {
    form.setValues(values as Partial<Values>)
    form.clearFieldError('approverUserIds')
    form.clearFieldError('approverGroupIds')
  }
  const types = OFFERED.filter((type) => type !== 'BUSINESS_UNIT_APPROVERS' || enableBusinessUnits)
  const label = isTask ? 'Who does it' : 'Who approves'
  const problem = form.errors.approverUserIds ?? form.errors.approverGroupIds
  return (
    <div className={classes.fields}>
      <Select
        label={label}
        description={approverType === 'CUSTOM_APPROVERS' ? undefined : approverHelp(approverType)}
        data={types.map((value) => ({
          value,
          label: value === 'CUSTOM_APPROVERS' ? 'Groups or people' : APPROVER_LABELS[value],
        }))}
        value={approverType}
        allowDeselect={false}
        error={form.errors.approverType}
        onChange={(next) => next && set({ approverType: next as ApproverType })}
      />
      {approverType === 'CUSTOM_APPROVERS' && (
        <PrincipalsPicker
          id="chosen-approvers"
          label={label}
          groupIds={approverGroupIds}
          userIds={approverUserIds}
          error={typeof problem === 'string' ? problem : undefined}
          onChange={(groupIds, userIds) => set({ approverGroupIds: groupIds, approverUserIds: userIds })}
        />
      )}
      {asksQuorum(approverType) && (
        <QuorumField id="quorum" isTask={isTask} quorum={quorum} onChange={(next) => set({ quorum: next })} />
      )}
    </div>
  )
}
