import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import classes from './workflow.module.css'

interface PrincipalsPickerProps {
  id: string
  groupIds: string[]
  userIds: string[]
  onChange: (groupIds: string[], userIds: string[]) => void
  /** "Approvers", "Watchers": for screen readers. */
  label: string
  error?: string | undefined
}

/** Groups and people, in two searches. */
export const PrincipalsPicker = ({ id, groupIds, userIds, onChange, label, error }: PrincipalsPickerProps) => (
  <div className={classes.principals}>
    <AsyncOptionSelect
      id={id}
      multiple
      kind="group"
      label="Groups"
      aria-label={`${label}: groups`}
      placeholder="Search groups"
      value={groupIds}
      onChange={(next) => onChange(next, userIds)}
    />
    <AsyncOptionSelect
      multiple
      kind="member"
      label="People"
      aria-label={`${label}: people`}
      placeholder="Search people"
      value={userIds}
      onChange={(next) => onChange(groupIds, next)}
    />
    {error && <p className={classes.problem}>{error}</p>}
  </div>
)
