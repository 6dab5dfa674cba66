import { createHash } from 'node:crypto'
import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/book-pushes/endpoints.ts'
import { type PushedKind, readPushedRow, type StagedRow } from '../../../../schema/platform/book-pushes/rows.ts'
import {
  MOST_PUSHED_BYTES,
  MOST_PUSHED_ROWS,
  MOST_PUSHES_AT_ONCE,
  PROBLEMS_TOLD,
} from '../../../../schema/platform/book-pushes/values.ts'
import { commandReused } from '../../../core/command-ledger.ts'
import { guardOneRow, isGuardFailure } from '../../../core/database.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { countedStream } from '../../../core/read-at-most.ts'
import type { Connection } from '../accounting/index.ts'
import {
  type GenerationRow,
  generationStatement,
  PUSH,
  type PushRow,
  RECEIVING_MS,
  requireCustom,
  requireOpen,
  toPush,
} from './open-generation.ts'
import { readRows } from './read-rows.ts'

/**
 * Receives a file while it arrives: its rows are checked and kept a thousand at a time, beside what is there already.
 * They count once the file is whole and right.
 */

const AT_ONCE = 1000
/** D1 binds at most 2 MB of text. */
const MOST_CHARACTERS = 1_000_000

interface SentFile {
  type: string
  length: number | null
  stream: ReadableStream<Uint8Array>
}
type Input = z.output<typeof input>
type KnownPush = PushRow & { commandId: string; digest: string | null; attempt: string }

interface Receiving {
  context: StaffContext
  connection: Connection
  generation: GenerationRow
  push: { id: string; attempt: string }
  kind: PushedKind
}

const tooLarge = (): AppError =>
  new AppError('TOO_LARGE', 'The file is larger than 64 MB. Push it in parts, with part=1, part=2 and so on.')
const tooMany = (): AppError =>
  new AppError('TOO_LARGE', 'The file has more than 200,000 rows. Push it in parts, with part=1, part=2 and so on.')

/** Throws INVALID without the key by which a repeated push is recognised. */
const requireKey = ({ commandId }: StaffContext): string => {
  if (commandId) return commandId
  throw invalidField('Idempotency-Key', 'Send an Idempotency-Key, so that a repeated push counts once.')
}

const keep = async (
  { context: { db }, connection, generation, push }: Receiving,
  rows: (StagedRow & { line: number })[],
): Promise<void> => {
  if (rows.length === 0) return
  const values = JSON.stringify(rows.map(({ row, ...key }) => ({ ...key, row: JSON.stringify(row) })))
  await db.batch([
    db.sql(
      `INSERT INTO book_push_rows (company_id, generation_id, kind, erp_id, line_id, attempt, position, row)
       SELECT ?4, ?2, value ->> 'kind', value ->> 'erpId', value ->> 'lineId', ?3, value ->> 'line', value ->> 'row'
         FROM json_each(?1)`,
      ...[values, generation.id, push.attempt, connection.companyId],
    ),
  ])
}

interface Received {
  rows: number
  digest: string
  problemCount: number
  problems: endpoints.PushProblem[]
}

/** Reads the file to its end. Throws INVALID or TOO_LARGE for the file as a whole. */
const receiveRows = async (receiving: Receiving, file: SentFile, part: number): Promise<Received> => {
  const { kind, connection } = receiving
  const hash = createHash('sha256')
  const { stream, wasTooLong } = countedStream(file.stream, MOST_PUSHED_BYTES)
  const hashed = (stream ?? new Blob([]).stream()).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        hash.update(bytes)
        controller.enqueue(bytes)
      },
    }),
  )
  const text = hashed.pipeThrough(
    new TextDecoderStream('utf-8', { fatal: true }) as TransformStream<Uint8Array, string>,
  )
  const received: Received = { rows: 0, digest: '', problemCount: 0, problems: [] }
  let kept: (StagedRow & { line: number })[] = []
  let length = 0
  try {
    for await (const { line, value, wrong } of readRows(kind, file.type, text)) {
      received.rows += 1
      if (received.rows > MOST_PUSHED_ROWS) throw tooMany()
      const read = wrong === undefined ? readPushedRow(kind, value, connection) : { wrong }
      if ('wrong' in read) {
        received.problemCount += 1
        if (received.problems.length < PROBLEMS_TOLD) received.problems.push({ kind, part, line, message: read.wrong })
        continue
      }
      // A file with problems is refused as a whole, so that its rows needn't be kept.
      if (received.problemCount > 0) continue
      kept.push({ ...read.row, line })
      length += JSON.stringify(read.row).length
      if (kept.length < AT_ONCE && length < MOST_CHARACTERS) continue
      await keep(receiving, kept)
      ;[kept, length] = [[], 0]
    }
  } catch (error) {
    if (wasTooLong()) throw tooLarge()
    if (error instanceof TypeError && /decod/i.test(error.message))
      throw invalidField('file', 'The file is not in UTF-8.')
    throw error
  }
  if (received.problemCount === 0) await keep(receiving, kept)
  return { ...received, digest: hash.digest('hex') }
}

