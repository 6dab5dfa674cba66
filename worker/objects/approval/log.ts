import { type ApprovalEvent, readEvent } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState } from '../../../schema/approvals/engine/model.ts'
import type { RequestNotification } from '../../core/outbox.ts'
import { replay } from './apply.ts'
import { type Packed, pack, unpack } from './kept/packed-text.ts'
import { type Surroundings, surroundingsOf } from './news/still-told.ts'
import type { Past } from './turn.ts'

/**
 * The object's own table. Events are the truth, and the snapshot only saves replaying a long log. One table for all,
 * because each takes a page of its own. The first write creates it, so that asking for a missing request leaves none
 * behind.
 *
 * - above 0: an event, by its sequence. The last one of a command has the command too.
 * - from 0 to -5: parts of the snapshot, see `PARTS`.
 * - below -100: a command without events, with the sequence at which it came.
 *
 * Texts are kept by `pack`.
 */
const TABLE = `CREATE TABLE IF NOT EXISTS kept (
  id INTEGER PRIMARY KEY, sequence INTEGER, command_id TEXT, input_hash TEXT, notification TEXT, value TEXT)`

/** What objects had before: a table each for events, commands and the snapshot. */
const FORMER = ['log', 'commands', 'snapshot'] as const

const PARTS = { projected: 0, version: -1, core: -2, pinned: -3, content: -4, blocks: -5 }
type Part = keyof typeof PARTS
const ABOVE_COMMANDS = -100

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
}

export class ApprovalLog {
  readonly #sql: SqlStorage
  #ready: boolean
  /** The last event in the snapshot, read together with the state. */
  #snapshotAt = 0

