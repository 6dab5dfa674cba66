import { commandResults } from '../../schema/platform/company/tables.ts'
import { type AuditEntry, auditStatement } from './audit.ts'
import { isGuardFailure, violatedUnique } from './database.ts'
import { AppError, companyMoves, staleVersion } from './errors.ts'
import { type AnyOperation, type BaseContext, signedIn } from './operation.ts'
import { type OutboxRow, outboxStatement } from './outbox.ts'
import { nudgeOutbox } from './outbox-nudge.ts'
import { select, typed } from './record.ts'

/** What a change says of itself in the history. Who made it and when is added. */
export type Audit = Omit<AuditEntry, 'companyId' | 'actorUserId' | 'impersonatorUserId' | 'apiKeyId' | 'occurredAt'>

export interface Change<T> {
  statements: D1PreparedStatement[]
  audit: Audit[]
  outbox?: Omit<OutboxRow, 'id' | 'createdAt' | 'companyId'>[]
  result: T
  /** What is being changed, for the conflict message: "The category". */
  subject: string
  /** Unique indexes that input can violate, with the error for each. */
  onDuplicate?: Record<string, () => AppError>
  /** What is nice to have at once, after the change is written. It is done without it too, later. */
  afterwards?: () => Promise<unknown>
  /** For changes without a signed-in member. */
  as?: { companyId: string; userId: string | null }
}

/** A job's change belongs to no one, and the history names Outlay. */
const companyOfSystem = ({ system }: BaseContext): { companyId: string; userId: null } | null =>
  system?.companyId ? { companyId: system.companyId, userId: null } : null

/** Splits audit entries between statements, because a bound text can have at most 2 MB. */
const MOST_ENTRIES = 500

/** What a change is committed with: the ledger of its command, and where it is gathered if it is part of a larger one. */
type Committing = BaseContext & { ledger?: { operation: string; inputHash: string }; gathered?: Change<unknown>[] }

/**
 * Several changes as one: what `run` commits is written in one batch at its end, or none of it. A later part reads what was
 * there before the first, so it is told what the earlier ones change.
 */
export const together = async <C extends BaseContext, T>(context: C, run: (context: C) => Promise<T>): Promise<T> => {
  const gathered: Change<unknown>[] = []
  const result = await run({ ...context, gathered })
  const [first] = gathered
  if (first)
    await commit(context, {
      subject: first.subject,
      statements: gathered.flatMap(({ statements }) => statements),
      audit: gathered.flatMap(({ audit }) => audit),
      outbox: gathered.flatMap(({ outbox }) => outbox ?? []),
      onDuplicate: Object.assign({}, ...gathered.map(({ onDuplicate }) => onDuplicate)),
      afterwards: () => Promise.all(gathered.map(({ afterwards }) => afterwards?.())),
      result: null,
    })
  return result
}

/**
 * Writes a change in one batch: its rows, audit row, outbox rows and the command's result. All or nothing. Throws
 * CONFLICT if a version guard or an audit change key shows that someone else made a change in between.
 */
export const commit = async <T>(context: Committing, change: Change<T>): Promise<T> => {
  const { db, actor, gathered } = context
  if (gathered) {
    if (change.as) throw new Error('Parts of a change are of one person')
    gathered.push(change)
    return change.result
  }
  const who = change.as ?? signedIn(context) ?? companyOfSystem(context)
  if (!who) throw new Error('A change needs a company')
  const { companyId, userId } = who
  const now = context.clock.now()
  const statements = [...change.statements]
  if (change.audit.length) {
    const entries = change.audit.map((entry) => ({
      ...entry,
      companyId,
      actorUserId: userId,
      // The person in `as` acts for themselves, whatever the session.
      impersonatorUserId: change.as ? null : (actor?.impersonator?.userId ?? null),
      ...(!change.as && actor?.apiKey && { apiKeyId: actor.apiKey.id }),
      occurredAt: now,
    }))
    for (let at = 0; at < entries.length; at += MOST_ENTRIES)
      statements.push(auditStatement(db, entries.slice(at, at + MOST_ENTRIES)))
  }
  const outbox = (change.outbox ?? []).map((row) => ({ ...row, id: context.newId(), companyId, createdAt: now }))
  if (outbox.length) statements.push(outboxStatement(db, outbox))
  statements.push(...resultStatements(context, change.result))
  // A command that finds everything as requested has nothing to write.
  if (statements.length === 0) return change.result
  try {
    await db.batch(statements)
  } catch (error) {
    // The same command may have run between reading its id and writing. Its result is then ours too.
    const twin = await resultOfTwin<T>(context)
    if (twin) return twin.result
    throw conflictOf(error, change) ?? error
  }
  // A repeat is recognized with the caller's session, which is in another cell. The change's own cell has the result too.
  if (context.callerDb !== db) {
    const kept = resultStatements({ ...context, db: context.callerDb }, change.result, 'ignore')
    if (kept.length > 0) await context.callerDb.batch(kept)
  }
  if (outbox.length) {
    // The row is what counts. Without the nudge the sweep runs it a little later.
    const nudge = nudgeOutbox(context.env, outbox, now)
    context.waitUntil(nudge.catch((error) => context.log.error('outbox.nudge-failed', { error: String(error) })))
  }
  if (change.afterwards)
    context.waitUntil(
      change
        .afterwards()
        .catch((error) => context.log.error('afterwards.failed', { subject: change.subject, error: String(error) })),
    )
  return change.result
}

