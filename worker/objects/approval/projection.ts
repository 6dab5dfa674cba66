import { runOf } from '../../../schema/approvals/engine/block-ids.ts'
import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState } from '../../../schema/approvals/engine/model.ts'
import { type AuditEntry, auditStatement } from '../../core/audit.ts'
import { type OutboxRow, outboxStatement } from '../../core/outbox.ts'
import { numberOfText, textsStatement } from '../../core/request-texts.ts'
import { formRows } from './form-rows.ts'
import { historyOf, type KnownBlock } from './history.ts'
import { heldUntil } from './news/held.ts'
import { packedRun, storedType } from './packed-run.ts'
import { participantsOf } from './participants.ts'
import { ruleTimeStatements } from './rule-times.ts'
import { type ApprovalSubject, type Outcome, type Projection, scopeOf, subjectOf } from './subject.ts'

const knownBlocks = (state: ApprovalState, events: readonly ApprovalEvent[]) => {
  const known = new Map<string, KnownBlock>(state.blocks.map((b) => [b.id, b]))
  // Blocks that an edit removed are only in the events that added them.
  for (const event of events) {
    if ('blocks' in event) for (const block of event.blocks) known.set(block.id, block)
    if (event.type === 'request.edited' || event.type === 'request.rerouted')
      for (const block of event.added) known.set(block.id, block)
  }
  return (blockId: string): KnownBlock => known.get(blockId) ?? { label: 'A removed step', ruleType: 'APPROVAL' }
}

const auditEntries = ({ name, state, events }: Projection, { noun, audit }: ApprovalSubject): AuditEntry[] => {
  const known = knownBlocks(state, events)
  return events.flatMap((event) => {
    const entry = historyOf(event, known, noun)
    if (!entry) return []
    const { action, message, changeData } = entry
    return [
      {
        changeKey: `${name}:${event.sequence}`,
        companyId: state.companyId,
        actorUserId: event.actor.kind === 'USER' ? event.actor.userId : null,
        impersonatorUserId: event.actor.impersonatorUserId,
        ...(event.actor.apiKeyId && { apiKeyId: event.actor.apiKeyId }),
        action: `${audit.area}.${action}`,
        targetType: audit.targetType,
        targetId: state.targetId,
        message,
        changeData,
        occurredAt: event.at,
      },
    ]
  })
}

/** SQL of the number of a text of company ?3. */
const textNumber = (text: string): string => numberOfText('?3', text)

/** The rows of the runs with blocks that were changed or removed. */
const blockStatements = (
  db: D1Database,
  { state, after, isRebuild }: Projection,
  { isCurrent }: ApprovalSubject,
): D1PreparedStatement[] => {
  const isNew = ({ sequence }: { sequence: number }): boolean => isRebuild === true || sequence > after
  const changed = new Set([
    ...state.blocks.filter(isNew).map(({ run }) => run),
    ...state.removedBlocks.filter(isNew).map(({ id }) => runOf(id)),
  ])
  const runs = [...changed].map((run) =>
    packedRun(
      run,
      state.blocks.filter((block) => block.run === run),
    ),
  )
  if (runs.length === 0) return []
  const texts = runs.flatMap((run) => [...run.texts, ...(run.isUsual ? [run.blocks] : [])])
  const of = [state.targetId, state.sequence, state.companyId] as const
  return [
    textsStatement(db, state.companyId, texts),
    db
      .prepare(
        `INSERT INTO request_blocks (target_id, run, company_id, target_type, since, times, texts, course, blocks)
         SELECT ?1, j.value ->> 'run', ?3, ?4, j.value ->> 'since', j.value ->> 'times',
                (SELECT json_group_array(${textNumber('x.value')}) FROM json_each(j.value, '$.texts') x),
                CASE WHEN j.value ->> 'isUsual' THEN ${textNumber("(j.value ->> 'blocks')")} END,
                CASE WHEN NOT j.value ->> 'isUsual' THEN j.value ->> 'blocks' END
           FROM json_each(?5) j WHERE ${isCurrent}
         ON CONFLICT (target_id, run) DO UPDATE SET since = excluded.since, times = excluded.times,
           texts = excluded.texts, course = excluded.course, blocks = excluded.blocks`,
      )
      .bind(...of, storedType(state.targetType), JSON.stringify(runs)),
  ]
}

