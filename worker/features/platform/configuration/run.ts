import { can } from '../../../../schema/shared/permissions.ts'
import { loadMember } from '../../../core/actor.ts'
import { newId } from '../../../core/clock.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow, isGuardFailure } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext, SystemContext } from '../../../core/operation.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { OutboxContext, OutboxHandler, OutboxJob } from '../../../core/outbox-registry.ts'
import { type Ring, ringStatements } from '../bell/index.ts'
import { applyStep, undoStep } from './apply-step.ts'
import { hashOf, readStored } from './export.ts'
import { findImport, nextStep, readSteps, type StoredImport, type StoredStep } from './record.ts'
import { type Stored, sectionOf } from './section.ts'

/**
 * Imports of configuration, and undoing them, step by step in the name of the admin who asked for it. What a step has
 * done is kept before the next one begins.
 */

/** Well below the time limit of a job. The rest becomes another job. */
const BUDGET_MS = 40_000
/** Each has a few dozen statements, of which an invocation may run a thousand. */
const STEPS_AT_ONCE = 20
const STOPPED = 'It stopped because of an error on our side. What was done stays, and can be undone.'
const NOT_ALLOWED = 'The person who started it isn’t an admin anymore.'

const stepStatement = (
  { db, actor }: StaffContext,
  importId: string,
  { number, state, objectId, before, after, waits }: Omit<StoredStep, 'section' | 'name' | 'kind' | 'item'>,
): D1PreparedStatement =>
  db.sql(
    `UPDATE configuration_import_steps SET state = ?4, object_id = ?5, before = ?6, after = ?7, waits = ?8
      WHERE company_id = ?1 AND import_id = ?2 AND number = ?3`,
    actor.companyId,
    importId,
    number,
    state,
    objectId,
    before === null ? null : JSON.stringify(before),
    after,
    waits,
  )

/** Fails if another runner was ahead. */
const progress = (
  context: StaffContext,
  { id, doneCount, state }: StoredImport,
  by: 1 | 0 | -1,
): D1PreparedStatement[] => [
  context.db.sql(
    `UPDATE configuration_imports SET done_count = ?5
      WHERE company_id = ?1 AND id = ?2 AND state = ?3 AND done_count = ?4`,
    context.actor.companyId,
    id,
    state,
    doneCount,
    doneCount + by,
  ),
  guardOneRow(context.db),
]

const ENDS = {
  RUNNING: { done: 'DONE', failed: 'FAILED' },
  UNDOING: { done: 'UNDONE', failed: 'UNDO_FAILED' },
} as const

/** What the objects of the steps are now, so that undoing them sees whether someone changed them since. */
const fingerprints = async (context: StaffContext, steps: readonly StoredStep[]): Promise<StoredStep[]> => {
  const touched = steps.filter(
    ({ state, kind, objectId }) => state !== 'WAITING' && objectId !== null && (kind === 'CHANGE' || kind === 'CREATE'),
  )
  const stored = new Map<string, Stored<unknown>[]>()
  for (const key of new Set(touched.map(({ section }) => section)))
    stored.set(key, await readStored(context, sectionOf(key)))
  return touched.map((step) => {
    const now = stored.get(step.section)?.find(({ id }) => id === step.objectId)
    return { ...step, after: now ? hashOf(now.raw) : null }
  })
}

/** What the person who started it is told at its end. */
const bellOf = (
  { id, version, fileName }: Pick<StoredImport, 'id' | 'version' | 'fileName'>,
  { companyId, userId, at }: Pick<Ring, 'companyId' | 'userId' | 'at'>,
  sentence: string,
  isDone: boolean,
): Ring => ({
  ...{ key: `configuration-import:${id}:v${version + 1}`, companyId, userId, at, sentence },
  ...{ kind: isDone ? 'IMPORTED' : 'IMPORT_FAILED', target: null },
  ...{ title: fileName || 'Configuration', path: '/settings/configuration' },
})

/** " 2 changes wait …", or nothing. */
const waitingWords = (count: number): string => {
  if (count === 0) return ''
  return count === 1
    ? ' 1 change about money waits until another admin confirms it, or for 24 hours where no one else can.'
    : ` ${count} changes about money wait until another admin confirms them, or for 24 hours where no one else can.`
}

