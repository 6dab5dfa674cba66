import { isAutomatic } from '../workflows/rule-kinds.ts'
import { type ApprovalView, type Block, isDecided } from './model.ts'

/** Whether a block has any decision that a change could undo. */
export const hasSay = (block: Pick<Block, 'status' | 'decisions' | 'approverType' | 'ruleType'>): boolean =>
  block.decisions.length > 0 ||
  (isDecided(block) && (block.approverType !== 'NO_APPROVERS' || isAutomatic(block.ruleType)))

/** Whether someone decided on it, in any version and run. Undoing that would take away what others rely on. */
export const wasDecided = ({ status, blocks }: Pick<ApprovalView, 'status' | 'blocks'>): boolean =>
  status === 'APPROVED' ||
  status === 'REJECTED' ||
  blocks.some((block) => hasSay(block) || block.revoked !== undefined || (block.earlierDecisions ?? []).length > 0)
