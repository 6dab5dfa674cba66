import { isAutomatic, isTask } from '../workflows/rule-kinds.ts'
import type { Block, Decision } from './model.ts'
import type { RequestStatus } from './statuses.ts'

/** Whether someone can take back their decision with a reason: while nothing that followed from it has left the house. */

export type NotRevocable =
  | { reason: 'REQUEST_CLOSED' | 'NOTHING_TO_UNDO' | 'NOT_AN_APPROVAL' }
  /** A later step was decided, or has started something outside. */
  | { reason: 'BUILT_ON'; label: string }

/** The last decision of a person on a block, for themselves or for someone else. */
export const decisionBy = (block: Pick<Block, 'decisions'>, userId: string): Decision | undefined =>
  block.decisions.findLast((decision) => decision.userId === userId)

const isLater = (other: Block, block: Block, blocks: readonly Block[]): boolean => {
  if (other.level !== block.level) return other.level > block.level
  const parent = other.parentId ? blocks.find(({ id }) => id === other.parentId) : undefined
  return parent !== undefined && (parent.id === block.id || isLater(parent, block, blocks))
}

/** Blocks that open only after this one. */
export const laterThan = (block: Block, blocks: readonly Block[]): Block[] =>
  blocks.filter((other) => other.id !== block.id && isLater(other, block, blocks))

/** A later step that stands on the decision: decided or bypassed since, or an automatic task that was started. */
const builtOn = (block: Block, since: number, blocks: readonly Block[]): Block | undefined =>
  laterThan(block, blocks).find(
    (other) =>
      other.decisions.some(({ at }) => at >= since) ||
      (other.bypassedAt !== null && other.bypassedAt >= since) ||
      (isAutomatic(other.ruleType) && other.automatic?.state !== 'WAITING'),
  )

/**
 * Why a person can't revoke their decision on a block, or null if they can.
 * @param blocks all of the current run
 */
export const notRevocable = (
  block: Block,
  userId: string,
  { status, blocks }: { status: RequestStatus; blocks: readonly Block[] },
): NotRevocable | null => {
  const decision = decisionBy(block, userId)
  if (!decision || block.closedAt !== null) return { reason: 'NOTHING_TO_UNDO' }
  if (status !== 'PENDING') return { reason: 'REQUEST_CLOSED' }
  if (isTask(block.ruleType)) return { reason: 'NOT_AN_APPROVAL' }
  const built = block.status === 'PENDING' ? undefined : builtOn(block, decision.at, blocks)
  return built ? { reason: 'BUILT_ON', label: built.label } : null
}
