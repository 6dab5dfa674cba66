import { isAutomatic } from '../workflows/rule-kinds.ts'
import { type Block, isDecided } from './model.ts'

/** Whether a block has any decision that a change could undo. */
export const hasSay = (block: Pick<Block, 'status' | 'decisions' | 'approverType' | 'ruleType'>): boolean =>
  block.decisions.length > 0 ||
  (isDecided(block) && (block.approverType !== 'NO_APPROVERS' || isAutomatic(block.ruleType)))