const finish = async (context: StaffContext, stored: StoredImport, problem: string | null): Promise<void> => {
  const { id, state, fileName, version } = stored
  const { db, actor, clock } = context
  const isRun = state === 'RUNNING'
  const { done, failed } = ENDS[isRun ? 'RUNNING' : 'UNDOING']
  const steps = isRun ? await readSteps(db, actor.companyId, id) : []
  const marks = await fingerprints(context, steps)
  const waitingCount = steps.filter(({ waits }) => waits === 1).length
  const waiting = waitingWords(waitingCount)
  const name = fileName || 'a file'
  const action = isRun ? 'import' : 'undo'
  const words = isRun
    ? ['Imported the configuration of', 'The import of configuration stopped:']
    : ['Undid the import of configuration of', 'Undoing the import of configuration stopped:']
  const said =
    problem === null
      ? `Your import of configuration is ${isRun ? 'done' : 'undone'}.${waiting}`
      : `${isRun ? 'Your import of configuration' : 'Undoing your import of configuration'} stopped: ${problem}`
  const who = { companyId: actor.companyId, userId: actor.userId, at: clock.now() }
  await commit(context, {
    subject: 'The import',
    statements: [
      ...ringStatements(db, [bellOf(stored, who, said, problem === null)]),
      ...marks.map((step) => stepStatement(context, id, step)),
      db.sql(
        `UPDATE configuration_imports SET state = ?4, problem = ?5, finished_at = ?6, waiting_count = ?7,
                version = version + 1
          WHERE company_id = ?1 AND id = ?2 AND state = ?3`,
        actor.companyId,
        id,
        state,
        problem === null ? done : failed,
        problem,
        clock.now(),
        waitingCount,
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `configuration-import:${id}:v${version + 1}`,
        action: `configuration.${action}-${problem === null ? 'finished' : 'stopped'}`,
        targetType: 'COMPANY',
        targetId: actor.companyId,
        message: problem === null ? `${words[0]} ${name}${waiting && `.${waiting}`}` : `${words[1]} ${problem}`,
        changeData: { importId: id, after: { problem } },
      },
    ],
    result: null,
  })
}

const runStep = async (context: StaffContext, stored: StoredImport, step: StoredStep): Promise<void> => {
  const { db } = context
  if (step.state === 'WAITING') await db.batch([stepStatement(context, stored.id, { ...step, state: 'STARTED' })])
  const { objectId, before, after, waits } = await applyStep(context, step, stored.mappings)
  const done: StoredStep = {
    ...step,
    ...{ state: 'DONE', objectId, after, waits: waits || step.waits === 1 ? 1 : 0 },
    // What was written when the step ran for the first time says how it was.
    before: step.state === 'STARTED' && step.before !== null ? step.before : (before ?? step.before),
  }
  await db.batch([stepStatement(context, stored.id, done), ...progress(context, stored, 1)])
}

const runUndo = async (context: StaffContext, stored: StoredImport, step: StoredStep): Promise<void> => {
  await undoStep(context, step)
  await context.db.batch([
    stepStatement(context, stored.id, { ...step, state: 'UNDONE' }),
    // A step that was broken off isn't counted.
    ...progress(context, stored, step.state === 'DONE' ? -1 : 0),
  ])
}

const stop = async (
  { db, clock }: Pick<OutboxContext, 'db' | 'clock'>,
  { companyId, importId, userId }: { companyId: string; importId: string; userId: string },
  problem: string,
): Promise<void> => {
  const stored = await findImport(db, companyId, importId)
  if (stored?.state !== 'RUNNING' && stored?.state !== 'UNDOING') return
  await db.batch([
    db.sql(
      `UPDATE configuration_imports SET state = ?5, problem = ?3, finished_at = ?4, version = version + 1
        WHERE company_id = ?1 AND id = ?2 AND state = ?6`,
      companyId,
      importId,
      problem,
      clock.now(),
      ENDS[stored.state].failed,
      stored.state,
    ),
    ...ringStatements(db, [bellOf(stored, { companyId, userId, at: clock.now() }, problem, false)]),
  ])
}

/** @returns whether there is more to do */
const advance = async (context: StaffContext, importId: string): Promise<boolean> => {
  const { db, actor } = context
  const stored = await findImport(db, actor.companyId, importId)
  if (stored?.state !== 'RUNNING' && stored?.state !== 'UNDOING') return false
  const isRun = stored.state === 'RUNNING'
  const next = await nextStep(db, actor.companyId, stored)
  if (!can(actor.policy, 'configuration.import')) {
    await stop(context, { companyId: actor.companyId, importId, userId: actor.userId }, NOT_ALLOWED)
    return false
  }
  if (!next) {
    await finish(context, stored, null)
    return false
  }
  try {
    await (isRun ? runStep : runUndo)(context, stored, next)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await finish(context, stored, next.name ? `${next.name}: ${error.message}` : error.message)
    return false
  }
}

const staffOf = (context: SystemContext, actor: StaffContext['actor']): StaffContext => {
  const { system: _, ...rest } = context
  return { ...rest, actor, vendor: null }
}

/** Throws the error of a step. The outbox retries later and continues there. */
export const runImport: OutboxHandler<'configuration.run', SystemContext> =
  async (context) =>
  async ({ companyId, payload }) => {
    const { db, env, clock } = context
    const until = clock.now() + BUDGET_MS
    const actor = await loadMember(env, db, companyId, payload.userId, clock.now())
    if (!actor) return stop(context, { companyId, ...payload }, NOT_ALLOWED)
    const staff = staffOf(context, actor)
    try {
      for (let steps = 1; await advance(staff, payload.importId); steps += 1) {
        if (clock.now() < until && steps < STEPS_AT_ONCE) continue
        const next = { id: newId(), companyId, topic: 'configuration.run' as const, payload, createdAt: clock.now() }
        await db.batch([outboxStatement(db, [next])])
        await nudgeOutbox(env, [next])
        return
      }
    } catch (error) {
      // Another runner was ahead and continues.
      if (!isGuardFailure(error)) throw error
    }
  }

export const endDeadImport: NonNullable<OutboxJob<'configuration.run'>['onDead']> = (context, { companyId, payload }) =>
  stop(context, { companyId, ...payload }, STOPPED)
