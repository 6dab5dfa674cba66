import { z } from 'zod'
import { guessMapping, MAX_IMPORT_BYTES, mappingProblem } from '../../../../schema/shared/imports.ts'
import * as endpoints from '../../../../schema/vendors/imports/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, staleVersion } from '../../../core/errors.ts'
import { chunks, readImportFile, samplesOf } from '../../../core/import-file.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { companyFields } from './fields.ts'
import { keptRowsStatement } from './kept-rows.ts'
import { nothingSeen, planRows } from './plan-rows.ts'
import { canRollBack, requireImport, toImport } from './read.ts'

const SUBJECT = 'The import'
/** Rows checked against the company at a time. */
const CHUNK = 1000

const DAY_MS = 24 * 60 * 60 * 1000
/** How long unused files are kept, and the rows of imported ones. */
const UNSTARTED_MS = 7 * DAY_MS
const ROWS_MS = 90 * DAY_MS

/** Deletes old data of earlier files when the company uploads another. */
const forgetOld = ({ db, actor, clock }: StaffContext): D1PreparedStatement[] => {
  const [unstarted, imported] = [clock.now() - UNSTARTED_MS, clock.now() - ROWS_MS]
  const isUnstarted = "status IN ('MAPPING', 'CHECKED')"
  return [
    db.sql(
      `DELETE FROM vendor_import_rows WHERE company_id = ?1 AND import_id IN (
         SELECT id FROM vendor_imports WHERE company_id = ?1 AND created_at < ?2 AND (${isUnstarted} OR created_at < ?3))`,
      actor.companyId,
      unstarted,
      imported,
    ),
    db.sql(
      `DELETE FROM vendor_imports WHERE company_id = ? AND created_at < ? AND ${isUnstarted}`,
      actor.companyId,
      unstarted,
    ),
  ]
}

