import type { ApprovalEvent, EventOf } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState, Pinned, ShownStatus } from '../../../schema/approvals/engine/model.ts'
import type { Exchange } from '../../../schema/shared/exchange.ts'
import { born, changeBlock, changeBlocks, closeOpen, decided, endSpan, reopening } from './apply-blocks.ts'
import { involvedAfter } from './apply-involved.ts'

/** `apply(state, event) → state`: what an event means. It contains no rules, so that old logs replay the same. */

const actorOf = (event: ApprovalEvent) => ({ userId: event.actor.userId, name: event.actor.name })

const mergeLabels = (a: Pinned['labels'], b: Pinned['labels']): Pinned['labels'] => {
  const merged = { ...a }
  for (const [questionId, names] of Object.entries(b)) merged[questionId] = { ...merged[questionId], ...names }
  return merged
}

/** The exchange rates for amounts, stored with the form whose conditions use them. */
const withExchange = (pinned: Pinned, exchange: Exchange | undefined): Pinned =>
  exchange ? { ...pinned, form: { ...pinned.form, exchange } } : pinned

const summary = (workflow: Pinned['workflow']): ApprovalState['workflow'] =>
  workflow && { id: workflow.id, label: workflow.label, version: workflow.version }

const submitted = (event: EventOf<'request.submitted'>): ApprovalState => ({
  companyId: event.companyId,
  targetType: event.targetType,
  targetId: event.targetId,
  intakeCategoryId: event.intakeCategoryId,
  formVersion: event.formVersion,
  requestor: event.requestor,
  createdBy: event.createdBy,
  createdAt: event.createdAt,
  ...(event.contact && { contact: event.contact }),
  title: event.title,
  amount: event.amount,
  vendorId: event.vendorId,
  dueDate: event.dueDate,
  sequence: event.sequence,
  version: 1,
  answers: event.answers,
  ...(event.notes && { notes: event.notes }),
  status: 'PENDING',
  run: event.run,
  runStartedAt: event.at,
  settings: event.settings,
  workflow: summary(event.workflow),
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
  pinned: { workflow: event.workflow, form: event.facts.form, labels: event.facts.labels, history: [] },
})

const remembered = (
  pinned: Pinned,
  event: ApprovalEvent,
  edit: Pick<EventOf<'answers.added'>, 'version' | 'changes'>,
): Pinned => ({
  ...pinned,
  history: [...pinned.history, { version: edit.version, at: event.at, by: actorOf(event), changes: edit.changes }],
})

const restarted = (state: ApprovalState, event: EventOf<'request.restarted'>): ApprovalState => {
  const { content } = event
  const pinned = {
    ...state.pinned,
    workflow: event.workflow,
    labels: mergeLabels(state.pinned.labels, event.facts.labels),
  }
  return {
    ...state,
    ...(content && {
      title: content.title,
      amount: content.amount,
      vendorId: content.vendorId,
      dueDate: content.dueDate,
      version: content.version,
      answers: content.answers,
      ...(content.notes && { notes: content.notes }),
    }),
    status: 'PENDING',
    completedAt: null,
    run: event.run,
    runStartedAt: event.at,
    settings: event.settings,
    workflow: summary(event.workflow),
    skipped: event.skipped,
    blocks: [...closeOpen(state, event), ...born(event.blocks, event)],
    nextBlock: state.nextBlock + event.blocks.length,
    pinned: withExchange(content ? remembered(pinned, event, content) : pinned, event.facts.form.exchange),
  }
}

const edited = (state: ApprovalState, event: EventOf<'request.edited'>): ApprovalState => {
  const removed = new Set(event.removedIds)
  const kept = reopening({ ...state, blocks: state.blocks.filter((b) => !removed.has(b.id)) }, event)
  const { title, amount, vendorId, dueDate, version, answers, skipped } = event
  return {
    ...state,
    title,
    amount,
    vendorId,
    dueDate,
    version,
    answers,
    ...(event.notes && { notes: event.notes }),
    skipped,
    blocks: [...kept, ...born(event.added, event)],
    nextBlock: state.nextBlock + event.added.length,
    removedBlocks: [...state.removedBlocks, ...event.removedIds.map((id) => ({ id, sequence: event.sequence }))],
    pinned: withExchange(
      remembered({ ...state.pinned, labels: mergeLabels(state.pinned.labels, event.labels) }, event, event),
      event.exchange,
    ),
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

const task = (
  state: ApprovalState,
  event: EventOf<'task.started' | 'task.failed' | 'task.succeeded' | 'task.retried'>,
): ApprovalState =>
  changeBlock(state, event, ({ automatic }) => {
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
    if (event.type === 'task.failed')
      return { automatic: { ...automatic, state: 'FAILED', finishedAt: event.at, error: event.error } }
    if (event.type === 'task.retried') return { automatic: { ...automatic, state: 'QUEUED' } }
    return { automatic: { ...automatic, state: 'SUCCEEDED', finishedAt: event.at, error: null, result: event.result } }
  })

const change = (state: ApprovalState, event: ApprovalEvent): ApprovalState => {
  switch (event.type) {
    case 'request.submitted':
      throw new Error('A request is submitted once')
    case 'request.restarted':
      return restarted(state, event)
    case 'request.edited':
      return edited(state, event)
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
    case 'block.bypassed':
      return changeBlock(state, event, (b) => ({
        ...decided(b, event, 'APPROVED'),
        bypassedAt: event.at,
        bypassedBy: actorOf(event),
        bypassNote: event.note,
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
      }))
    case 'block.work-status-set':
      return changeBlock(state, event, (b) => ({
        workStatus: event.workStatus,
        workStatusHistory: [
          ...endSpan(b, event.at).workStatusHistory,
          { status: event.workStatus, ...actorOf(event), at: event.at, until: null, spentMs: null },
        ],
      }))
    case 'blocks.added':
      return {
        ...state,
        blocks: [...state.blocks, ...born(event.blocks, event)],
        nextBlock: state.nextBlock + event.blocks.length,
      }
    case 'answers.added':
      return {
        ...state,
        version: event.version,
        answers: event.answers,
        ...(event.notes && { notes: event.notes }),
        amount: event.amount,
        skipped: event.skipped,
        blocks: reopening(state, event),
        pinned: withExchange(
          remembered({ ...state.pinned, labels: mergeLabels(state.pinned.labels, event.labels) }, event, event),
          event.exchange,
        ),
      }
    case 'task.started':
    case 'task.failed':
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
    if (event.type !== 'request.submitted') throw new Error(`A log cannot begin with ${event.type}`)
    return submitted(event)
  }
  const after = timed(state, change(state, event), event.at)
  return { ...after, involved: involvedAfter(state.involved, event), sequence: event.sequence }
}

/** Replaying a log gives the state (invariant 1). Null for an empty log. */
export const replay = (events: Iterable<ApprovalEvent>, from: ApprovalState | null = null): ApprovalState | null => {
  let state = from
  for (const event of events) state = apply(state, event)
  return state
}
