import type { ApprovalActor, ApprovalCommand, PlanningContext } from '../../../schema/approvals/engine/commands.ts'
import type { ApprovalState } from '../../../schema/approvals/engine/model.ts'
import type { Rehearsal } from './protocol.ts'
import { handle } from './state.ts'

interface Rehearsed {
  actor: ApprovalActor
  command: ApprovalCommand
  planning?: PlanningContext | undefined
}

/** What a command would do, shown to people before they send it. */
export const rehearsalOf = (
  state: ApprovalState | null,
  { actor, command, planning }: Rehearsed,
  now: number,
): Rehearsal => {
  const result = handle(state, command, actor, now, planning)
  if (result.refusal) return { ok: false, refusal: result.refusal }
  const ids = new Set(result.events.flatMap((event) => (event.type === 'request.edited' ? event.reopenedIds : [])))
  return {
    ok: true,
    restarts: (state?.blocks ?? [])
      .filter(({ id }) => ids.has(id))
      .map(({ id, label, decisions, bypassedBy }) => ({
        id,
        label,
        people: [...new Set([...decisions, ...(bypassedBy ? [bypassedBy] : [])].map(({ name }) => name))],
      })),
  }
}