/** How often a write without a version is retried against simultaneous ones. */
const TRIES = 4
/** What a row or a request's object says to a write that comes second. */
const LATE = new Set(['STALE_VERSION', 'ANSWERS_CHANGED'])

/**
 * A change without a version applies to the current state. If someone else writes at the same moment, it is retried
 * after them. A change with a version gets a 409 as usual. `run` reads again on each attempt.
 */
export const lastWriteWins =
  <C, I extends { version?: number | undefined }, O>(run: (context: C, input: I) => Promise<O>) =>
  async (context: C, input: I): Promise<O> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await run(context, input)
      } catch (error) {
        const isLate = error instanceof AppError && LATE.has(error.reason ?? '')
        if (input.version !== undefined || !isLate || tried === TRIES) throw error
      }
    }
  }

/**
 * Stores the result of a command with an id, so that the same id gets it again.
 * @param onRepeat 'ignore' if the change is made, and repeats are recognized, somewhere else
 */
export const resultStatements = (
  context: BaseContext & { ledger?: { operation: string; inputHash: string } },
  result: unknown,
  onRepeat: 'abort' | 'ignore' = 'abort',
): D1PreparedStatement[] => {
  const { db, ledger, commandId, clock } = context
  const who = context.home ?? signedIn(context)
  if (!ledger || !commandId || !who) return []
  return [
    db.sql(
      `INSERT ${onRepeat === 'ignore' ? 'OR IGNORE ' : ''}INTO command_results
         (command_id, user_id, company_id, operation, input_hash, result, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      commandId,
      who.userId,
      who.companyId,
      ledger.operation,
      ledger.inputHash,
      JSON.stringify(result ?? null),
      clock.now(),
    ),
  ]
}

const KNOWN = typed`SELECT ${select(commandResults, 'r', ['operation', 'inputHash', 'result'])}
  FROM command_results r WHERE r.user_id = ? AND r.company_id = ? AND r.command_id = ?`

/**
 * The context of a command that needs no session: its results are kept under its own name. The input has the caller's
 * secret, so no one gets the result of someone else's.
 */
export const amongThoseOf = async <C extends BaseContext>(
  { id, idempotency }: Pick<AnyOperation, 'id' | 'idempotency'>,
  context: C,
): Promise<C> => {
  const { commandId, db } = context
  if (!commandId || idempotency !== 'public') return context
  const home = { userId: `public:${id}`, companyId: '' }
  const known = await db.first(db.sql(KNOWN, home.userId, home.companyId, commandId))
  return { ...context, home, known }
}

/** The result of this command's id, if the same command has run. */
export const resultOfTwin = async <T>(
  context: BaseContext & { ledger?: { operation: string; inputHash: string } },
): Promise<{ result: T } | null> => {
  const who = context.home ?? signedIn(context)
  if (!context.ledger || !context.commandId || !who) return null
  const row = await context.db.first<{ result: string }>(
    context.db.sql(
      `SELECT result FROM command_results
        WHERE user_id = ? AND company_id = ? AND command_id = ? AND operation = ? AND input_hash = ?`,
      who.userId,
      who.companyId,
      context.commandId,
      context.ledger.operation,
      context.ledger.inputHash,
    ),
  )
  return row && { result: JSON.parse(row.result) as T }
}

const conflictOf = (error: unknown, change: Change<unknown>): AppError | null => {
  if (String(error).includes('company_locks')) return companyMoves()
  if (isGuardFailure(error)) return staleVersion(change.subject)
  const unique = violatedUnique(error)
  if (!unique) return null
  if (unique.startsWith('audit_entries')) return staleVersion(change.subject)
  if (unique.startsWith('command_results')) {
    return new AppError('CONFLICT', 'This command is already running. Try again in a moment.', {
      reason: 'COMMAND_RUNNING',
    })
  }
  return change.onDuplicate?.[unique]?.() ?? null
}
