import type { ApprovalEvent, ContentParts, EventOf } from '../../../schema/approvals/engine/events.ts'
import {
  type ApprovalState,
  type Block,
  currentBlocks,
  type Pinned,
  type WorkStatus,
} from '../../../schema/approvals/engine/model.ts'
import { definitionsAsking } from '../../../schema/approvals/engine/plan.ts'
import type { ShownStatus } from '../../../schema/approvals/engine/statuses.ts'
import type { Exchange } from '../../../schema/shared/exchange.ts'
import { born, changeBlock, changeBlocks, closeOpen, decided, endSpan, reopening } from './apply-blocks.ts'
import { involvedAfter } from './apply-involved.ts'
import { reroutedBlocks } from './apply-rerouted.ts'
import { revoked } from './apply-revoked.ts'
import { answered, sentBack } from './apply-send-back.ts'

/** `apply(state, event) → state`: what an event means. It contains no rules, so that old logs replay the same. */

const actorOf = (event: ApprovalEvent) => ({ userId: event.actor.userId, name: event.actor.name })

const mergeLabels = (a: Pinned['labels'], b: Pinned['labels']): Pinned['labels'] => {
  const merged = { ...a }
  for (const [key, names] of Object.entries(b)) merged[key] = { ...merged[key], ...names }
  return merged
}

const withExchange = (pinned: Pinned, exchange: Exchange | undefined): Pinned =>
  exchange ? { ...pinned, exchange } : pinned

const refsOf = (
  definitions: Pinned['definitions'],
  blocks: readonly Pick<Block, 'ruleId'>[],
): ApprovalState['definitions'] =>
  definitionsAsking(definitions, blocks).map(({ id, label, version }) => ({ id, label, version }))

/** Older events hold only the parts of the content that they could change. */
const merged = (before: unknown, parts: ContentParts): unknown => ({ ...(before as object | null), ...parts })

const submitted = (event: EventOf<'request.submitted'>): ApprovalState => ({
  companyId: event.companyId,
  targetType: event.targetType,
  targetId: event.targetId,
  requestor: event.requestor,
  createdBy: event.createdBy,
  createdAt: event.createdAt,
  sequence: event.sequence,
  version: 1,
  content: merged(null, event.content),
  status: 'PENDING',
  run: event.run,
  runStartedAt: event.at,
  settings: event.settings,
  definitions: refsOf(event.definitions, event.blocks),
  skipped: event.skipped,
  blocks: born(event.blocks, event),
  removedBlocks: [],
  nextBlock: event.blocks.length + 1,
  assignee: null,
  involved: involvedAfter([], event),
  watchers: event.watchers,
  archivedAt: null,
  archiveMessage: null,
  deletedAt: null,
  submittedAt: event.at,
  completedAt: null,
  statusHistory: [{ status: 'PENDING', at: event.at, until: null }],
  pinned: {
    definitions: event.definitions,
    source: event.source,
    ...(event.exchange && { exchange: event.exchange }),
    labels: event.labels,
    history: [],
  },
})

/** Decided elsewhere: without steps, and with the times of the other system. */
const imported = (event: EventOf<'request.imported'>): ApprovalState => {
  const { status, submittedAt, completedAt } = event.external
  const filed = submitted({
    ...event,
    type: 'request.submitted',
    run: 1,
    definitions: [],
    settings: { mode: 'EACH_LEVEL_GROUP', enforceOrder: false },
    blocks: [],
    skipped: [],
    watchers: [],
  })
  return {
    ...filed,
    involved: involvedAfter([], event),
    status,
    runStartedAt: submittedAt,
    submittedAt,
    completedAt,
    statusHistory: [
      { status: 'PENDING', at: submittedAt, until: completedAt },
      { status, at: completedAt, until: null },
    ],
  }
}

const remembered = (
  pinned: Pinned,
  event: ApprovalEvent,
  edit: Pick<EventOf<'answers.added'>, 'version' | 'changes'>,
): Pinned => ({
  ...pinned,
  history: [...pinned.history, { version: edit.version, at: event.at, by: actorOf(event), changes: edit.changes }],
})

const restarted = (state: ApprovalState, event: EventOf<'request.restarted'>): ApprovalState => {
  const { edit } = event
  const pinned = {
    ...state.pinned,
    definitions: event.definitions,
    labels: mergeLabels(state.pinned.labels, event.labels),
  }
  return {
    ...state,
    ...(edit && { version: edit.version, content: merged(state.content, edit.content) }),
    ...(event.filedBy && { createdBy: event.filedBy }),
    status: 'PENDING',
    completedAt: null,
    run: event.run,
    runStartedAt: event.at,
    settings: event.settings,
    definitions: refsOf(event.definitions, event.blocks),
    skipped: event.skipped,
    blocks: [...closeOpen(state, event), ...born(event.blocks, event)],
    nextBlock: state.nextBlock + event.blocks.length,
    pinned: withExchange(edit ? remembered(pinned, event, edit) : pinned, event.exchange),
  }
}

