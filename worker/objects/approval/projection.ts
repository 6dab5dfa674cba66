import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState, Block, TargetType } from '../../../schema/approvals/engine/model.ts'
import { EFFECTS_WAIT_MS, isUndoable } from '../../../schema/approvals/engine/undo.ts'
import type { Answers } from '../../../schema/requests/forms/form.ts'
import type { Notes } from '../../../schema/requests/submissions/notes.ts'
import { type AuditEntry, auditStatement } from '../../core/audit.ts'
import { type OutboxRow, outboxStatement, type RequestNotification } from '../../core/outbox.ts'
import { historyOf, type KnownBlock } from './history.ts'
import { participantsOf } from './participants.ts'
import {
  INTAKE_IS_CURRENT,
  intakeAnswersStatement,
  intakeProgressStatement,
  intakeSubmissionStatement,
} from './projection/intake.ts'
import type { CommandAnswer } from './unconfirmed.ts'

/**
 * Writes from the object's log to D1, in one batch. The target's row has the sequence that it includes. An older
 * projection that arrives late finds a newer one there and changes only append-only rows.
 */
export interface Projection {
  /** The object's name: `intake:<id>`. */
  name: string
  state: ApprovalState
  /** The last event that D1 is known to include, or 0 to write everything. */
  after: number
  /** The events after that one, up to the state. */
  events: readonly ApprovalEvent[]
  notifications: readonly RequestNotification[]
  now: number
  /** Rewrites D1 from the log, regardless of its contents. */
  isRebuild?: boolean
  /** Answers of the commands. The object supplies those that memory has lost. */
  answers?: readonly CommandAnswer[]
}

const SUPPORTED: ReadonlySet<TargetType> = new Set(['INTAKE_SUBMISSION'])

const knownBlocks = (state: ApprovalState, events: readonly ApprovalEvent[]) => {
  const known = new Map<string, KnownBlock>(state.blocks.map((b) => [b.id, b]))
  // Blocks that an edit removed are only in the events that added them.
  for (const event of events) {
    if ('blocks' in event) for (const block of event.blocks) known.set(block.id, block)
    if (event.type === 'request.edited') for (const block of event.added) known.set(block.id, block)
  }
  return (blockId: string): KnownBlock => known.get(blockId) ?? { label: 'A removed step', ruleType: 'APPROVAL' }
}

const auditEntries = ({ name, state, events }: Projection): AuditEntry[] => {
  const known = knownBlocks(state, events)
  return events.flatMap((event) => {
    const entry = historyOf(event, known)
    if (!entry) return []
    const { action, message, changeData } = entry
    return [
      {
        changeKey: `${name}:${event.sequence}`,
        companyId: state.companyId,
        actorUserId: event.actor.kind === 'USER' ? event.actor.userId : null,
        impersonatorUserId: event.actor.impersonatorUserId,
        ...(event.actor.apiKeyId && { apiKeyId: event.actor.apiKeyId }),
        action: `intake-submission.${action}`,
        targetType: 'INTAKE_SUBMISSION' as const,
        targetId: state.targetId,
        message,
        changeData,
        occurredAt: event.at,
      },
    ]
  })
}

const answerVersions = (events: readonly ApprovalEvent[]): { version: number; answers: Answers; notes?: Notes }[] =>
  events.flatMap((event) => {
    if (event.type === 'request.submitted')
      return [{ version: 1, answers: event.answers, ...(event.notes && { notes: event.notes }) }]
    if (event.type === 'request.edited' || event.type === 'answers.added') return [event]
    return event.type === 'request.restarted' && event.content ? [event.content] : []
  })