/** The same key again: the same answer for the same file, a conflict for another one. */
const repeated = async (context: StaffContext, known: KnownPush, file: SentFile): Promise<endpoints.BookPush> => {
  const hash = createHash('sha256')
  for await (const bytes of file.stream as unknown as AsyncIterable<Uint8Array>) hash.update(bytes)
  if (hash.digest('hex') !== known.digest) throw commandReused()
  return answerOf(toPush(known, context.clock.now()))
}

const countWords = (count: number): string => (count === 1 ? '1 row has' : `${count.toLocaleString('en-US')} rows have`)

/** Throws INVALID with the problems of a push that was refused. */
const answerOf = (push: endpoints.BookPush): endpoints.BookPush => {
  if (push.state !== 'REFUSED') return push
  const [first] = push.problems
  const message =
    push.problemCount === 0
      ? (first?.message ?? 'The file was refused.')
      : `${countWords(push.problemCount)} problems, so nothing of the file was taken. Line ${first?.line}: ${first?.message}`
  throw new AppError('INVALID', message, { reason: 'ROWS_REFUSED', fields: { file: message }, details: push })
}

const knownPush = ({ db, actor }: StaffContext, key: string): Promise<KnownPush | null> =>
  db.first<KnownPush>(
    db.sql(
      `SELECT ${PUSH}, p.command_id AS commandId, p.digest, p.attempt FROM book_pushes p
        WHERE p.company_id = ? AND p.command_id = ?`,
      ...[actor.companyId, key],
    ),
  )

/** Throws LIMITED with several at the same time. */
const requireTurn = async ({ db, actor, clock, answerHeaders }: StaffContext, key: string): Promise<void> => {
  const row = await db.first<{ count: number }>(
    db.sql(
      `SELECT COUNT(*) AS count FROM book_pushes INDEXED BY book_pushes_receiving
        WHERE company_id = ? AND started_at > ? AND state = 'RECEIVING' AND command_id <> ?`,
      ...[actor.companyId, clock.now() - RECEIVING_MS, key],
    ),
  )
  if ((row?.count ?? 0) < MOST_PUSHES_AT_ONCE) return
  answerHeaders.set('Retry-After', '30')
  throw new AppError('LIMITED', `${MOST_PUSHES_AT_ONCE} files are being received already. Try again in 30 s.`, {
    reason: 'RATE_LIMITED',
  })
}

/** The generation, made with its first push. */
const openGeneration = async (context: StaffContext, connection: Connection, name: string): Promise<GenerationRow> => {
  const { db, actor, clock, newId } = context
  const [, found] = await db.batch([
    db.sql(
      `INSERT OR IGNORE INTO book_generations (id, company_id, connection_id, name, state, created_at)
       VALUES (?, ?, ?, ?, 'OPEN', ?)`,
      ...[newId(), actor.companyId, connection.id, name, clock.now()],
    ),
    generationStatement(context, name),
  ])
  const row = found?.results[0] as unknown as GenerationRow
  requireOpen(row)
  return row
}

/** Begins a push, or begins again one that was broken off. Its earlier rows go. */
const begin = async (
  context: StaffContext,
  connection: Connection,
  { generation: name, kind, part }: Input,
  known: KnownPush | null,
): Promise<Receiving> => {
  const { db, actor, clock, newId } = context
  const generation = await openGeneration(context, connection, name)
  if (known && (known.generationId !== generation.id || known.kind !== kind || known.part !== part))
    throw commandReused()
  const push = { id: known?.id ?? newId(), attempt: newId() }
  await db.batch([
    ...(known ? [rowsGone(context, known)] : []),
    db.sql(
      `INSERT INTO book_pushes (id, company_id, generation_id, kind, part, command_id, attempt, state, started_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'RECEIVING', ?8)
       ON CONFLICT (company_id, command_id) DO UPDATE SET attempt = ?7, state = 'RECEIVING', started_at = ?8,
         finished_at = NULL, rows = 0, problem_count = 0, problems = '[]', digest = NULL`,
      ...[push.id, actor.companyId, generation.id, kind, part, requireKey(context), push.attempt, clock.now()],
    ),
  ])
  return { context, connection, generation, push, kind }
}