/** The content after an edit or a task, with what the edit changed. */
const withContent = (
  state: ApprovalState,
  event: EventOf<'request.edited' | 'answers.added'>,
): Pick<ApprovalState, 'version' | 'content' | 'skipped' | 'pinned'> => ({
  version: event.version,
  content: merged(state.content, event.content),
  skipped: event.skipped,
  pinned: withExchange(
    remembered({ ...state.pinned, labels: mergeLabels(state.pinned.labels, event.labels) }, event, event),
    event.exchange,
  ),
})

/** What they left outside is still to be looked at. */
const removedBy = (
  { blocks }: ApprovalState,
  { removedIds, sequence }: EventOf<'request.edited' | 'request.rerouted'>,
): ApprovalState['removedBlocks'] => {
  const outside = new Set(blocks.flatMap(({ id, ruleType }) => (ruleType === 'SEND_VENDOR_FORM' ? [id] : [])))
  return removedIds.map((id) => ({ id, sequence, ...(outside.has(id) && { ruleType: 'SEND_VENDOR_FORM' as const }) }))
}

const edited = (state: ApprovalState, event: EventOf<'request.edited'>): ApprovalState => {
  const removed = new Set(event.removedIds)
  const kept = reopening({ ...state, blocks: state.blocks.filter((b) => !removed.has(b.id)) }, event)
  const blocks = [...kept, ...born(event.added, event)]
  return {
    ...state,
    ...withContent(state, event),
    definitions: refsOf(state.pinned.definitions, currentBlocks({ ...state, blocks })),
    blocks,
    nextBlock: state.nextBlock + event.added.length,
    removedBlocks: [...state.removedBlocks, ...removedBy(state, event)],
  }
}

const opened = (state: ApprovalState, event: EventOf<'blocks.opened'>): ApprovalState => ({
  ...state,
  blocks: changeBlocks(
    state,
    event,
    (b) => event.blockIds.includes(b.id),
    (b) => ({
      openedAt: event.at,
      automatic: b.automatic && { ...b.automatic, state: 'QUEUED' },
      workStatusHistory: [
        ...endSpan(b, event.at).workStatusHistory,
        { status: b.workStatus, ...actorOf(event), at: event.at, until: null, spentMs: null },
      ],
    }),
  ),
})

/** The work status that comes with an event, if it changes. */
const inStatus = (block: Block, event: ApprovalEvent & { workStatus?: WorkStatus }): Partial<Block> =>
  event.workStatus
    ? {
        workStatus: event.workStatus,
        workStatusHistory: [
          ...endSpan(block, event.at).workStatusHistory,
          { status: event.workStatus, ...actorOf(event), at: event.at, until: null, spentMs: null },
        ],
      }
    : {}

const task = (
  state: ApprovalState,
  event: EventOf<'task.started' | 'task.failed' | 'task.waits' | 'task.succeeded' | 'task.retried'>,
): ApprovalState =>
  changeBlock(state, event, (block) => {
    const { automatic } = block
    if (!automatic) return {}
    if (event.type === 'task.started')
      return {
        automatic: {
          ...automatic,
          state: 'RUNNING',
          attempts: automatic.attempts + 1,
          startedAt: event.at,
          error: null,
        },
      }
    if (event.type === 'task.failed') {
      const { error, revision, result = automatic.result } = event
      const told = { ...automatic, state: 'FAILED' as const, finishedAt: event.at, error, result }
      return { automatic: { ...told, ...(revision !== undefined && { revision }) }, ...inStatus(block, event) }
    }
    if (event.type === 'task.waits') {
      const { state: told, result, revision } = event
      const finishedAt = told === 'SENT' ? null : event.at
      return {
        automatic: { ...automatic, state: told, finishedAt, error: null, result, revision },
        ...inStatus(block, event),
      }
    }
    if (event.type === 'task.retried') return { automatic: { ...automatic, state: 'QUEUED' } }
    return { automatic: { ...automatic, state: 'SUCCEEDED', finishedAt: event.at, error: null, result: event.result } }
  })

