import type {
  ApprovalActor,
  ApprovalCommand,
  CommandOf,
  PlanningContext,
  Refusal,
} from '../../../schema/approvals/engine/commands.ts'
import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import type { PersonRef } from '../../../schema/approvals/engine/facts.ts'
import type { ApprovalState } from '../../../schema/approvals/engine/model.ts'
import { replaceApprovers } from './commands/approvers.ts'
import { checkDeadlines } from './commands/deadlines.ts'
import { bypass, decide } from './commands/decide.ts'
import { removeDocuments } from './commands/documents.ts'
import { edit } from './commands/edit.ts'
import { archive, remove, unarchive } from './commands/lifecycle.ts'
import { reduce } from './commands/reduce.ts'
import { reroute } from './commands/reroute.ts'
import { revokeDecision } from './commands/revoke.ts'
import { addTask, assign, remind, setWatchers, setWorkStatus } from './commands/route.ts'
import { restart, resubmit, submit, takeOver } from './commands/run.ts'
import { answerSendBack, sendBack, takeBackSendBack } from './commands/send-back.ts'
import { completeTask, retryTask, taskFailed, taskStarted, taskSucceeded, taskWaits } from './commands/tasks.ts'
import { undoDecision } from './commands/undo.ts'
import { withdraw } from './commands/withdraw.ts'
import { type Past, Refused, refuse, Turn } from './turn.ts'

export { apply, replay } from './apply.ts'

/**
 * The approval machine: `(state, command, actor, now) → events`, pure. Its invariants are listed in
 * test/unit/approvals/engine/invariants.test.ts. The Durable Object around it only stores and projects.
 */
export type Handled =
  | { events: ApprovalEvent[]; state: ApprovalState; refusal?: undefined }
  | { refusal: Refusal; events?: undefined }

/** An edit can set who watches from now on. */
const watchedBy = (turn: Turn, watchers: PersonRef[] | undefined): void => {
  const before = new Set(turn.state.watchers.map(({ userId }) => userId))
  if (!watchers || (watchers.length === before.size && watchers.every(({ userId }) => before.has(userId)))) return
  setWatchers(turn, { type: 'setWatchers', watchers })
}

const HANDLERS: { [T in ApprovalCommand['type']]: (turn: Turn, command: CommandOf<T>) => void } = {
  submit,
  import: takeOver,
  resubmit: (turn, command) => {
    resubmit(turn, command)
    watchedBy(turn, command.watchers)
  },
  restart,
  reroute,
  decide,
  completeTask,
  bypass,
  withdraw,
  sendBack,
  answerSendBack,
  takeBackSendBack,
  remind,
  assign,
  replaceApprovers,
  addTask,
  setWorkStatus,
  setWatchers,
  edit: (turn, command) => {
    edit(turn, command)
    watchedBy(turn, command.watchers)
  },
  reduce,
  removeDocuments,
  archive,
  unarchive,
  delete: remove,
  taskStarted,
  taskFailed,
  taskSucceeded,
  retryTask,
  taskWaits,
  checkDeadlines,
  undoDecision,
  revokeDecision,
}

const dispatch = (turn: Turn, command: ApprovalCommand): void => {
  const run = HANDLERS[command.type] as (turn: Turn, command: ApprovalCommand) => void
  run(turn, command)
}

/**
 * What a command does to a request. No events means that nothing had to change.
 * @param state null before the request is submitted
 * @param now UTC milliseconds
 * @param planning needed by the commands that plan (see `approvalCommand`)
 * @param past needed to undo a decision: the command that made it
 */
export const handle = (
  state: ApprovalState | null,
  command: ApprovalCommand,
  actor: ApprovalActor,
  now: number,
  planning?: PlanningContext,
  past?: Past,
): Handled => {
  const turn = new Turn(state, actor, now, { planning, past })
  try {
    // Another company's request looks the same as a missing one.
    if (state && state.companyId !== actor.companyId)
      refuse('NOT_FOUND', 'NOT_SUBMITTED', 'This request doesn’t exist.')
    dispatch(turn, command)
    return { events: turn.events, state: turn.state }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
}
