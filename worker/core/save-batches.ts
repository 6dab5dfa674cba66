import { saveBatches } from '../../schema/requests/submissions/tables.ts'
import type { StaffActor } from './actor.ts'
import { resultStatements } from './commit.ts'
import type { Read } from './database.ts'
import { AppError, invalidField } from './errors.ts'
import { idFrom, sha256Hex } from './hash.ts'
import type { BaseContext } from './operation.ts'
import { type RowOf, select, typed } from './record.ts'

/**
 * Saves that come in numbered batches: of requests, public forms, vendor forms, and the steps of a category's form.
 * One rule for all: the batches of one object, caller and total belong together, in any order and with repeats, and the
 * last one to arrive carries the save out. A `transactionId` names a save: then its batches are never mixed with those
 * of another, and it is carried out once. A repeat of it gets the first answer. Without one, what is left of an earlier
 * save is known by what doesn't fit, or by its age, and is dropped with a message that says so.
 */

type Context = BaseContext & { actor: StaffActor }

interface Arriving {
  /** What is saved. Nothing of another object joins it. */
  object: string
  transactionId: string | undefined
  batch: number
  totalBatches: number
  /** What each batch says about the whole save. Each may leave some of it out. */
  words: Record<string, unknown>
  /** The batch's own part. */
  payload: unknown
}

/** A save that is complete. */
export interface Save {
  /** The id of its command if the caller named it. The same for every repeat. */
  commandId: string | null
  /**
   * Ends the save, in the database batch that carries it out, or after the object has decided.
   * @param result the answer that a repeat gets
   */
  done(result: unknown): D1PreparedStatement[]
}

/** A save that its caller named is one command, whatever the ids of its calls. */
export const named = <C extends BaseContext>(context: C, save: Save | null): C =>
  save?.commandId ? { ...context, commandId: save.commandId } : context

interface Complete {
  /** Those of all batches together. */
  words: Record<string, unknown>
  /** In the order of their numbers. */
  payloads: unknown[]
  save: Save
}

interface BatchedSave<T> {
  /** Refuses a batch before it is kept, unless its save was carried out before. */
  check?: () => void
  /** The answer while batches are missing. */
  waiting: T
  carryOut(complete: Complete): Promise<T>
}

const BATCH_LIFE_MS = 60 * 60 * 1000
/** What is older than this was left behind: the batches of one save come right after each other. */
const SAME_SAVE_MS = 5 * 60 * 1000
const RESULT_LIFE_MS = 24 * 60 * 60 * 1000
/** Marks the row that keeps the answer of a save that was carried out. */
const SAVED = 'saved:'

const forgetStatement = (db: BaseContext['db'], now: number): D1PreparedStatement =>
  db.sql(
    `DELETE FROM save_batches WHERE created_at < ?1 AND (created_at < ?2 OR purpose NOT LIKE '${SAVED}%')`,
    now - BATCH_LIFE_MS,
    now - RESULT_LIFE_MS,
  )

/** Also for companies in which no one saves anything anymore. */
export const forgetOldBatches = ({ db, clock }: Pick<BaseContext, 'db' | 'clock'>): Promise<unknown> =>
  db.batch([forgetStatement(db, clock.now())])

const STORED = typed`SELECT ${select(saveBatches, 'b', ['batch', 'totalBatches', 'purpose', 'payload', 'createdAt'])}
  FROM save_batches b WHERE b.company_id = ? AND b.user_id = ? AND b.transaction_id = ? ORDER BY b.batch`
type Stored = RowOf<typeof STORED>

interface Kept {
  words: Record<string, unknown>
  payload: unknown
}

/** Someone who acts as another member, and a program with their key, are callers of their own. */
const keyOf = ({ actor }: Context, { object, transactionId, totalBatches }: Arriving): string =>
  transactionId ??
  `unnamed-${sha256Hex([object, totalBatches, actor.impersonator?.userId, actor.apiKey?.id].join('\n')).slice(0, 40)}`

const rowsStatement = ({ db, actor }: Context, key: string): Read<Stored> =>
  db.sql(STORED, actor.companyId, actor.userId, key)

const dropStatement = ({ db, actor }: Context, key: string): D1PreparedStatement =>
  db.sql(
    'DELETE FROM save_batches WHERE company_id = ? AND user_id = ? AND transaction_id = ?',
    actor.companyId,
    actor.userId,
    key,
  )

/** A batch that doesn't match the previous ones isn't kept, because the right one may still come. */
const keepStatement = ({ db, actor, clock }: Context, key: string, arriving: Arriving, text: string) =>
  db.sql(
    `INSERT INTO save_batches (company_id, user_id, transaction_id, batch, total_batches, purpose, payload, created_at)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE NOT EXISTS (
       SELECT 1 FROM save_batches WHERE company_id = ?1 AND user_id = ?2 AND transaction_id = ?3
          AND (total_batches <> ?5 OR purpose <> ?6))
     ON CONFLICT (company_id, user_id, transaction_id, batch) DO UPDATE SET created_at = excluded.created_at
      WHERE payload = excluded.payload`,
    actor.companyId,
    actor.userId,
    key,
    arriving.batch,
    arriving.totalBatches,
    arriving.object,
    text,
    clock.now(),
  )

