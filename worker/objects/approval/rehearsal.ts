import type { ApprovalActor, ApprovalCommand, PlanningContext } from '../../../schema/approvals/engine/commands.ts'
import type { EventOf } from '../../../schema/approvals/engine/events.ts'
import { type ApprovalState, currentBlocks, isDecided } from '../../../schema/approvals/engine/model.ts'
import type { PlanDifference, PlannedApproval } from '../../../schema/approvals/engine/plan-differences.ts'
import type { Rehearsal } from './protocol.ts'
import { handle } from './state.ts'

interface Rehearsed {
  actor: ApprovalActor
  command: ApprovalCommand
  planning?: PlanningContext | undefined
}

/** Who is asked on the open steps of only one of the two. */
const differenceOf = (before: ApprovalState, after: ApprovalState): PlanDifference => {
  const asked = (state: ApprovalState) =>
    new Map(
      currentBlocks(state)
        .filter((block) => !isDecided(block))
        .flatMap(({ label, approvers }) =>
          approvers.map(({ userId, name }): [string, PlannedApproval] => [
            `${userId}\n${label}`,
            { userId, name, label },
          ]),
        ),
    )
  const [was, is] = [asked(before), asked(after)]
  const only = (of: Map<string, PlannedApproval>, other: Map<string, PlannedApproval>) =>
    [...of].filter(([key]) => !other.has(key)).map(([, approval]) => approval)
  return { gains: only(is, was), loses: only(was, is) }
}

const changesSteps = ({ moved, added, removedIds, replanned }: EventOf<'request.rerouted'>): boolean =>
  moved.length + added.length + removedIds.length + replanned.length > 0

/** What a command would do, shown to people before they send it. */
export const rehearsalOf = (
  state: ApprovalState | null,
  { actor, command, planning }: Rehearsed,
  now: number,
): Rehearsal => {
  const result = handle(state, command, actor, now, planning)
  if (result.refusal) return { ok: false, refusal: result.refusal }
  const ids = new Set(
    result.events.flatMap((event) =>
      event.type === 'request.edited' || event.type === 'request.rerouted' ? (event.reopenedIds ?? []) : [],
    ),
  )
  return {
    ok: true,
    difference: state ? differenceOf(state, result.state) : { gains: [], loses: [] },
    sequence: state?.sequence ?? 0,
    changes: result.events.length > 0,
    changesSteps: result.events.some((event) => event.type !== 'request.rerouted' || changesSteps(event)),
    restarts: (state?.blocks ?? [])
      .filter(({ id }) => ids.has(id))
      .map(({ id, label, decisions, bypassedBy }) => ({
        id,
        label,
        people: [...new Set([...decisions, ...(bypassedBy ? [bypassedBy] : [])].map(({ name }) => name))],
      })),
  }
}