  constructor(storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync'>) {
    this.#sql = storage.sql
    const tables = new Set(
      this.#sql
        .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
        .toArray()
        .map(({ name }) => name),
    )
    if (tables.has('log')) storage.transactionSync(() => this.#takeOver())
    this.#ready = tables.has('log') || tables.has('kept')
  }

  /** Everything that was in three tables. */
  #takeOver(): void {
    this.#sql.exec(TABLE)
    this.#sql.exec('INSERT INTO kept (id, value) SELECT sequence, event FROM log')
    // The first command that ends with an event is the one that made it.
    this.#sql.exec(`UPDATE kept SET (command_id, input_hash, notification) =
        (SELECT c.command_id, c.input_hash, c.notification FROM commands c WHERE c.sequence = kept.id
          ORDER BY c.at, c.notification IS NULL, c.command_id LIMIT 1)`)
    this.#sql.exec(`INSERT INTO kept (id, sequence, command_id, input_hash)
      SELECT ${ABOVE_COMMANDS} - row_number() OVER (ORDER BY at, command_id), sequence, command_id, input_hash FROM commands
       WHERE command_id NOT IN (SELECT command_id FROM kept WHERE command_id IS NOT NULL)`)
    for (const [part, id] of Object.entries(PARTS))
      this.#sql.exec('INSERT INTO kept (id, value) SELECT ?, value FROM snapshot WHERE part = ?', id, part)
    for (const table of FORMER) this.#sql.exec(`DROP TABLE ${table}`)
  }

  /** The state that the log gives, or null if nothing was submitted, and the last event known to be in D1. */
  load(): { state: ApprovalState | null; projected: number } {
    if (!this.#ready) return { state: null, projected: 0 }
    const parts = new Map(
      this.#sql
        .exec<{ id: number; value: Packed }>(`SELECT id, value FROM kept WHERE id <= 0 AND id > ${ABOVE_COMMANDS}`)
        .toArray()
        .map((row) => [row.id, unpack(row.value)]),
    )
    const projected = Number(parts.get(PARTS.projected) ?? 0)
    if (parts.get(PARTS.version) !== String(SNAPSHOT_VERSION)) return { state: replay(this.events(0)), projected }
    const read = (part: Part) => JSON.parse(parts.get(PARTS[part]) ?? 'null') as unknown
    const heavy = Object.fromEntries(HEAVY_PARTS.map((part) => [part, read(part)]))
    const snapshot = { ...(read('core') as ApprovalState), ...heavy }
    this.#snapshotAt = snapshot.sequence
    return { state: replay(this.events(snapshot.sequence), snapshot), projected }
  }

  events(after: number): ApprovalEvent[] {
    if (!this.#ready) return []
    return this.#sql
      .exec<{ event: Packed }>('SELECT value AS event FROM kept WHERE id > ? ORDER BY id', Math.max(after, 0))
      .toArray()
      .map((row) => readEvent(JSON.parse(unpack(row.event))))
  }

  /** The outbox: what the commands after that event have to tell people. */
  notifications(after: number): RequestNotification[] {
    if (!this.#ready) return []
    return this.#sql
      .exec<{ notification: Packed }>(
        'SELECT notification FROM kept WHERE id > ? AND notification IS NOT NULL ORDER BY id',
        Math.max(after, 0),
      )
      .toArray()
      .map((row) => JSON.parse(unpack(row.notification)) as RequestNotification)
  }

  /**
   * What happened around the command that ends with this event.
   * @param now tells which earlier notifications are still held back
   */
  around(sequence: number, now: number): Surroundings {
    const [row] = this.#ready
      ? this.#sql
          .exec<{ previous: number | null }>(
            'SELECT MAX(id) AS previous FROM kept WHERE id > 0 AND id < ? AND command_id IS NOT NULL',
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
        'SELECT input_hash, coalesce(sequence, id) AS sequence FROM kept WHERE command_id = ?',
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
        `SELECT (SELECT MAX(id) FROM kept WHERE id > 0 AND id < ?1 AND command_id IS NOT NULL) AS previous,
                EXISTS (SELECT 1 FROM kept WHERE id = ?1 AND id > 0 AND command_id IS NOT NULL) AS known`,
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

  /** Creates the table. Call it before the first transaction, because a rollback would remove it. */
  prepare(): void {
    if (this.#ready) return
    this.#sql.exec(TABLE)
    this.#ready = true
  }

  /**
   * Call it inside one `transactionSync`. Writes the events, the command's result and notification, and sometimes the
   * snapshot.
   */
  commit({ commandId, inputHash, state, events, notification }: Committed): void {
    const told = notification && pack(JSON.stringify(notification))
    const before = events.slice(0, -1)
    for (let from = 0; from < before.length; from += EVENTS_AT_ONCE) {
      const some = before.slice(from, from + EVENTS_AT_ONCE)
      this.#sql.exec(
        `INSERT INTO kept (id, value) VALUES ${some.map(() => '(?, ?)').join(', ')}`,
        ...some.flatMap((event) => [event.sequence, pack(JSON.stringify(event))]),
      )
    }
    const last = events.at(-1)
    if (last)
      this.#sql.exec(
        'INSERT INTO kept (id, command_id, input_hash, notification, value) VALUES (?, ?, ?, ?, ?)',
        last.sequence,
        commandId,
        inputHash,
        told,
        pack(JSON.stringify(last)),
      )
    else
      this.#sql.exec(
        `INSERT INTO kept (id, sequence, command_id, input_hash, notification)
         SELECT min(coalesce(min(id), 0), ${ABOVE_COMMANDS}) - 1, ?, ?, ?, ? FROM kept`,
        state.sequence,
        commandId,
        inputHash,
        told,
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

  /** Written a little later, so it may lag. Projecting again is harmless. */
  keepProjected(sequence: number): void {
    this.#keep([['projected', String(sequence)]])
  }

  #keep(parts: [Part, string][]): void {
    this.#sql.exec(
      `INSERT INTO kept (id, value) VALUES ${parts.map(() => '(?, ?)').join(', ')}
       ON CONFLICT (id) DO UPDATE SET value = excluded.value`,
      ...parts.flatMap(([part, value]) => [PARTS[part], pack(value)]),
    )
  }
}
