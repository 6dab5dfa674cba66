import { BOOKS_SYNC } from '../../../../schema/platform/accounting/values.ts'
import * as endpoints from '../../../../schema/platform/book-pushes/endpoints.ts'
import type { PushedKind } from '../../../../schema/platform/book-pushes/rows.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { nudgeSync } from '../../../core/syncs.ts'
import { startStatements } from '../accounting/index.ts'
import { problemsOf } from './check.ts'
import {
  GENERATION,
  type GenerationRow,
  PUSH,
  type PushRow,
  readView,
  requireCustom,
  requireGeneration,
  requireOpen,
  toGeneration,
} from './open-generation.ts'

/** Completing and discarding generations, and what became of them. */

/** Throws NOT_FOUND. */
const requireView = async (context: StaffContext, name: string): Promise<endpoints.BookGeneration> => {
  const view = await readView(context, name)
  if (!view) throw notFound('The generation')
  return view
}

/** Throws LIMITED while another generation is being taken over. */
const requireIdle = async ({ db, actor, answerHeaders }: StaffContext): Promise<void> => {
  const open = await db.first(
    db.sql(
      `SELECT 1 FROM sync_runs INDEXED BY sync_runs_open
        WHERE company_id = ? AND provider = 'CUSTOM' AND kind = '${BOOKS_SYNC}' AND finished_at IS NULL`,
      actor.companyId,
    ),
  )
  if (!open) return
  answerHeaders.set('Retry-After', '30')
  throw new AppError('LIMITED', 'The generation before is still being taken over. Try again in 30 s.', {
    reason: 'BEING_APPLIED',
  })
}

/** The kinds that it has. Throws RULE_BROKEN while a file is on its way, and INVALID without any. */
const requirePushed = async (context: StaffContext, row: GenerationRow): Promise<PushedKind[]> => {
  const { pushes } = await requireView(context, row.name)
  const arriving = pushes.find(({ state }) => state === 'RECEIVING')
  if (arriving)
    throw new AppError(
      'RULE_BROKEN',
      `A file of ${arriving.kind} is still arriving. Complete the generation after it.`,
      {
        reason: 'RECEIVING',
      },
    )
  const kinds = pushes.flatMap(({ state, kind }) => (state === 'STAGED' ? [kind] : []))
  if (kinds.length > 0) return [...new Set(kinds)]
  throw new AppError('RULE_BROKEN', 'Nothing was pushed into this generation yet.', { reason: 'EMPTY' })
}

/** Throws INVALID with what doesn't fit together. The generation stays open, so that single files can be pushed again. */
export const completeGeneration = command({
  id: 'custom-sync.complete',
  access: 'integrations.manage',
  // Completing it again answers the same.
  idempotency: 'none',
  input: inputOf(endpoints.completeGeneration),
  run: async (context, { generation: name, transactionsFrom = null }) => {
    const { db, newId, clock } = context
    const connection = await requireCustom(context)
    const row = await requireGeneration(context, name)
    if (row.state === 'COMPLETE') return requireView(context, name)
    requireOpen(row)
    await requireIdle(context)
    const pushed = await requirePushed(context, row)
    const problems = await problemsOf(context, { id: row.id, connectionId: connection.id, transactionsFrom, pushed })
    if (problems.length > 0) {
      await db.batch([
        db.sql('UPDATE book_generations SET problems = ? WHERE id = ?', JSON.stringify(problems), row.id),
      ])
      const [first] = problems
      throw new AppError(
        'INVALID',
        `The files don’t fit together, so nothing has changed. ${first?.kind}, line ${first?.line}: ${first?.message}`,
        { reason: 'DOES_NOT_FIT', details: { problems } },
      )
    }
    const run = newId()
    await commit(context, {
      subject: 'The generation',
      statements: [
        db.sql(
          `UPDATE book_generations SET state = 'COMPLETE', completed_at = ?2, transactions_from = ?3, problems = NULL
            WHERE id = ?1 AND state = 'OPEN'`,
          ...[row.id, clock.now(), transactionsFrom],
        ),
        guardOneRow(db),
        db.sql('UPDATE erp_connections SET is_full_wanted = 1 WHERE id = ?', connection.id),
        ...startStatements(context, connection, { id: run, trigger: 'WEBHOOK' }),
        // Where another generation was broken off means nothing to this one.
        db.sql('UPDATE sync_runs SET cursor = NULL WHERE id = ?', run),
      ],
      audit: [
        {
          changeKey: `custom-sync:${row.id}:complete`,
          action: 'accounting.generation-complete',
          targetType: 'COMPANY',
          targetId: connection.companyId,
          message: `Took over books that were pushed (${name})`,
          changeData: null,
        },
      ],
      result: { id: row.id },
    })
    nudgeSync(context, run)
    return requireView(context, name)
  },
})

export const discardGeneration = command({
  id: 'custom-sync.discard',
  access: 'integrations.manage',
  idempotency: 'none',
  input: inputOf(endpoints.discardGeneration),
  run: async (context, { generation: name }) => {
    const { db } = context
    const connection = await requireCustom(context)
    const row = await requireGeneration(context, name)
    if (row.state === 'DISCARDED') return requireView(context, name)
    requireOpen(row)
    await commit(context, {
      subject: 'The generation',
      statements: [
        db.sql("UPDATE book_generations SET state = 'DISCARDED' WHERE id = ? AND state = 'OPEN'", row.id),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `custom-sync:${row.id}:discarded`,
          action: 'accounting.generation-discarded',
          targetType: 'COMPANY',
          targetId: connection.companyId,
          message: `Discarded books that were pushed (${name})`,
          changeData: null,
        },
      ],
      result: { id: row.id },
    })
    return requireView(context, name)
  },
})

export const readGeneration = query({
  id: 'custom-sync.generation',
  access: 'integrations.manage',
  input: inputOf(endpoints.getGeneration),
  run: (context, { generation: name }) => requireView(context, name),
})

/** Asking for one generation tells all. */
const FILES_TOLD = 8

export const listGenerations = query({
  id: 'custom-sync.generations',
  access: 'integrations.manage',
  input: inputOf(endpoints.listGenerations),
  run: async ({ db, actor, clock }, { cursor, first }) => {
    const page = `book_generations g INDEXED BY book_generations_newest
      WHERE g.company_id = ?1 AND (?2 IS NULL OR (g.created_at, g.id) < (?2, ?3)) ORDER BY g.created_at DESC, g.id DESC`
    const after = cursor ? decodeCursor(cursor, 2) : [null, null]
    const key = [actor.companyId, ...after]
    const [found, files] = await db.batch([
      db.sql(`SELECT ${GENERATION} FROM ${page} LIMIT ?4`, ...key, first + 1),
      db.sql(
        `SELECT ${PUSH} FROM (SELECT g.id AS g FROM ${page} LIMIT ?4) CROSS JOIN book_pushes p
          WHERE p.id IN (SELECT l.id FROM book_pushes l INDEXED BY book_pushes_of WHERE l.company_id = ?1 AND l.generation_id = g
                          ORDER BY l.kind, l.part, l.state LIMIT ${FILES_TOLD})`,
        ...key,
        first,
      ),
    ])
    const pushes = (files?.results ?? []) as unknown as PushRow[]
    return toConnection(
      (found?.results ?? []) as unknown as GenerationRow[],
      first,
      ({ createdAt, id }) => [createdAt, id],
      (row) => toGeneration(row, pushes, clock.now()),
    )
  },
})
