import {
  IconArchive,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDot,
  IconCircleX,
  IconClock,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import classes from './status-badge.module.css'

export type StateTone = 'positive' | 'waiting' | 'negative' | 'neutral' | 'draft' | 'archived'

export interface State {
  tone: StateTone
  label: string
}

/** Color is never the only signal: each tone has its own shape, each badge a word. */
const SHAPES: Record<StateTone, ComponentType<IconProps>> = {
  positive: IconCircleCheck,
  waiting: IconClock,
  negative: IconCircleX,
  neutral: IconCircleDot,
  draft: IconCircleDashed,
  archived: IconArchive,
}

interface StatusBadgeProps extends State {
  /** Without the tinted background, for dense tables. */
  plain?: boolean
}

export const StatusBadge = ({ tone, label, plain = false }: StatusBadgeProps) => {
  const Shape = SHAPES[tone]
  return (
    <span className={classes.badge} data-tone={tone} data-plain={plain || undefined}>
      <Shape size={14} stroke={2} aria-hidden />
      {label}
    </span>
  )
}

/** The state of a request for people: archived and draft take precedence over the decision. */
export const requestState = (request: {
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
  isDraft?: boolean
  archived?: boolean
}): State => {
  if (request.archived) return { tone: 'archived', label: 'Archived' }
  if (request.isDraft) return { tone: 'draft', label: 'Draft' }
  if (request.status === 'APPROVED') return { tone: 'positive', label: 'Approved' }
  if (request.status === 'REJECTED') return { tone: 'negative', label: 'Rejected' }
  if (request.status === 'WITHDRAWN') return { tone: 'neutral', label: 'Withdrawn' }
  return { tone: 'waiting', label: 'Pending' }
}
