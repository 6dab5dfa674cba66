import type { ApprovalActor, PlanningContext, Refusal } from '../../../schema/approvals/engine/commands.ts'
import {
  type ApprovalEvent,
  type ApprovalEventBody,
  EVENT_SCHEMA_VERSION,
} from '../../../schema/approvals/engine/events.ts'
import {
  type ApprovalState,
  type Block,
  currentBlocks,
  isDecided,
  turnsOf,
} from '../../../schema/approvals/engine/model.ts'
import { isAutomatic } from '../../../schema/approvals/workflows/rule-kinds.ts'
import { apply } from './apply.ts'
import { subjectOf } from './subject.ts'

/** A past command: the state before it, its events, and the events since. */
export interface Past {
  before: ApprovalState
  events: readonly ApprovalEvent[]
  later: readonly ApprovalEvent[]
}

/** A command's refusal. Thrown only inside the machine; `handle` turns it into a value. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export const refuse = (
  code: Refusal['code'],
  reason: Refusal['reason'],
  message: string,
  more: Pick<Refusal, 'fields' | 'details'> = {},
): never => {
  throw new Refused({ code, reason, message, ...more })
}

/** One command being handled. It collects events and the state they give, so that each step sees the previous ones. */
export class Turn {
  readonly actor: ApprovalActor
  readonly now: number
  readonly planning: PlanningContext | undefined
  readonly past: Past | undefined
  readonly events: ApprovalEvent[] = []
  #state: ApprovalState | null

  constructor(
    state: ApprovalState | null,
    actor: ApprovalActor,
    now: number,
    { planning, past }: { planning?: PlanningContext | undefined; past?: Past | undefined } = {},
  ) {
    this.#state = state
    this.actor = actor
    this.now = now
    this.planning = planning
    this.past = past
  }

  get current(): ApprovalState | null {
    return this.#state
  }

  get state(): ApprovalState {
    return this.#state ?? refuse('NOT_FOUND', 'NOT_SUBMITTED', 'This request doesn’t exist.')
  }

  /** What messages call it. */
  get noun(): string {
    return this.#state ? subjectOf(this.#state).noun : 'request'
  }

  emit(body: ApprovalEventBody): void {
    const { userId, name, impersonatorUserId, kind, apiKeyId } = this.actor
    const event: ApprovalEvent = {
      ...body,
      schemaVersion: EVENT_SCHEMA_VERSION,
      sequence: (this.#state?.sequence ?? 0) + 1,
      at: this.now,
      actor: { userId, name, impersonatorUserId, kind, ...(apiKeyId && { apiKeyId }) },
    }
    this.#state = apply(this.#state, event)
    this.events.push(event)
  }
}

/** Whether the decisions of a block reach its quorum. An approver counts once, and so does a person for AT_LEAST. */
export const quorumReached = (block: Block): boolean => {
  const approvals = block.decisions.filter((d) => d.decision === 'APPROVED')
  const represented = new Set(approvals.map((d) => (d.onBehalfOf ?? d).userId))
  const approving = block.approvers.filter((a) => represented.has(a.userId)).length
  if (block.quorum.kind === 'ANY') return approving > 0
  if (block.quorum.kind === 'ALL') return approving > 0 && approving === block.approvers.length
  const people = new Set(approvals.map((d) => d.userId)).size
  return Math.min(approving, people) >= block.quorum.count
}

const isFree = (block: Block): boolean => block.approverType === 'NO_APPROVERS' && !isAutomatic(block.ruleType)

/**
 * Applies the consequences of a command until nothing more follows: blocks with their quorum are approved, blocks whose
 * turn has come open, blocks without approvers complete, and a finished run approves the request.
 */
export const settle = (turn: Turn): void => {
  for (;;) {
    const { state } = turn
    if (state.status !== 'PENDING') return
    const blocks = currentBlocks(state)
    const ready = blocks.filter((b) => !isDecided(b) && b.ruleType === 'APPROVAL' && quorumReached(b))
    for (const block of ready) turn.emit({ type: 'block.approved', blockId: block.id, how: 'DECISIONS' })
    if (ready.length > 0) continue
    const isTurn = turnsOf(blocks)
    const opening = blocks.filter((b) => !isDecided(b) && b.openedAt === null && isTurn(b))
    if (opening.length > 0) turn.emit({ type: 'blocks.opened', blockIds: opening.map((b) => b.id) })
    const free = opening.filter(isFree)
    for (const block of free) turn.emit({ type: 'block.approved', blockId: block.id, how: 'NO_APPROVERS' })
    if (free.length > 0) continue
    if (blocks.every(isDecided)) turn.emit({ type: 'request.approved' })
    return
  }
}
