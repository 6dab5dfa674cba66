import * as endpoints from '../../../../schema/platform/configuration/endpoints.ts'
import { type ImportState, UNDO_DAYS } from '../../../../schema/platform/configuration/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { compare, type PlannedStep } from './difference.ts'
import { hashOf, readStored } from './export.ts'
import { IMPORT_COLUMNS, readSteps, requireImport, type StoredImport, type StoredStep } from './record.ts'
import { sectionOf } from './section.ts'

/** Taking over files of configuration, and undoing that. */

const UNDOABLE: readonly ImportState[] = ['DONE', 'FAILED', 'UNDO_FAILED']

const ONE_AT_A_TIME = {
  'configuration_imports.company_id': () =>
    new AppError('CONFLICT', 'Another import of configuration is running. Wait until it is done.', {
      reason: 'IMPORT_RUNNING',
    }),
}

export const compareConfiguration = query({
  id: 'configuration.compare',
  access: 'settings.manage',
  input: inputOf(endpoints.compareConfiguration),
  run: async (context, decided) => (await compare(context, decided)).difference,
})

/** Below what a bound text can have. */
const MOST_TEXT = 900_000

/** In a few statements, however many steps there are. */
const stepStatements = (
  { db, actor }: StaffContext,
  importId: string,
  steps: readonly PlannedStep[],
): D1PreparedStatement[] => {
  const groups: string[][] = [[]]
  let length = 0
  steps.forEach(({ section, name, kind, item, objectId, before }, number) => {
    const text = JSON.stringify({
      ...{ number, section, name, kind, objectId },
      item: JSON.stringify(item),
      before: before === null ? null : JSON.stringify(before),
    })
    if (text.length > MOST_TEXT)
      throw new AppError('RULE_BROKEN', `${name} is too large to be imported with a way back.`, { reason: 'TOO_LARGE' })
    if (length + text.length > MOST_TEXT) {
      groups.push([])
      length = 0
    }
    length += text.length
    groups.at(-1)?.push(text)
  })
  return groups.map((group) =>
    db.sql(
      `INSERT INTO configuration_import_steps (company_id, import_id, number, section, name, kind, item, object_id, before)
       SELECT ?1, ?2, value ->> 'number', value ->> 'section', value ->> 'name', value ->> 'kind', value ->> 'item',
              value ->> 'objectId', value ->> 'before' FROM json_each(?3)`,
      actor.companyId,
      importId,
      `[${group.join()}]`,
    ),
  )
}

/**
 * Begins an import, which runs in the background. Throws CONFLICT (CONFIGURATION_CHANGED) if something changed since
 * the difference, INVALID if the file has errors or changes nothing.
 */
