import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import { wasDecided } from '../../../../schema/approvals/engine/restarting.ts'
import { alive, mayManage } from '../access.ts'
import { subjectOf } from '../subject.ts'
import { refuse, type Turn } from '../turn.ts'

/**
 * Archive, unarchive and delete are flags beside the status. Archiving an archived request changes nothing. Only what
 * no one decided on is deleted, and everything else stays and is archived.
 */

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
  // What an import made, and nothing has happened to since, is taken back as it came.
  const isTakenBack = command.seenSequence !== undefined
  if (!isTakenBack && !subjectOf(state).deletesDecided && wasDecided(state))
    refuse(
      'RULE_BROKEN',
      'DECIDED',
      `The ${turn.noun} can’t be deleted, because it was already decided on. Archive it instead.`,
    )
  turn.emit({ type: 'request.deleted' })
}