const change = (state: ApprovalState, event: ApprovalEvent): ApprovalState => {
  switch (event.type) {
    case 'request.submitted':
    case 'request.imported':
      throw new Error('A request is submitted once')
    case 'request.restarted':
      return restarted(state, event)
    case 'request.edited':
      return edited(state, event)
    case 'request.rerouted': {
      const blocks = reroutedBlocks(state, event)
      return {
        ...state,
        definitions: refsOf(event.definitions, currentBlocks({ ...state, blocks })),
        skipped: event.skipped,
        blocks,
        nextBlock: state.nextBlock + event.added.length,
        removedBlocks: [...state.removedBlocks, ...removedBy(state, event)],
        pinned: withExchange(
          { ...state.pinned, definitions: event.definitions, labels: mergeLabels(state.pinned.labels, event.labels) },
          event.exchange,
        ),
      }
    }
    case 'blocks.opened':
      return opened(state, event)
    case 'block.decided':
      return changeBlock(state, event, (b) => ({ decisions: [...b.decisions, event.decision] }))
    case 'block.approved':
      return changeBlock(state, event, (b) => ({
        ...decided(b, event, 'APPROVED'),
        ...(event.createdService && { createdService: event.createdService }),
      }))
    case 'block.rejected':
      return changeBlock(state, event, (b) => decided(b, event, 'REJECTED'))
    case 'decision.undone': {
      const before = new Map(event.blocks.map((block) => [block.id, block]))
      const blocks = changeBlocks(
        state,
        event,
        (b) => before.has(b.id),
        (b) => before.get(b.id) ?? {},
      )
      return { ...state, blocks, status: event.status, completedAt: event.completedAt }
    }
    case 'decision.revoked':
      return { ...state, blocks: revoked(state, event) }
    case 'block.bypassed':
      return changeBlock(state, event, (b) => ({
        ...decided(b, event, 'APPROVED'),
        bypassedAt: event.at,
        bypassedBy: actorOf(event),
        bypassNote: event.note,
      }))
    case 'block.sent-back':
      return { ...state, blocks: sentBack(state, event) }
    case 'send-back.ended':
      return { ...state, blocks: answered(state, event) }
    case 'block.nudged':
      return changeBlock(state, event, (b) => ({
        nudges: [...(b.nudges ?? []), ...event.userIds.map((userId) => ({ userId, at: event.at }))],
      }))
    case 'block.escalated':
      return changeBlock(state, event, (b) => ({
        escalations: [
          ...(b.escalations ?? []),
          ...event.people.map(({ userId, manager }) => ({ userId, manager, at: event.at })),
        ],
      }))
    case 'block.reminded':
      return changeBlock(state, event, () => ({
        remindedAt: event.at,
        remindedBy: actorOf(event),
        remindedNote: event.note,
      }))
    case 'block.assigned':
      return changeBlock(state, event, () => ({ assignee: event.assignee }))
    case 'block.approvers-replaced':
      return changeBlock(state, event, () => ({
        approverType: event.approverType,
        approvers: event.approvers,
        approversNote: event.approversNote,
        quorum: event.quorum,
        // Others were chosen, so who is left out is asked again.
        ...(state.blocks.some(({ id, duties }) => id === event.blockId && duties) && { duties: null }),
      }))
    case 'block.duties-applied': {
      const { keptOut, planned, approverType, approvers, approversNote, quorum } = event
      const duties = keptOut.length > 0 ? { keptOut, planned } : null
      return changeBlock(state, event, () => ({ approverType, approvers, approversNote, quorum, duties }))
    }
    case 'block.work-status-set':
      return changeBlock(state, event, (b) => inStatus(b, event))
    case 'blocks.added':
      return {
        ...state,
        blocks: [...state.blocks, ...born(event.blocks, event)],
        nextBlock: state.nextBlock + event.blocks.length,
      }
    case 'answers.added':
      return { ...state, ...withContent(state, event), blocks: reopening(state, event) }
    case 'task.started':
    case 'task.failed':
    case 'task.waits':
    case 'task.succeeded':
    case 'task.retried':
      return task(state, event)
    case 'request.assigned':
      return { ...state, assignee: event.assignee }
    case 'request.watchers-set':
      return { ...state, watchers: event.watchers }
    case 'request.approved':
      return { ...state, status: 'APPROVED', completedAt: event.at }
    case 'request.rejected':
      return { ...state, blocks: closeOpen(state, event), status: 'REJECTED', completedAt: event.at }
    case 'request.withdrawn':
      return { ...state, blocks: closeOpen(state, event), status: 'WITHDRAWN', completedAt: event.at }
    case 'request.archived':
      return { ...state, archivedAt: event.at, archiveMessage: event.message }
    case 'request.unarchived':
      return { ...state, archivedAt: null, archiveMessage: null }
    case 'request.deleted':
      return { ...state, deletedAt: event.at, archivedAt: state.archivedAt ?? event.at }
  }
}

const shownStatus = ({ status, archivedAt }: ApprovalState): ShownStatus => (archivedAt === null ? status : 'ARCHIVED')

/** Records how long the request had each status. Restarting a pending request continues the same period. */
const timed = (before: ApprovalState, after: ApprovalState, at: number): ApprovalState => {
  const status = shownStatus(after)
  const isGone = after.deletedAt !== null
  if (before.deletedAt !== null || (status === shownStatus(before) && !isGone)) return after
  const ended = after.statusHistory.map((span) => (span.until === null ? { ...span, until: at } : span))
  return { ...after, statusHistory: isGone ? ended : [...ended, { status, at, until: null }] }
}

export const apply = (state: ApprovalState | null, event: ApprovalEvent): ApprovalState => {
  if (!state) {
    if (event.type === 'request.imported') return imported(event)
    if (event.type !== 'request.submitted') throw new Error(`A log cannot begin with ${event.type}`)
    return submitted(event)
  }
  const after = timed(state, change(state, event), event.at)
  return { ...after, involved: involvedAfter(state.involved, event, state.requestor.userId), sequence: event.sequence }
}

/** Replaying a log gives the state (invariant 1). Null for an empty log. */
export const replay = (events: Iterable<ApprovalEvent>, from: ApprovalState | null = null): ApprovalState | null => {
  let state = from
  for (const event of events) state = apply(state, event)
  return state
}