const rowsGone = (
  { db, actor }: StaffContext,
  { generationId, attempt }: { generationId: string; attempt: string },
): D1PreparedStatement =>
  db.sql(
    'DELETE FROM book_push_rows WHERE company_id = ? AND generation_id = ? AND attempt = ?',
    ...[actor.companyId, generationId, attempt],
  )

/** Only the newest attempt ends a push. */
const end = async (
  { context, generation, push, kind }: Receiving,
  part: number,
  state: 'STAGED' | 'REFUSED' | 'BROKEN_OFF',
  { rows, digest, problemCount, problems }: Partial<Received>,
): Promise<void> => {
  const { db, clock } = context
  const others = `company_id = ?5 AND generation_id = ?1 AND kind = ?2 AND part = ?3 AND id <> ?4 AND state = 'STAGED'`
  const key = [generation.id, kind, part, push.id, context.actor.companyId]
  try {
    await db.batch([
      db.sql(
        `UPDATE book_pushes SET state = ?3, rows = ?4, digest = ?5, problem_count = ?6, problems = ?7, finished_at = ?8
          WHERE id = ?1 AND attempt = ?2 AND state = 'RECEIVING'
            AND EXISTS (SELECT 1 FROM book_generations WHERE id = ?9 AND state = 'OPEN')`,
        ...[push.id, push.attempt, state, rows ?? 0, digest ?? null, problemCount ?? 0, JSON.stringify(problems ?? [])],
        ...[clock.now(), generation.id],
      ),
      guardOneRow(db),
      ...(state === 'STAGED'
        ? [
            db.sql(
              `DELETE FROM book_push_rows WHERE company_id = ?5 AND generation_id = ?1
                  AND attempt IN (SELECT attempt FROM book_pushes WHERE ${others})`,
              ...key,
            ),
            db.sql(`UPDATE book_pushes SET state = 'REPLACED' WHERE ${others}`, ...key),
            db.sql('UPDATE book_generations SET problems = NULL WHERE id = ?', generation.id),
          ]
        : [rowsGone(context, { generationId: generation.id, attempt: push.attempt })]),
    ])
  } catch (error) {
    if (!isGuardFailure(error)) throw error
    throw new AppError('CONFLICT', 'The same file was pushed again meanwhile, or its generation is no longer open.', {
      reason: 'PUSHED_AGAIN',
    })
  }
}

const fileError = (message: string): endpoints.PushProblem => ({ kind: null, part: null, line: null, message })

const input = inputOf(endpoints.pushBooks).extend({ file: z.custom<SentFile>() })

/** @returns the push, whole. Throws INVALID with its problems, and TOO_LARGE or LIMITED beyond the limits. */
export const pushBooks = command({
  id: 'custom-sync.push',
  access: 'integrations.manage',
  // A file is recognised by its own row, which has the key and what its bytes sum to.
  idempotency: 'none',
  input,
  run: async (context, given): Promise<endpoints.BookPush> => {
    const { file, part, rows: expected } = given
    const key = requireKey(context)
    const connection = await requireCustom(context)
    if ((file.length ?? 0) > MOST_PUSHED_BYTES) throw tooLarge()
    const known = await knownPush(context, key)
    if (known && known.digest !== null) {
      if (known.kind !== given.kind || known.part !== part) throw commandReused()
      return repeated(context, known, file)
    }
    await requireTurn(context, key)
    const receiving = await begin(context, connection, given, known)
    try {
      const received = await receiveRows(receiving, file, part)
      const wrong =
        received.rows === 0
          ? 'The file has no rows.'
          : expected !== undefined && expected !== received.rows
            ? `The file has ${received.rows === 1 ? '1 row' : `${received.rows} rows`} and should have ${expected}. It may have been cut off.`
            : null
      if (wrong) received.problems.push(fileError(wrong))
      await end(receiving, part, received.problems.length > 0 ? 'REFUSED' : 'STAGED', received)
    } catch (error) {
      const words = error instanceof AppError ? error.message : 'The file broke off on its way. Push it again.'
      if (!(error instanceof AppError && error.reason === 'PUSHED_AGAIN'))
        await end(receiving, part, error instanceof AppError ? 'REFUSED' : 'BROKEN_OFF', {
          problems: [fileError(words)],
        })
      throw error
    }
    const ended = await knownPush(context, key)
    if (!ended) throw new Error('A push has a row')
    return answerOf(toPush(ended, context.clock.now()))
  },
})