const blockStatements = (db: D1Database, state: ApprovalState, after: number): D1PreparedStatement[] => {
  const changed = state.blocks.filter((block) => block.sequence > after)
  const removed = state.removedBlocks.filter((block) => block.sequence > after).map((block) => block.id)
  const row = (block: Block) => ({ ...pick(block), block: JSON.stringify(block) })
  const pick = ({ id, run, level, ordinal, parentId, ruleType, label, status, workStatus, sequence }: Block) => ({
    id,
    run,
    level,
    ordinal,
    parentId,
    ruleType,
    label,
    status,
    workStatus,
    sequence,
  })
  const statements: D1PreparedStatement[] = []
  if (changed.length > 0)
    statements.push(
      db
        .prepare(
          `INSERT INTO level_group_statuses (id, company_id, target_type, target_id, run, level, ordinal, parent_id,
             rule_type, label, status, work_status, block, sequence)
           SELECT value ->> 'id', ?3, ?4, ?1, value ->> 'run', value ->> 'level', value ->> 'ordinal',
                  value ->> 'parentId', value ->> 'ruleType', value ->> 'label', value ->> 'status',
                  value ->> 'workStatus', value ->> 'block', value ->> 'sequence'
             FROM json_each(?5) WHERE ${INTAKE_IS_CURRENT}
           ON CONFLICT (id) DO UPDATE SET level = excluded.level, ordinal = excluded.ordinal, label = excluded.label,
             status = excluded.status, work_status = excluded.work_status, block = excluded.block,
             sequence = excluded.sequence`,
        )
        .bind(state.targetId, state.sequence, state.companyId, state.targetType, JSON.stringify(changed.map(row))),
    )
  if (removed.length > 0)
    statements.push(
      db
        .prepare(
          `DELETE FROM level_group_statuses
            WHERE id IN (SELECT value FROM json_each(?3)) AND company_id = ?4 AND ${INTAKE_IS_CURRENT}`,
        )
        .bind(state.targetId, state.sequence, JSON.stringify(removed), state.companyId),
    )
  return statements
}

/** Events that remove no one from the request's participants. */
const NOBODY_LEAVES: ReadonlySet<ApprovalEvent['type']> = new Set([
  'request.submitted',
  'blocks.opened',
  'blocks.added',
  'block.decided',
  'block.approved',
  'block.rejected',
  'block.bypassed',
  'block.reminded',
  'block.work-status-set',
  'request.approved',
  'request.rejected',
])

/** Replaces the request's participants, writing only the rows that differ. */
const participantStatements = (db: D1Database, { state, events, isRebuild }: Projection): D1PreparedStatement[] => {
  const rows = JSON.stringify(participantsOf(state).map((p) => ({ ...p, actions: JSON.stringify(p.actions) })))
  const leave = db
    .prepare(
      `DELETE FROM request_participants
          WHERE company_id = ?3 AND target_type = ?4 AND target_id = ?1 AND ${INTAKE_IS_CURRENT}
            AND user_id NOT IN (SELECT value ->> 'userId' FROM json_each(?5))`,
    )
    .bind(state.targetId, state.sequence, state.companyId, state.targetType, rows)
  return [
    ...(isRebuild || events.some((event) => !NOBODY_LEAVES.has(event.type)) ? [leave] : []),
    db
      .prepare(
        `INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor, is_approver,
           is_watcher, action_since, is_awaited, actions, created_at, completed_at, sequence)
         SELECT ?3, value ->> 'userId', ?4, ?1, value ->> 'isRequestor', value ->> 'isApprover',
                value ->> 'isWatcher', value ->> 'actionSince', value ->> 'isAwaited', value ->> 'actions', ?6, ?7, ?2
           FROM json_each(?5) WHERE ${INTAKE_IS_CURRENT}
         ON CONFLICT (company_id, target_type, target_id, user_id) DO UPDATE SET
           is_requestor = excluded.is_requestor, is_approver = excluded.is_approver,
           is_watcher = excluded.is_watcher, action_since = excluded.action_since,
           is_awaited = excluded.is_awaited, actions = excluded.actions,
           completed_at = excluded.completed_at, sequence = excluded.sequence
          WHERE is_requestor <> excluded.is_requestor OR is_approver <> excluded.is_approver
             OR is_watcher <> excluded.is_watcher OR action_since IS NOT excluded.action_since
             OR is_awaited <> excluded.is_awaited OR actions <> excluded.actions OR completed_at IS NOT excluded.completed_at`,
      )
      .bind(
        state.targetId,
        state.sequence,
        state.companyId,
        state.targetType,
        rows,
        state.createdAt,
        state.completedAt,
      ),
  ]
}

/** Events that change what a request is, not only its progress. */
const CONTENT_EVENTS: ReadonlySet<ApprovalEvent['type']> = new Set([
  'request.submitted',
  'request.restarted',
  'request.edited',
  'answers.added',
  'block.approvers-replaced',
])

const onlyProgress = ({ after, events, isRebuild }: Projection): boolean =>
  !isRebuild && after > 0 && !events.some((event) => CONTENT_EVENTS.has(event.type))