export const startImport = command({
  id: 'configuration.import',
  access: 'configuration.import',
  freshFactor: true,
  input: inputOf(endpoints.startConfigurationImport),
  run: async (context, { fileName, fingerprint, ...decided }) => {
    const { db, actor, clock } = context
    const { difference, steps, running } = await compare(context, decided)
    const [wrong] = difference.problems.filter(({ level }) => level === 'ERROR')
    if (wrong) {
      const where = wrong.line === null ? '' : `Line ${wrong.line}: `
      throw new AppError('INVALID', `${where}${wrong.message}`, { fields: { file: `${where}${wrong.message}` } })
    }
    if (fingerprint !== running.fingerprint)
      throw new AppError(
        'CONFLICT',
        'The configuration changed since this difference was shown. Look at the new difference before you import.',
        { reason: 'CONFIGURATION_CHANGED' },
      )
    if (steps.length === 0)
      throw new AppError('INVALID', 'There are no differences.', { fields: { file: 'There are no differences.' } })
    const id = context.newId()
    return commit(context, {
      subject: 'The import',
      statements: [
        db.sql(
          `INSERT INTO configuration_imports (id, company_id, file_name, file, before, mappings, step_count,
                                              created_by_user_id, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[id, actor.companyId, fileName, decided.file, running.text, JSON.stringify(decided.mappings)],
          ...[steps.length, actor.userId, clock.now()],
        ),
        ...stepStatements(context, id, steps),
      ],
      audit: [
        {
          changeKey: `configuration-import:${id}:v1`,
          action: 'configuration.import-started',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: `Started to import the configuration of ${fileName || 'a file'}`,
          changeData: {
            importId: id,
            after: steps.map(({ kind, section, name }) => `${kind}: ${sectionOf(section).title} ${name}`.trim()),
          },
        },
      ],
      outbox: [{ topic: 'configuration.run', payload: { importId: id, userId: actor.userId } }],
      onDuplicate: ONE_AT_A_TIME,
      result: { id },
    })
  },
})

/** An import that stopped may have changed a part of its first object. */
const mayUndo = ({ state, doneCount, isKept }: Pick<StoredImport, 'state' | 'doneCount' | 'isKept'>): boolean =>
  isKept === 1 && UNDOABLE.includes(state) && (doneCount > 0 || state === 'FAILED')

type Listed = Omit<StoredImport, 'mappings' | 'before'>

const shown = (row: Listed): endpoints.ConfigurationImport => ({
  id: row.id,
  fileName: row.fileName,
  state: row.state,
  stepCount: row.stepCount,
  doneCount: row.doneCount,
  waitingCount: row.waitingCount,
  problem: row.problem,
  createdBy: row.createdBy,
  createdAt: new Date(row.createdAt).toISOString(),
  finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt).toISOString(),
  canUndo: mayUndo(row),
  keepsBefore: row.isKept === 1,
  version: row.version,
})

export const listImports = query({
  id: 'configuration.list-imports',
  access: 'settings.manage',
  input: inputOf(endpoints.listConfigurationImports),
  run: async ({ db, actor }) =>
    (
      await db.all<Listed>(
        db.sql(
          `SELECT ${IMPORT_COLUMNS} FROM configuration_imports i
            WHERE i.company_id = ? ORDER BY i.created_at DESC LIMIT ${endpoints.LISTED_IMPORTS}`,
          actor.companyId,
        ),
      )
    ).map(shown),
})

export const readImport = query({
  id: 'configuration.get-import',
  access: 'settings.manage',
  input: inputOf(endpoints.getConfigurationImport),
  run: async ({ db, actor }, { configurationImportId: id }) => {
    const [found, steps] = await db.readBatch([
      db.sql(
        `SELECT ${IMPORT_COLUMNS} FROM configuration_imports i WHERE i.company_id = ? AND i.id = ?`,
        actor.companyId,
        id,
      ),
      db.sql(
        `SELECT section, name, kind, state, waits FROM configuration_import_steps
          WHERE company_id = ? AND import_id = ? ORDER BY number LIMIT ${endpoints.LISTED_STEPS}`,
        actor.companyId,
        id,
      ),
    ])
    const stored = found?.results[0] as unknown as Listed | undefined
    if (!stored) throw notFound('The import')
    const rows = (steps?.results ?? []) as unknown as Pick<
      StoredStep,
      'section' | 'name' | 'kind' | 'state' | 'waits'
    >[]
    return {
      ...shown(stored),
      steps: rows.map(({ section, name, kind, state, waits }) => ({
        ...{ section: sectionOf(section).title, name, kind },
        isDone: state === 'DONE' && waits === 0,
        isWaiting: state === 'DONE' && waits === 1,
      })),
    }
  },
})

export const readBefore = query({
  id: 'configuration.get-before',
  access: 'settings.manage',
  input: inputOf(endpoints.getConfigurationBefore),
  run: async ({ db, actor }, { configurationImportId }) => {
    const { before, isKept } = await requireImport(db, actor.companyId, configurationImportId)
    if (isKept !== 1) throw notFound('What ran before')
    return { fileName: 'outlay-configuration-before.yaml', text: before }
  },
})

/** What someone changed since the import, or uses now, by name. */
const changedSince = async (context: StaffContext, steps: readonly StoredStep[]): Promise<string[]> => {
  const done = steps.filter(
    ({ state, kind, objectId }) => (state === 'DONE' || state === 'STARTED') && kind !== 'ORDER' && objectId !== null,
  )
  const changed: string[] = []
  for (const key of new Set(done.map(({ section }) => section))) {
    const section = sectionOf(key)
    const stored = await readStored(context, section)
    for (const step of done.filter((each) => each.section === key)) {
      const now = stored.find(({ id }) => id === step.objectId)
      const name = step.name || section.title
      const twin = stored.find((each) => each.name.toLowerCase() === step.name.toLowerCase())
      if (step.kind === 'REMOVE') {
        // A removal that was refused left it there.
        if (twin && twin.id !== step.objectId) changed.push(`${name} (there is another one of this name)`)
        continue
      }
      // What an object became after it was made is what its next step left.
      const isOutdated =
        step.kind === 'CREATE' &&
        done.some(({ kind, objectId, section: of }) => kind === 'CHANGE' && objectId === step.objectId && of === key)
      if (isOutdated) continue
      if (!now || hashOf(now.raw) !== step.after) {
        changed.push(name)
        continue
      }
      const isMade = done.some(
        ({ kind, objectId, section: of }) => kind === 'CREATE' && objectId === step.objectId && of === key,
      )
      const held = await section.heldBy?.(context, now.id, isMade ? null : step.before)
      if (held) changed.push(`${name} (${held})`)
    }
  }
  return [...new Set(changed)]
}

/**
 * Begins to restore what ran before. Throws CONFLICT (CONFIGURATION_CHANGED) with the names of what someone changed
 * since, RULE_BROKEN if there is nothing to undo.
 */
export const undoImport = command({
  id: 'configuration.undo-import',
  access: 'configuration.import',
  freshFactor: true,
  input: inputOf(endpoints.undoConfigurationImport),
  run: async (context, { configurationImportId, version }) => {
    const { db, actor } = context
    const stored = await requireImport(db, actor.companyId, configurationImportId)
    if (version !== undefined && version !== stored.version) throw staleVersion('The import')
    if (stored.isKept !== 1)
      throw new AppError('RULE_BROKEN', `An import can be undone for ${UNDO_DAYS} days.`, { reason: 'NOT_UNDOABLE' })
    if (!mayUndo(stored)) throw new AppError('RULE_BROKEN', 'There is nothing to undo.', { reason: 'NOT_UNDOABLE' })
    const changed = await changedSince(context, await readSteps(db, actor.companyId, stored.id))
    if (changed.length > 0)
      throw new AppError('CONFLICT', `This can’t be undone, because of changes since: ${changed.join(', ')}.`, {
        reason: 'CONFIGURATION_CHANGED',
        details: { names: changed },
      })
    return commit(context, {
      subject: 'The import',
      statements: [
        db.sql(
          `UPDATE configuration_imports SET state = 'UNDOING', undone_by_user_id = ?4, problem = NULL,
                  version = version + 1
            WHERE company_id = ?1 AND id = ?2 AND version = ?3`,
          ...[actor.companyId, stored.id, stored.version, actor.userId],
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `configuration-import:${stored.id}:v${stored.version + 1}`,
          action: 'configuration.undo-started',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: `Started to undo the import of configuration of ${stored.fileName || 'a file'}`,
          changeData: { importId: stored.id },
        },
      ],
      outbox: [{ topic: 'configuration.run', payload: { importId: stored.id, userId: actor.userId } }],
      onDuplicate: ONE_AT_A_TIME,
      result: { id: stored.id },
    })
  },
})
