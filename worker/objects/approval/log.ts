import { type ApprovalEvent, readEvent } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState } from '../../../schema/approvals/engine/model.ts'
import type { RequestNotification } from '../../core/outbox.ts'
import { replay } from './apply.ts'
import { type Surroundings, surroundingsOf } from './news/still-told.ts'
import type { Past } from './turn.ts'

/**
 * The object's own tables. The log is the truth, and the snapshot only saves replaying a long one. The first write
 * creates the tables, so that asking for a missing request leaves none behind.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS log (sequence INTEGER PRIMARY KEY, event TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS commands (
    command_id TEXT PRIMARY KEY, input_hash TEXT NOT NULL, sequence INTEGER NOT NULL,
    notification TEXT, at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS snapshot (part TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`

/** Increased when the shape of ApprovalState changes. Older snapshots are then ignored and the log is replayed. */
const SNAPSHOT_VERSION = 4
/** A snapshot is written only after this many events. Most requests never have as many. */
export const EVENTS_A_SNAPSHOT = 40
/** A statement takes a hundred values. */
const EVENTS_AT_ONCE = 50
const HEAVY_PARTS = ['pinned', 'content', 'blocks'] as const

export interface Committed {
  commandId: string
  inputHash: string
  state: ApprovalState
  events: readonly ApprovalEvent[]
  notification: RequestNotification | null
  at: number
}

export class ApprovalLog {
  readonly #sql: SqlStorage
  #ready: boolean
  /** The last event in the snapshot, read together with the state. */
  #snapshotAt = 0

  constructor(sql: SqlStorage) {
    this.#sql = sql
    this.#ready = sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'log'`).toArray().length > 0
  }

  /** The state that the log gives, or null if nothing was submitted, and the last event known to be in D1. */
  load(): { state: ApprovalState | null; projected: number } {
    if (!this.#ready) return { state: null, projected: 0 }
    const parts = new Map(
      this.#sql
        .exec<{ part: string; value: string }>('SELECT part, value FROM snapshot')
        .toArray()
        .map((row) => [row.part, row.value]),
    )
    const projected = Number(parts.get('projected') ?? 0)
    if (parts.get('version') !== String(SNAPSHOT_VERSION)) return { state: replay(this.events(0)), projected }
    const read = (part: string) => JSON.parse(parts.get(part) ?? 'null') as unknown
    const heavy = Object.fromEntries(HEAVY_PARTS.map((part) => [part, read(part)]))
    const snapshot = { ...(read('core') as ApprovalState), ...heavy }
    this.#snapshotAt = snapshot.sequence
    return { state: replay(this.events(snapshot.sequence), snapshot), projected }
  }

  events(after: number): ApprovalEvent[] {
    if (!this.#ready) return []
    return this.#sql
      .exec<{ event: string }>('SELECT event FROM log WHERE sequence > ? ORDER BY sequence', after)
      .toArray()
      .map((row) => readEvent(JSON.parse(row.event)))
  }

  /** The outbox: what the commands after that event have to tell people. */
  notifications(after: number): RequestNotification[] {
    if (!this.#ready) return []
    return this.#sql
      .exec<{ notification: string }>(
        'SELECT notification FROM commands WHERE sequence > ? AND notification IS NOT NULL ORDER BY sequence',
        after,
      )
      .toArray()
      .map((row) => JSON.parse(row.notification) as RequestNotification)
  }

  /**
   * What happened around the command that ends with this event.
   * @param now tells which earlier notifications are still held back
   */
  around(sequence: number, now: number): Surroundings {
    const [row] = this.#ready
      ? this.#sql
          .exec<{ previous: number | null }>(
            'SELECT MAX(sequence) AS previous FROM commands WHERE sequence < ?',
            sequence,
          )
          .toArray()
      : []
    const log = { events: this.events(0), notifications: this.notifications(0) }
    return surroundingsOf(log, { sequence, after: row?.previous ?? 0, now })
  }

  command(commandId: string): { inputHash: string; sequence: number } | null {
    if (!this.#ready) return null
    const [row] = this.#sql
      .exec<{ input_hash: string; sequence: number }>(
        'SELECT input_hash, sequence FROM commands WHERE command_id = ?',
        commandId,
      )
      .toArray()
    return row ? { inputHash: row.input_hash, sequence: row.sequence } : null
  }

  /** The command whose last event this is, or null. */
  past(sequence: number): Past | null {
    if (!this.#ready) return null
    const [row] = this.#sql
      .exec<{ previous: number | null; known: number }>(
        `SELECT (SELECT MAX(sequence) FROM commands WHERE sequence < ?1) AS previous,
                EXISTS (SELECT 1 FROM commands WHERE sequence = ?1) AS known`,
        sequence,
      )
      .toArray()
    const after = row?.previous ?? 0
    const events = this.events(0)
    const before = replay(events.filter((event) => event.sequence <= after))
    if (row?.known !== 1 || !before) return null
    return {
      before,
      events: events.filter((event) => event.sequence > after && event.sequence <= sequence),
      later: events.filter((event) => event.sequence > sequence),
    }
  }

  /** Creates the tables. Call it before the first transaction, because a rollback would remove them. */
  prepare(): void {
    if (this.#ready) return
    this.#sql.exec(TABLES)
    this.#ready = true
  }

  /**
   * Call it inside one `transactionSync`. Writes the events, the command's result and notification, and sometimes the
   * snapshot.
   */
  commit({ commandId, inputHash, state, events, notification, at }: Committed): void {
    for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
      const some = events.slice(from, from + EVENTS_AT_ONCE)
      this.#sql.exec(
        `INSERT INTO log (sequence, event) VALUES ${some.map(() => '(?, ?)').join(', ')}`,
        ...some.flatMap((event) => [event.sequence, JSON.stringify(event)]),
      )
    }
    this.#sql.exec(
      'INSERT INTO commands (command_id, input_hash, sequence, notification, at) VALUES (?, ?, ?, ?, ?)',
      commandId,
      inputHash,
      state.sequence,
      notification && JSON.stringify(notification),
      at,
    )
    if (state.sequence - this.#snapshotAt >= EVENTS_A_SNAPSHOT) this.snapshot(state)
  }

  snapshot(state: ApprovalState): void {
    const { pinned, content, blocks, ...core } = state
    this.#keep([
      ['version', String(SNAPSHOT_VERSION)],
      ['core', JSON.stringify(core)],
      ['pinned', JSON.stringify(pinned)],
      ['content', JSON.stringify(content)],
      ['blocks', JSON.stringify(blocks)],
    ])
    this.#snapshotAt = state.sequence
  }

  /** Only the alarm writes it, so it may lag. Projecting again is harmless. */
  keepProjected(sequence: number): void {
    this.#keep([['projected', String(sequence)]])
  }

  #keep(parts: [string, string][]): void {
    this.#sql.exec(
      `INSERT INTO snapshot (part, value) VALUES ${parts.map(() => '(?, ?)').join(', ')}
       ON CONFLICT (part) DO UPDATE SET value = excluded.value`,
      ...parts.flat(),
    )
  }
}