const answerStatements = (db: D1Database, { state, answers = [], now }: Projection): D1PreparedStatement[] =>
  answers.map(({ commandId, userId, operation, inputHash, result }) =>
    db
      .prepare(
        `INSERT OR IGNORE INTO command_results
           (command_id, user_id, company_id, operation, input_hash, result, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(commandId, userId, state.companyId, operation, inputHash, result, now),
  )

type Undone = Extract<ApprovalEvent, { type: 'decision.undone' }>

const undoneIn = (events: readonly ApprovalEvent[]): Undone[] =>
  events.flatMap((event) => (event.type === 'decision.undone' ? [event] : []))

const isUndone = (sequence: number, undone: readonly Undone[]): boolean =>
  undone.some(({ from, to }) => sequence >= from && sequence <= to)

const notifyRows = ({ name, state, events, notifications, now }: Projection): OutboxRow<'request.notify'>[] => {
  const undone = undoneIn(events)
  return notifications
    .filter(({ sequence }) => !isUndone(sequence, undone))
    .map(({ heldUntil, ...payload }) => ({
      id: `${name}:${payload.sequence}`,
      companyId: state.companyId,
      topic: 'request.notify',
      payload,
      createdAt: now,
      ...(heldUntil !== undefined && { availableAt: heldUntil }),
    }))
}

/** How long the effects of an event are held back: while the decision behind it can still be undone. */
const heldUntil = (events: readonly ApprovalEvent[], event: ApprovalEvent): { availableAt?: number } => {
  const isSame = (other: ApprovalEvent) => other.at === event.at && other.actor.userId === event.actor.userId
  const before = events.slice(0, events.indexOf(event))
  const first = before.findLastIndex((other) => !isSame(other)) + 1
  return isUndoable(before.slice(first)) ? { availableAt: event.at + EFFECTS_WAIT_MS } : {}
}

/** Effects of undone decisions no longer run. Their rows stay, so that nothing adds them again. */
const undoneStatements = (db: D1Database, { name, state, events, now }: Projection): D1PreparedStatement[] => {
  const automatic = state.blocks.flatMap((block) => (block.automatic ? [block.id] : []))
  const ids = undoneIn(events).flatMap(({ from, to }) => [
    `${name}:${to}`,
    ...Array.from({ length: to - from + 1 }, (_, i) => automatic.map((id) => `${name}:task:${from + i}:${id}`)).flat(),
  ])
  if (ids.length === 0) return []
  return [
    db
      .prepare(
        `UPDATE outbox SET done_at = ?, last_error = 'undone'
          WHERE id IN (SELECT value FROM json_each(?)) AND done_at IS NULL`,
      )
      .bind(now, JSON.stringify(ids)),
  ]
}

/** Automatic tasks start when their turn comes, and when someone retries them. */
const taskRows = ({ name, state, events, now, isRebuild }: Projection): OutboxRow<'task.run'>[] => {
  const { targetId, companyId } = state
  const automatic = new Set(state.blocks.flatMap((block) => (block.automatic ? [block.id] : [])))
  if (automatic.size === 0 || isRebuild) return []
  const undone = undoneIn(events)
  return events.flatMap((event) => {
    if (isUndone(event.sequence, undone)) return []
    const ids = event.type === 'blocks.opened' ? event.blockIds : event.type === 'task.retried' ? [event.blockId] : []
    return ids
      .filter((blockId) => automatic.has(blockId))
      .map((blockId) => ({
        id: `${name}:task:${event.sequence}:${blockId}`,
        companyId,
        topic: 'task.run' as const,
        payload: { targetId, blockId },
        createdAt: now,
        ...heldUntil(events, event),
      }))
  })
}

/** Writes a projection to D1 in one batch. Returns the outbox rows that are now due. */
export const project = async (db: D1Database, projection: Projection): Promise<OutboxRow[]> => {
  const { state, events, after, now } = projection
  if (!SUPPORTED.has(state.targetType)) throw new Error(`No projection for ${state.targetType}`)
  const entries = auditEntries(projection)
  const newest = entries.at(-1)
  const last = newest ? { message: newest.message, at: newest.occurredAt } : null
  const rows = [...notifyRows(projection), ...taskRows(projection)]
  await db.batch([
    onlyProgress(projection)
      ? intakeProgressStatement(db, state, last, now)
      : intakeSubmissionStatement(db, state, last, now),
    ...intakeAnswersStatement(db, state, answerVersions(events)),
    ...blockStatements(db, state, after),
    ...participantStatements(db, projection),
    ...(entries.length > 0 ? [auditStatement(db, entries, 'ignore')] : []),
    ...(rows.length > 0 ? [outboxStatement(db, rows)] : []),
    ...undoneStatements(db, projection),
    ...answerStatements(db, projection),
  ])
  return rows
}
