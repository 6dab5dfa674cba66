import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import { alive, mayManage } from '../access.ts'
import { refuse, type Turn } from '../turn.ts'

/** Archive, unarchive and delete are flags beside the status. Archiving an archived request changes nothing. */

export const archive = (turn: Turn, command: CommandOf<'archive'>): void => {
  const state = alive(turn)
  mayManage(state, turn.actor)
  if (state.archivedAt === null) turn.emit({ type: 'request.archived', message: command.message })
}

export const unarchive = (turn: Turn, command: CommandOf<'unarchive'>): void => {
  const state = alive(turn)
  mayManage(state, turn.actor)
  if (state.archivedAt !== null) turn.emit({ type: 'request.unarchived', message: command.message })
}

export const remove = (turn: Turn, command: CommandOf<'delete'>): void => {
  const state = alive(turn)
  mayManage(state, turn.actor)
  if (command.seenSequence !== undefined && command.seenSequence !== state.sequence)
    refuse('CONFLICT', 'CHANGED_SINCE', `The ${turn.noun} was changed since.`)
  turn.emit({ type: 'request.deleted' })
}
