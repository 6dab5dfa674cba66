import type { BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import { type Block, isBroughtToPeople, isSentBack } from '../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import type { State } from '../../../ui/status-badge.tsx'

/** Approvals as the screens read them. The engine's instants are milliseconds. */

export const isoOf = (at: number): string => new Date(at).toISOString()

/** "Any one of 3", "All 3", "At least 2 of 3". Null if one person decides alone. */
export const quorumText = (block: Pick<Block, 'approvers' | 'quorum'>): string | null => {
  const people = block.approvers.length
  if (people < 2) return null
  if (block.quorum.kind === 'ALL') return `All ${people}`
  if (block.quorum.kind === 'ANY') return `Any one of ${people}`
  return `At least ${block.quorum.count} of ${people}`
}

/** The state of an automatic task. Null if there is nothing to say yet. */
export const automaticText = ({ automatic, status }: Pick<Block, 'automatic' | 'status'>): string | null => {
  if (!automatic || automatic.state === 'WAITING') return null
  if (automatic.state === 'FAILED') return automatic.error
  if (automatic.state === 'SENT' || isBroughtToPeople(automatic.state)) return null
  if (automatic.state === 'ORDERED') return status === 'PENDING' ? 'Being sent to the accounting system' : null
  if (automatic.state === 'REVIEWED')
    return status === 'PENDING' ? 'The vendor answered. The forms’ own approvals complete this step.' : null
  if (automatic.state !== 'SUCCEEDED') return status === 'PENDING' ? 'Running automatically' : null
  const { pocEmail, responseStatusCode } = (automatic.result ?? {}) as {
    pocEmail?: unknown
    responseStatusCode?: unknown
  }
  if (typeof pocEmail === 'string') return `Sent to ${pocEmail}`
  return typeof responseStatusCode === 'number' ? `The target answered ${responseStatusCode}` : null
}

/** The state of a block as a word with a shape. */
export const blockState = (block: BlockView): State => {
  const task = isTask(block.ruleType)
  if (block.bypassedAt !== null) return { tone: 'positive', label: 'Bypassed' }
  if (block.status === 'APPROVED') return { tone: 'positive', label: task ? 'Completed' : 'Approved' }
  if (block.status === 'REJECTED') return { tone: 'negative', label: 'Rejected' }
  if (block.closedAt !== null) return { tone: 'archived', label: 'Closed' }
  if (isSentBack(block)) return { tone: 'waiting', label: 'Sent back' }
  if (block.automatic?.state === 'FAILED') return { tone: 'negative', label: 'Failed' }
  return block.isAwaited ? { tone: 'waiting', label: 'Waiting' } : { tone: 'draft', label: 'Not yet' }
}

export const isMine = (block: BlockView): boolean => block.canDecide || block.canComplete

/** The person's open blocks. Those whose turn has come are first. */
export const myBlocks = (levels: readonly { blocks: BlockView[] }[]): BlockView[] => {
  const mine = levels.flatMap((level) => level.blocks).filter(isMine)
  return [...mine.filter((block) => block.isAwaited), ...mine.filter((block) => !block.isAwaited)]
}

/** Why the block exists, in words that can be read alone. */
export const reasonText = (reason: string, note: string | null = null): string => {
  const why = reason === 'Always' ? 'Always required' : reason
  return [why, note].filter(Boolean).join('. ')
}