/** Events that remove no one from the participants. */
const NOBODY_LEAVES: ReadonlySet<ApprovalEvent['type']> = new Set([
  'request.submitted',
  'request.imported',
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
  'request.withdrawn',
])

/** Replaces the participants, writing only the rows that differ. */
const participantStatements = (
  db: D1Database,
  { state, events, isRebuild }: Projection,
  { isCurrent }: ApprovalSubject,
): D1PreparedStatement[] => {
  const rows = JSON.stringify(participantsOf(state).map((p) => ({ ...p, actions: JSON.stringify(p.actions) })))
  const leave = db
    .prepare(
      `DELETE FROM request_participants
          WHERE company_id = ?3 AND target_type = ?4 AND target_id = ?1 AND ${isCurrent}
            AND user_id NOT IN (SELECT value ->> 'userId' FROM json_each(?5))`,
    )
    .bind(state.targetId, state.sequence, state.companyId, state.targetType, rows)
  return [
    ...(isRebuild || events.some((event) => !NOBODY_LEAVES.has(event.type)) ? [leave] : []),
    db
      .prepare(
        `INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor, is_approver,
           is_watcher, action_since, is_awaited, actions, created_at, completed_at, is_recent, sequence)
         SELECT ?3, value ->> 'userId', ?4, ?1, value ->> 'isRequestor', value ->> 'isApprover',
                value ->> 'isWatcher', value ->> 'actionSince', value ->> 'isAwaited', value ->> 'actions', ?6, ?7,
                ?7 IS NOT NULL, ?2
           FROM json_each(?5) WHERE ${isCurrent}
         ON CONFLICT (target_id, user_id) DO UPDATE SET
           is_requestor = excluded.is_requestor, is_approver = excluded.is_approver,
           is_watcher = excluded.is_watcher, action_since = excluded.action_since,
           is_awaited = excluded.is_awaited, actions = excluded.actions,
           completed_at = excluded.completed_at, is_recent = excluded.is_recent, sequence = excluded.sequence
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

/** What it is about, where an event could have changed it: in the row of its run. */
const scopeStatements = (
  db: D1Database,
  { state, events, isRebuild }: Projection,
  { isCurrent }: ApprovalSubject,
): D1PreparedStatement[] => {
  if (!isRebuild && !events.some((event) => SCOPE_EVENTS.has(event.type))) return []
  const { categoryIds, amount } = scopeOf(state)
  const text = JSON.stringify({ categoryIds, currency: amount?.currency ?? null })
  const of = [state.targetId, state.sequence, state.companyId] as const
  return [
    textsStatement(db, state.companyId, [text]),
    db
      .prepare(
        `INSERT INTO request_blocks (target_id, run, company_id, target_type, blocks, scope, scope_amount)
         SELECT ?1, ?4, ?3, ?5, '[]', ${textNumber('?6')}, ?7 WHERE ${isCurrent}
         ON CONFLICT (target_id, run) DO UPDATE SET scope = excluded.scope, scope_amount = excluded.scope_amount
          WHERE scope IS NOT excluded.scope OR scope_amount IS NOT excluded.scope_amount`,
      )
      .bind(...of, state.run, storedType(state.targetType), text, amount?.value ?? null),
  ]
}

const SCOPE_EVENTS: ReadonlySet<ApprovalEvent['type']> = new Set([
  'request.submitted',
  'request.restarted',
  'request.edited',
  'answers.added',
])

/** Events that change what it is, not only its progress. */
const CONTENT_EVENTS: ReadonlySet<ApprovalEvent['type']> = new Set([
  'request.submitted',
  'request.restarted',
  'request.edited',
  'request.rerouted',
  'answers.added',
  'block.approvers-replaced',
  'block.duties-applied',
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

const notifyRows = ({ name, state, events, notifications, now }: Projection, subject: ApprovalSubject): OutboxRow[] => {
  const undone = undoneIn(events)
  return notifications
    .filter(({ sequence }) => !isUndone(sequence, undone))
    .map(({ heldUntil, ...payload }) => ({
      id: `${name}:${payload.sequence}`,
      companyId: state.companyId,
      ...subject.notify(payload),
      createdAt: now,
      ...(heldUntil !== undefined && { availableAt: heldUntil }),
    }))
}

/** Effects of undone decisions no longer run. Their rows stay, so that nothing adds them again. */
const undoneStatements = (db: D1Database, { name, state, events, now }: Projection): D1PreparedStatement[] => {
  const automatic = state.blocks.flatMap((block) => (block.automatic ? [block.id] : []))
  const ids = undoneIn(events).flatMap(({ from, to }) => [
    `${name}:${to}`,
    ...Array.from({ length: to - from + 1 }, (_, i) => automatic.map((id) => `${name}:task:${from + i}:${id}`)).flat(),
    // The run ends with the last event of a decision.
    ...Array.from({ length: MOST_EFFECTS }, (_, i) => settledId(name, to, i)),
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
  const { targetType, targetId, companyId } = state
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
        payload: { targetType, targetId, blockId },
        createdAt: now,
        ...heldUntil(events, event),
      }))
  })
}

/** More than any subject starts when a run ends. */
const MOST_EFFECTS = 20
const settledId = (name: string, sequence: number, index: number): string => `${name}:settled:${sequence}:${index}`

const OUTCOMES: { [T in ApprovalEvent['type']]?: Outcome } = {
  'request.approved': 'APPROVED',
  'request.rejected': 'REJECTED',
  'request.withdrawn': 'WITHDRAWN',
}

/** What starts because it was filed. */
const startedRows = ({ name, state, events, now, isRebuild }: Projection, subject: ApprovalSubject): OutboxRow[] => {
  const filed = events.find(({ type }) => type === 'request.submitted')
  if (isRebuild || !filed || !subject.started) return []
  return subject.started(state).map((effect, index) => ({
    id: `${name}:started:${index}`,
    companyId: state.companyId,
    ...effect,
    createdAt: now,
  }))
}

/** What starts because the run has ended. An id for each effect of each end makes it start once. */
const settledRows = ({ name, state, events, now, isRebuild }: Projection, subject: ApprovalSubject): OutboxRow[] => {
  if (isRebuild) return []
  const undone = undoneIn(events)
  return events.flatMap((event) => {
    const outcome = OUTCOMES[event.type]
    if (!outcome || isUndone(event.sequence, undone)) return []
    const effects = subject.settled(outcome, state)
    if (effects.length > MOST_EFFECTS) throw new Error(`${name} starts more than ${MOST_EFFECTS} effects`)
    return effects.map((effect, index) => ({
      id: settledId(name, event.sequence, index),
      companyId: state.companyId,
      ...effect,
      createdAt: now,
      ...heldUntil(events, event),
    }))
  })
}

/** What follows from single events. */
const followingRows = ({ name, state, events, now, isRebuild }: Projection, subject: ApprovalSubject): OutboxRow[] =>
  isRebuild || !subject.follows
    ? []
    : events.flatMap((event) =>
        (subject.follows?.(event, state) ?? []).map(({ waits, ...effect }, index) => ({
          id: `${name}:follows:${event.sequence}:${index}`,
          companyId: state.companyId,
          ...effect,
          createdAt: now,
          ...(waits && heldUntil(events, event)),
        })),
      )

/** Writes a projection to D1 in one batch. Returns the outbox rows that are now due. */
export const project = async (db: D1Database, projection: Projection): Promise<OutboxRow[]> => {
  const subject = subjectOf(projection.state)
  const entries = auditEntries(projection, subject)
  const newest = entries.at(-1)
  const last = newest ? { message: newest.message, at: newest.occurredAt } : null
  const rows = [
    ...notifyRows(projection, subject),
    ...taskRows(projection),
    ...startedRows(projection, subject),
    ...settledRows(projection, subject),
    ...followingRows(projection, subject),
    ...formRows(projection),
  ]
  await db.batch([
    ...subject.project(db, { ...projection, last, onlyProgress: onlyProgress(projection) }),
    ...blockStatements(db, projection, subject),
    ...participantStatements(db, projection, subject),
    ...scopeStatements(db, projection, subject),
    ...ruleTimeStatements(db, projection, subject),
    ...(entries.length > 0 ? [auditStatement(db, entries, 'ignore')] : []),
    ...(rows.length > 0 ? [outboxStatement(db, rows)] : []),
    ...undoneStatements(db, projection),
    ...answerStatements(db, projection),
  ])
  return rows
}
