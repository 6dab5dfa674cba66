import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './changes.module.css'

export interface ChangedApproval {
  userId: string
  name: string
  label: string
}

interface ApprovalChangesProps {
  gains: readonly ChangedApproval[]
  loses: readonly ChangedApproval[]
  /** Why it can't be. */
  problem: string | null
  /** Further items. */
  children?: ReactNode
}

/** Who is asked on a request that wasn't, and who no longer. */
export const ApprovalChanges = ({ gains, loses, problem, children }: ApprovalChangesProps) => (
  <ul className={classes.changes}>
    {gains.map(({ userId, name, label }) => (
      <li key={`+${userId}${label}`} data-kind="gain">
        <IconPlus size={14} aria-label="Gains" /> {name}, {label}
      </li>
    ))}
    {loses.map(({ userId, name, label }) => (
      <li key={`-${userId}${label}`} data-kind="loss">
        <IconMinus size={14} aria-label="Loses" /> {name}, {label}
      </li>
    ))}
    {children}
    {problem && <li data-kind="problem">{problem}</li>}
  </ul>
)
