import type { TargetType } from '../../../../schema/approvals/engine/model.ts'

/** How the inbox shows subjects of one type. An area whose subjects are approved registers its own. */
export interface InboxRows {
  targetType: TargetType
  /** SQL of `reference`, `title`, `requestorName`, `amountValue` and `amountCurrency`. The subject's table is `s`. */
  columns: string
  /** What joins a participation `p` to it: `intake_submissions s ON s.id = p.target_id …`. */
  from: string
}

const known = new Map<TargetType, InboxRows>()

export const registerInboxRows = (rows: InboxRows): void => {
  known.set(rows.targetType, rows)
}

export const inboxRows = (): InboxRows[] => [...known.values()]
