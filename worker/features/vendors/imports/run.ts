import type { ImportMapping } from '../../../../schema/shared/imports.ts'
import type { OutcomeCounts } from '../../../../schema/vendors/imports/endpoints.ts'
import { auditStatement } from '../../../core/audit.ts'
import { newId } from '../../../core/clock.ts'
import { isGuardFailure, violatedUnique } from '../../../core/database.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { OutboxContext, OutboxHandler, OutboxJob } from '../../../core/outbox-registry.ts'
import { ring, ringStatements } from '../../platform/bell/index.ts'
import { companyFields } from './fields.ts'
import { keptRowsStatement } from './kept-rows.ts'
import { bellOfDeadImport, bellOfImport, newsOfImport } from './news.ts'
import { planRows } from './plan-rows.ts'
import { takeBackRows } from './roll-back.ts'
import type { ImportRow, Step, StoredRow } from './step.ts'
import { type Written, type WrittenRow, writeRows } from './write.ts'

/**
 * Runs and undoes imports in steps. Each step is one batch with its vendors, their history, the results of the rows and
 * the import's progress, guarded by the previous progress. So a step that runs twice, or beside another runner, takes
 * effect once, and after a crash the job continues after the last step.
 */

const MOST_ROWS = 250
/** The size of a step's cells, so that no statement exceeds the database's limit. */
const MOST_CHARACTERS = 200_000
/** Well below the time limit of a job. The rest becomes another job. */
const BUDGET_MS = 40_000

const findImport = ({ db }: OutboxContext, companyId: string, importId: string): Promise<ImportRow | null> =>
  db.first<ImportRow>(
    db.sql(
      `SELECT id, file_name AS fileName, status, mapping, existing, done_row AS doneRow, done_count AS doneCount, counts
         FROM vendor_imports WHERE company_id = ? AND id = ? AND status IN ('RUNNING', 'ROLLING_BACK')`,
      companyId,
      importId,
    ),
  )

const nextRows = async ({ context: { db }, companyId, found }: Step): Promise<StoredRow[]> => {
  const isRun = found.status === 'RUNNING'
  const rows = await db.all<StoredRow>(
    db.sql(
      `SELECT number, cells, outcome, problems, vendor_id AS vendorId, written_version AS writtenVersion, before
         FROM vendor_import_rows WHERE company_id = ?1 AND import_id = ?2 AND number > ?3
          ${isRun ? '' : "AND outcome IN ('CREATED', 'UPDATED')"} ORDER BY number LIMIT ${MOST_ROWS}`,
      companyId,
      found.id,
      found.doneRow,
    ),
  )
  let characters = 0
  const end = rows.findIndex((row) => {
    characters += row.cells.length + (row.before?.length ?? 0)
    return characters > MOST_CHARACTERS
  })
  return end > 0 ? rows.slice(0, end) : end === 0 ? rows.slice(0, 1) : rows
}

/** Rows refused by the check stay refused. All others are checked against the company's current state. */
const runRows = async (step: Step, rows: StoredRow[]): Promise<Written> => {
  const { context, companyId, found } = step
  const refused = rows.filter(({ outcome }) => outcome === 'BAD')
  const planned = await planRows(
    context.db,
    companyId,
    rows.filter(({ outcome }) => outcome !== 'BAD').map(({ number, cells }) => ({ number, cells: JSON.parse(cells) })),
    {
      mapping: JSON.parse(found.mapping) as ImportMapping,
      mode: found.existing,
      company: await companyFields(context.db, companyId, context.clock.now()),
      seen: null,
    },
  )
  // Similar names were compared with the whole file by the check. A step sees only a part of it.
  const noted = new Map(rows.map(({ number, problems }) => [number, JSON.parse(problems)]))
  const written = writeRows(
    writingOf(step),
    planned.map((row) => (row.outcome === 'BAD' ? row : { ...row, problems: noted.get(row.number) ?? row.problems })),
  )
  const failed = refused.map(
    ({ number, problems }): WrittenRow => ({
      number,
      outcome: 'FAILED',
      problems,
      vendorId: null,
      writtenVersion: null,
      before: null,
    }),
  )
  return { ...written, rows: [...written.rows, ...failed] }
}