export const uploadVendorImport = command({
  id: 'vendor-imports.upload',
  access: 'vendors.import',
  input: z.object({ file: z.instanceof(File, { message: 'Choose a CSV file' }) }),
  run: async (context, { file }) => {
    const { db, actor, clock, newId } = context
    if (file.size > MAX_IMPORT_BYTES) {
      throw invalidField('file', 'The file is larger than 10 MB. Split it into several files.')
    }
    const { headers, rows } = readImportFile(new Uint8Array(await file.arrayBuffer()))
    const { fields } = await companyFields(db, actor.companyId, clock.now())
    const id = newId()
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          `INSERT INTO vendor_imports (id, company_id, file_name, headers, samples, mapping, row_count, counts,
                                       created_by_user_id, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          id,
          actor.companyId,
          file.name.slice(0, 200) || 'vendors.csv',
          JSON.stringify(headers),
          JSON.stringify(samplesOf(headers, rows)),
          JSON.stringify(guessMapping(headers, fields)),
          rows.length,
          JSON.stringify({ NEW: rows.length }),
          actor.userId,
          clock.now(),
        ),
        ...forgetOld(context),
        ...chunks(rows).map((part) =>
          db.sql(
            `INSERT INTO vendor_import_rows (company_id, import_id, number, cells)
             SELECT ?1, ?2, value ->> 'number', value ->> 'cells' FROM json_each(?3)`,
            actor.companyId,
            id,
            JSON.stringify(part),
          ),
        ),
      ],
      audit: [],
      result: { id },
    })
  },
})

const requireVersion = (stored: { version: number }, version: number): void => {
  if (stored.version !== version) throw staleVersion(SUBJECT)
}

const refuse = (message: string, reason: string): AppError => new AppError('RULE_BROKEN', message, { reason })

/** Plans every row without writing. Throws INVALID for `mapping`, RULE_BROKEN once started, CONFLICT. */
export const checkVendorImport = command({
  id: 'vendor-imports.check',
  access: 'vendors.import',
  input: inputOf(endpoints.checkVendorImport),
  run: async (context, { importId, mapping, existing, version }) => {
    const { db, actor, clock } = context
    const stored = await requireImport(context, importId)
    if (stored.status !== 'MAPPING' && stored.status !== 'CHECKED') {
      throw refuse('This import has already started.', 'IMPORT_STARTED')
    }
    requireVersion(stored, version)
    const company = await companyFields(db, actor.companyId, clock.now())
    const headers = JSON.parse(stored.headers) as string[]
    const isKnown = (key: string | null) => key === null || company.fields.some((field) => field.key === key)
    if (mapping.length !== headers.length || !mapping.every(isKnown)) {
      throw invalidField('mapping', 'Choose a field or nothing for every column')
    }
    const wrong = mappingProblem(mapping, company.fields)
    if (wrong) throw invalidField('mapping', wrong)
    const counts: endpoints.OutcomeCounts = {}
    const statements: D1PreparedStatement[] = []
    const seen = nothingSeen()
    let warningCount = 0
    let after = 0
    for (;;) {
      const rows = await db.all<{ number: number; cells: string }>(
        db.sql(
          `SELECT number, cells FROM vendor_import_rows
            WHERE company_id = ? AND import_id = ? AND number > ? ORDER BY number LIMIT ${CHUNK}`,
          actor.companyId,
          importId,
          after,
        ),
      )
      const last = rows.at(-1)
      if (!last) break
      after = last.number
      const planned = await planRows(
        db,
        actor.companyId,
        rows.map(({ number, cells }) => ({ number, cells: JSON.parse(cells) as string[] })),
        { mapping, mode: existing, company, seen },
      )
      for (const { outcome, problems } of planned) {
        counts[outcome] = (counts[outcome] ?? 0) + 1
        if (outcome !== 'BAD' && problems.length > 0) warningCount += 1
      }
      const results = planned.map(({ number, outcome, problems, existing: vendor }) => ({
        number,
        outcome,
        problems: JSON.stringify(problems),
        vendorId: vendor?.id ?? null,
      }))
      statements.push(keptRowsStatement(db, actor.companyId, importId, results))
    }
    const checked = {
      ...stored,
      status: 'CHECKED' as const,
      mapping: JSON.stringify(mapping),
      existing,
      counts: JSON.stringify(counts),
      warningCount,
      version: version + 1,
    }
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          `UPDATE vendor_imports SET status = 'CHECKED', mapping = ?4, existing = ?5, counts = ?6, warning_count = ?7,
                  version = version + 1 WHERE company_id = ?1 AND id = ?2 AND version = ?3`,
          actor.companyId,
          importId,
          version,
          checked.mapping,
          existing,
          checked.counts,
          warningCount,
        ),
        guardOneRow(db),
        ...statements,
      ],
      audit: [],
      result: toImport(checked, company.fields, clock.now()),
    })
  },
})

/** Starts an import in the background, and records it in the history of the company's vendors. */
const begin = (
  context: StaffContext,
  importId: string,
  {
    version,
    status,
    message,
    changeData,
  }: {
    version: number
    status: 'RUNNING' | 'ROLLING_BACK'
    message: string
    changeData: unknown
  },
) => {
  const { db, actor } = context
  return commit(context, {
    subject: SUBJECT,
    statements: [
      db.sql(
        `UPDATE vendor_imports SET status = ?4, done_row = 0, done_count = 0, version = version + 1
          WHERE company_id = ?1 AND id = ?2 AND version = ?3`,
        actor.companyId,
        importId,
        version,
        status,
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `vendor-import:${importId}:v${version + 1}`,
        action: status === 'RUNNING' ? 'vendor-import.started' : 'vendor-import.taken-back',
        targetType: 'VENDOR_SETTINGS',
        targetId: actor.companyId,
        message,
        changeData,
      },
    ],
    outbox: [
      {
        topic: 'vendor-import.run',
        payload: {
          importId,
          by: {
            userId: actor.userId,
            impersonatorUserId: actor.impersonator?.userId ?? null,
            apiKeyId: actor.apiKey?.id ?? null,
          },
        },
      },
    ],
    result: { id: importId },
  })
}

/** Throws RULE_BROKEN unless it was checked and has rows to import, CONFLICT. */
export const startVendorImport = command({
  id: 'vendor-imports.start',
  access: 'vendors.import',
  input: inputOf(endpoints.startVendorImport),
  run: async (context, { importId, version }) => {
    const stored = await requireImport(context, importId)
    if (stored.status === 'MAPPING') throw refuse('Check the import first.', 'NOT_CHECKED')
    if (stored.status !== 'CHECKED') throw refuse('This import has already started.', 'IMPORT_STARTED')
    requireVersion(stored, version)
    const counts = JSON.parse(stored.counts) as endpoints.OutcomeCounts
    const count = (counts.CREATE ?? 0) + (counts.UPDATE ?? 0)
    if (count === 0) throw refuse('There is nothing to import.', 'NOTHING_TO_IMPORT')
    return begin(context, importId, {
      version,
      status: 'RUNNING',
      message: `Imported vendors from the file ${stored.fileName}`,
      changeData: { after: counts },
    })
  },
})

/** Throws RULE_BROKEN if it isn't finished or is too old, CONFLICT. */
export const rollBackVendorImport = command({
  id: 'vendor-imports.roll-back',
  access: 'vendors.import',
  input: inputOf(endpoints.rollBackVendorImport),
  run: async (context, { importId, version }) => {
    const stored = await requireImport(context, importId)
    if (!canRollBack(stored, context.clock.now())) {
      throw refuse(
        stored.status === 'DONE'
          ? `You can undo an import for ${endpoints.ROLLBACK_DAYS} days.`
          : 'Only a finished import can be undone.',
        'CANNOT_ROLL_BACK',
      )
    }
    requireVersion(stored, version)
    return begin(context, importId, {
      version,
      status: 'ROLLING_BACK',
      message: `Undid the import of vendors from the file ${stored.fileName}`,
      changeData: { before: JSON.parse(stored.counts) },
    })
  },
})

/** Throws RULE_BROKEN once started, because the record of what it did must stay. */
export const deleteVendorImport = command({
  id: 'vendor-imports.delete',
  access: 'vendors.import',
  input: inputOf(endpoints.deleteVendorImport),
  run: async (context, { importId }) => {
    const { db, actor } = context
    const stored = await requireImport(context, importId)
    if (stored.status !== 'MAPPING' && stored.status !== 'CHECKED') {
      throw refuse('This import has already started.', 'IMPORT_STARTED')
    }
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          'DELETE FROM vendor_imports WHERE company_id = ? AND id = ? AND version = ?',
          actor.companyId,
          importId,
          stored.version,
        ),
        guardOneRow(db),
        db.sql('DELETE FROM vendor_import_rows WHERE company_id = ? AND import_id = ?', actor.companyId, importId),
      ],
      audit: [],
      result: null,
    })
  },
})
