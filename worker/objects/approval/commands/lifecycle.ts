import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import { alive, mayManage } from '../access.ts'
import type { Turn } from '../turn.ts'

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

export const remove = (turn: Turn): void => {
  mayManage(alive(turn), turn.actor)
  turn.emit({ type: 'request.deleted' })
}
