import { Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { departmentApproverOptions } from '../../../../../schema/platform/lookups/endpoints.ts'
import { departmentsIn } from '../../../../../schema/requests/forms/chosen-departments.ts'
import type { AnswerValue, AssignedDepartment } from '../../../../../schema/requests/forms/form.ts'
import { call } from '../../../../lib/rest.ts'
import { AsyncOptionSelect, type OptionSource, optionSource, useOptionLabels } from '../../../platform/lookups/index.ts'
import classes from './fields.module.css'
import { type ChoiceProps, LookupSelect } from './lookup-select.tsx'

const approversOf =
  (departmentId: string): OptionSource =>
  (query, signal) =>
    call(departmentApproverOptions, { query: { ...query, departmentId }, signal })

interface ApproverProps {
  department: AssignedDepartment
  name: string
  error: string | undefined
  onChange: (userId: string | null) => void
}

/** The department's approvers to choose from. With only one there is nothing to choose. */
const Approver = ({ department, name, error, onChange }: ApproverProps) => {
  const { id, departmentApproverAssigneeUserId: chosen } = department
  const first = useQuery({
    queryKey: ['lookups', 'department-approvers', id],
    queryFn: ({ signal }) => approversOf(id)({ first: 2 }, signal),
  })
  const offered = first.data?.edges.map(({ node }) => node) ?? []
  const [only] = offered.length === 1 ? offered : []
  const onlyId = only?.value
  useEffect(() => {
    if (onlyId && !chosen) onChange(onlyId)
  }, [onlyId, chosen, onChange])
  if (first.data && offered.length === 0 && !chosen)
    return (
      <div>
        <p className={classes.unavailable}>
          No one approves requests for {name} yet. Choose another department, or ask an admin to add an approver.
        </p>
        {error && <Input.Error>{error}</Input.Error>}
      </div>
    )
  return (
    <AsyncOptionSelect
      kind="member"
      source={{ name: `department-approvers-${id}`, load: approversOf(id) }}
      label={`Approver for ${name}`}
      required
      known={offered}
      error={chosen ? undefined : error}
      value={chosen}
      onChange={onChange}
    />
  )
}

const withIds = (known: AssignedDepartment[], ids: string[]): AssignedDepartment[] =>
  ids.map((id) => known.find((item) => item.id === id) ?? { id, departmentApproverAssigneeUserId: null })

const asIds = (value: AnswerValue): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** Departments, with an approver for each (DEPARTMENT_SELECT_V2). */
export const DepartmentsField = ({ question, value, onChange, error, ...field }: ChoiceProps) => {
  const chosen = departmentsIn(value)
  const labels = useOptionLabels(
    'department',
    optionSource('department'),
    chosen.map(({ id }) => id),
  )
  const nameOf = ({ id, name }: AssignedDepartment): string =>
    labels.data?.find((option) => option.value === id)?.label ?? name ?? '…'
  const isOpen = chosen.some((item) => !item.departmentApproverAssigneeUserId)
  return (
    <div>
      <LookupSelect
        {...field}
        kind="department"
        question={question}
        error={chosen.length > 0 && isOpen ? undefined : error}
        value={chosen.map(({ id }) => id)}
        onChange={(next) => onChange(withIds(chosen, asIds(next)))}
      />
      {chosen.length > 0 && (
        <div className={classes.approvers}>
          {chosen.map((department) => (
            <Approver
              key={department.id}
              department={department}
              name={nameOf(department)}
              error={error}
              onChange={(userId) =>
                onChange(
                  chosen.map((item) =>
                    item.id === department.id ? { id: item.id, departmentApproverAssigneeUserId: userId } : item,
                  ),
                )
              }
            />
          ))}
        </div>
      )}
    </div>
  )
}