/** The answer of a named save that was carried out before, or undefined. */
const answerOf = (rows: readonly Stored[], { object }: Arriving): { result: unknown } | undefined => {
  const [saved] = rows.filter(({ purpose }) => purpose.startsWith(SAVED))
  if (!saved) return
  if (saved.purpose !== `${SAVED}${object}`)
    throw invalidField('transactionId', 'This transaction id was used for another save. Send a new one.')
  return { result: JSON.parse(saved.payload) as unknown }
}

const readKept = (row: Stored): Kept => JSON.parse(row.payload) as Kept

/** Whether these belong to one save, as far as anyone can tell: nothing that both say differs. */
const fits = (one: Kept, other: Kept): boolean =>
  Object.entries(one.words).every(
    ([key, value]) => !Object.hasOwn(other.words, key) || JSON.stringify(other.words[key]) === JSON.stringify(value),
  )

const leftBehind = (totalBatches: number): AppError => {
  const message = `An earlier save in ${totalBatches} batches wasn’t finished, and this one isn’t part of it. The earlier one was dropped. Send all batches again.`
  return new AppError('INVALID', message, { fields: { batch: message }, reason: 'SAVE_UNFINISHED' })
}

/** Throws unless what is stored belongs together with what arrived. */
const requireOneSave = async (context: Context, arriving: Arriving, key: string, rows: readonly Stored[]) => {
  const { batch, totalBatches, transactionId, words, payload, object } = arriving
  if (rows.some((row) => row.totalBatches !== totalBatches || row.purpose !== object))
    throw invalidField('totalBatches', 'The batches of one save must agree on their number')
  const isSame = rows.find((row) => row.batch === batch)?.payload === JSON.stringify({ words, payload })
  if (transactionId !== undefined) {
    if (isSame) return
    throw new AppError('CONFLICT', `Batch ${batch} was sent before with other content. Start the save again.`, {
      reason: 'BATCH_CHANGED',
    })
  }
  const others = rows.filter((row) => row.batch !== batch)
  const isFresh = ({ createdAt }: Stored) => createdAt >= context.clock.now() - SAME_SAVE_MS
  if (isSame && others.every((row) => isFresh(row) && fits(readKept(row), { words, payload }))) return
  await context.db.batch([dropStatement(context, key)])
  throw leftBehind(totalBatches)
}

const saveOf = (context: Context, arriving: Arriving, key: string): Save => {
  const { db, actor, clock } = context
  const { object, transactionId, totalBatches } = arriving
  if (transactionId === undefined)
    return { commandId: null, done: () => (totalBatches > 1 ? [dropStatement(context, key)] : []) }
  return {
    commandId: idFrom(`save\n${actor.companyId}\n${actor.userId}\n${object}\n${transactionId}`),
    done: (result) => [
      dropStatement(context, key),
      db.sql(
        `INSERT INTO save_batches
           (company_id, user_id, transaction_id, batch, total_batches, purpose, payload, created_at)
         SELECT ?1, ?2, ?3, 1, 1, ?4, ?5, ?6`,
        actor.companyId,
        actor.userId,
        key,
        `${SAVED}${object}`,
        JSON.stringify(result),
        clock.now(),
      ),
    ],
  }
}

/**
 * Takes one batch of a save. Throws INVALID for one that doesn't belong to what came before it, and CONFLICT
 * (BATCH_CHANGED) for a named one whose number came with other content.
 */
export const saveInBatches = async <T>(
  context: Context,
  arriving: Arriving,
  { check, waiting, carryOut }: BatchedSave<T>,
): Promise<T> => {
  const { db, clock } = context
  const { batch, totalBatches, transactionId, words, payload } = arriving
  if (batch > totalBatches) throw invalidField('batch', `Batch ${batch} of ${totalBatches} cannot be`)
  const key = keyOf(context, arriving)
  if (transactionId !== undefined) {
    const known = answerOf(await db.all(rowsStatement(context, key)), arriving)
    if (known) return known.result as T
  }
  check?.()
  const save = saveOf(context, arriving, key)
  if (totalBatches === 1) return carryOut({ words, payloads: [payload], save })
  const text = JSON.stringify({ words, payload })
  const [, , stored] = await db.batch([
    forgetStatement(db, clock.now()),
    keepStatement(context, key, arriving, text),
    rowsStatement(context, key),
  ])
  const rows = stored.results
  await requireOneSave(context, arriving, key, rows)
  if (rows.length < totalBatches) {
    // A call that is repeated once the save was carried out isn't the beginning of another one.
    const answered = resultStatements(context, waiting, 'ignore')
    if (answered.length > 0) await db.batch(answered)
    return waiting
  }
  const kept = rows.map(readKept)
  try {
    const said = kept.map((one) => one.words)
    return await carryOut({ words: Object.assign({}, ...said), payloads: kept.map((one) => one.payload), save })
  } catch (error) {
    // What was refused is sent again as a whole. A named save can be tried again without all of its batches.
    if (error instanceof AppError && transactionId === undefined) await db.batch([dropStatement(context, key)])
    throw error
  }
}
