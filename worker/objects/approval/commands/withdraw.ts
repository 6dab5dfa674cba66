import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import { inPerson, isRequestor, pending } from '../access.ts'
import { subjectOf } from '../subject.ts'
import { refuse, type Turn } from '../turn.ts'

/** Only the people it belongs to withdraw it. Admins archive or reject instead. */
export const withdraw = (turn: Turn, command: CommandOf<'withdraw'>): void => {
  const state = pending(turn)
  if (!isRequestor(state, turn.actor) && !(subjectOf(state).isManaged && turn.actor.isAdmin))
    refuse('FORBIDDEN', 'NOT_ALLOWED', `Only the requester can withdraw a ${turn.noun}.`)
  inPerson(turn.actor)
  turn.emit({ type: 'request.withdrawn', message: command.message.trim() })
}