const writingOf = ({ context, job, companyId, found }: Step) => ({
  db: context.db,
  actor: { companyId, ...job.by },
  now: context.clock.now(),
  newId,
  source: `the file ${found.fileName}`,
})

const counted = (counts: OutcomeCounts, rows: WrittenRow[], before: StoredRow[]): OutcomeCounts => {
  const next: OutcomeCounts = { ...counts }
  const add = (outcome: keyof OutcomeCounts, by: number) => {
    next[outcome] = (next[outcome] ?? 0) + by
    if (next[outcome] === 0) delete next[outcome]
  }
  for (const { outcome } of before) add(outcome as keyof OutcomeCounts, -1)
  for (const { outcome } of rows) add(outcome, 1)
  return next
}

/** @returns the import after the step, or null if it is finished or someone else is running it */
const makeStep = async (step: Step): Promise<ImportRow | null> => {
  const { context, companyId, found } = step
  const { db } = context
  const isRun = found.status === 'RUNNING'
  const rows = await nextRows(step)
  const progress = (more: string, ...params: unknown[]) => [
    db.sql(
      `UPDATE vendor_imports SET ${more} WHERE company_id = ?1 AND id = ?2 AND status = ?3 AND done_row = ?4`,
      companyId,
      found.id,
      found.status,
      found.doneRow,
      ...params,
    ),
    db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> 1'),
  ]
  const now = context.clock.now()
  if (rows.length === 0) {
    const news = await newsOfImport(step, now)
    await db.batch([
      ...progress('status = ?5, finished_at = ?6, version = version + 1', isRun ? 'DONE' : 'ROLLED_BACK', now),
      ...(news.length > 0 ? [outboxStatement(db, news)] : []),
      ...ringStatements(db, [bellOfImport(step, now)]),
    ])
    if (news.length > 0) await nudgeOutbox(context.env, news)
    return null
  }
  const written = isRun ? await runRows(step, rows) : await takeBackRows(writingOf(step), rows)
  const next = {
    ...found,
    doneRow: rows.at(-1)?.number ?? found.doneRow,
    doneCount: found.doneCount + rows.length,
    counts: JSON.stringify(counted(JSON.parse(found.counts) as OutcomeCounts, written.rows, rows)),
  }
  await db.batch([
    ...progress('done_row = ?5, done_count = ?6, counts = ?7', next.doneRow, next.doneCount, next.counts),
    ...written.statements,
    keptRowsStatement(db, companyId, found.id, written.rows),
    ...(written.audit.length > 0 ? [auditStatement(db, written.audit)] : []),
  ])
  return next
}

/** How many times in a row a step may find that someone else was faster. */
const MOST_CLASHES = 5

/** A vendor was changed or named between reading and writing, or another runner is ahead. */
const isClash = (error: unknown): boolean =>
  isGuardFailure(error) || violatedUnique(error)?.includes('vendors') === true

/** Throws the error of a step. The outbox retries later and continues after the last step. */
export const runVendorImport: OutboxHandler<'vendor-import.run'> =
  async (context) =>
  async ({ companyId, payload: job }) => {
    const { db, env, clock } = context
    const until = clock.now() + BUDGET_MS
    let found = await findImport(context, companyId, job.importId)
    let clashes = 0
    while (found && clock.now() < until) {
      try {
        found = await makeStep({ context, job, companyId, found })
        clashes = 0
      } catch (error) {
        clashes += 1
        if (!isClash(error) || clashes > MOST_CLASHES) throw error
        found = await findImport(context, companyId, job.importId)
      }
    }
    if (!found) return
    const next = { id: newId(), companyId, topic: 'vendor-import.run' as const, payload: job, createdAt: clock.now() }
    await db.batch([outboxStatement(db, [next])])
    await nudgeOutbox(env, [next])
  }

/** Tells who started it that the job was given up. */
export const endDeadImport: NonNullable<OutboxJob<'vendor-import.run'>['onDead']> = async (
  { db, clock },
  { companyId, payload },
) => {
  const found = await db.first<{ fileName: string; status: string }>(
    db.sql(
      'SELECT file_name AS fileName, status FROM vendor_imports WHERE company_id = ? AND id = ?',
      companyId,
      payload.importId,
    ),
  )
  if (found) await ring(db, [{ ...bellOfDeadImport(companyId, payload, found), at: clock.now() }])
}
