import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import { type Block, currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import { hasSay } from '../../../../schema/approvals/engine/restarting.ts'
import { unarchived } from '../access.ts'
import { exchangeFor } from '../planned.ts'
import type { Turn } from '../turn.ts'
import { changeContent } from './edit.ts'

/**
 * Documents beside the content. Adding one is for information, so it isn't told. Taking one away changes what people have
 * decided on.
 */

const lastSayOn = ({ decisions, bypassedAt, decidedAt }: Block): number =>
  Math.max(bypassedAt ?? 0, decidedAt ?? 0, ...decisions.map(({ at }) => at))

/** Nothing happens if no one has decided while one of them was there, or after the last decision. */
export const removeDocuments = (turn: Turn, { documents }: CommandOf<'removeDocuments'>): void => {
  const state = unarchived(turn)
  if (state.status !== 'PENDING') return
  const said = currentBlocks(state).filter(hasSay)
  const seen = documents.filter(({ attachedAt }) => said.some((block) => lastSayOn(block) >= attachedAt))
  if (seen.length === 0) return
  changeContent(turn, state, {
    content: state.content,
    changes: seen.map(({ id, name }) => ({
      questionId: `document:${id}`,
      label: 'Document',
      before: name,
      after: 'Removed',
    })),
    documents: seen.map(({ id, name }) => ({ id, name })),
    exchange: exchangeFor(turn, state, 'SAME'),
    restarts: true,
    keepAllDecisions: false,
    barring: false,
  })
}
