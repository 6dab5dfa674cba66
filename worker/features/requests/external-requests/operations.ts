import { z } from 'zod'
import * as endpoints from '../../../../schema/requests/external-requests/endpoints.ts'
import { EXTERNAL_FIELDS } from '../../../../schema/requests/external-requests/fields.ts'
import { guessMapping, MAX_IMPORT_BYTES, mappingProblem } from '../../../../schema/shared/imports.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, staleVersion } from '../../../core/errors.ts'
import { readImportFile } from '../../../core/import-file.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { allowedCurrencies } from '../../platform/currency-rates/index.ts'
import { inCompany } from '../../platform/super-admin/index.ts'
import { planRows } from './plan-rows.ts'
import { requireUpload, type StoredUpload } from './read.ts'

const SUBJECT = 'The upload'
/** The rows in one statement, well below the database's limit. */
const ROWS_AT_ONCE = 500
/** Rows checked against the company at a time. */
const CHUNK = 1000

const refuse = (message: string, reason: string): AppError => new AppError('RULE_BROKEN', message, { reason })

const requireCategory = async ({ db, actor }: StaffContext, categoryId: string): Promise<void> => {
  const found = await db.first<{ hasForm: number }>(
    db.sql(
      `SELECT form_version > 0 AS hasForm FROM intake_categories
        WHERE id = ? AND company_id = ? AND deleted_at IS NULL AND type = 'INTERNAL'`,
      categoryId,
      actor.companyId,
    ),
  )
  if (!found) throw invalidField('intakeCategoryId', 'The company has no such category')
  if (found.hasForm !== 1) throw invalidField('intakeCategoryId', 'This category has no form yet')
}

/**
 * Reads a file and checks every row, without importing anything. Throws NOT_FOUND for the company, INVALID for the
 * category, and for a file that isn't CSV, is too large, or lacks a column.
 */
export const uploadExternalRequests = command({
  id: 'external-requests.upload',
  access: 'platform.administer',
  input: endpoints.externalUploadForm.extend({ file: z.instanceof(File, { message: 'Choose a CSV file' }) }),
  run: async (context, { companyId, intakeCategoryId, system, file }) => {
    const { inside } = await inCompany(context, companyId)
    await requireCategory(inside, intakeCategoryId)
    if (file.size > MAX_IMPORT_BYTES)
      throw invalidField('file', 'The file is larger than 10 MB. Split it into several files.')
    const { headers, rows } = readImportFile(new Uint8Array(await file.arrayBuffer()))
    if (rows.length > endpoints.MAX_EXTERNAL_ROWS) {
      const most = endpoints.MAX_EXTERNAL_ROWS.toLocaleString('en-US')
      throw invalidField('file', `The file has more than ${most} rows. Split it into several files.`)
    }
    const mapping = guessMapping(headers, EXTERNAL_FIELDS)
    if (mappingProblem(mapping, EXTERNAL_FIELDS)) {
      const missing = EXTERNAL_FIELDS.filter(({ key, isRequired }) => isRequired && !mapping.includes(key))
      throw invalidField('file', `The file has no column ${missing.map(({ label }) => label).join(', ')}.`)
    }
    const { db, actor, clock, newId } = inside
    const id = newId()
    const seen = new Map<string, number>()
    const counts: endpoints.ExternalCounts = {}
    const statements: D1PreparedStatement[] = []
    for (let at = 0; at < rows.length; at += CHUNK) {
      const part = rows.slice(at, at + CHUNK)
      const cells = new Map(part.map((row) => [row.number, row.cells]))
      const exchange = allowedCurrencies(actor)
      const planned = await planRows(db, part, { companyId, system, mapping, exchange, seen })
      const checked = planned.map(({ number, reference, problems, request }) => ({
        number,
        reference,
        problems: JSON.stringify(problems),
        outcome: request ? 'CREATE' : 'BAD',
        cells: JSON.stringify(cells.get(number) ?? []),
      }))
      for (const { outcome } of checked) counts[outcome as 'CREATE' | 'BAD'] = (counts[outcome as 'BAD'] ?? 0) + 1
      for (let from = 0; from < checked.length; from += ROWS_AT_ONCE)
        statements.push(
          db.sql(
            `INSERT INTO external_upload_rows (company_id, upload_id, number, cells, reference, outcome, problems)
             SELECT ?1, ?2, value ->> 'number', value ->> 'cells', value ->> 'reference', value ->> 'outcome',
                    value ->> 'problems' FROM json_each(?3)`,
            companyId,
            id,
            JSON.stringify(checked.slice(from, from + ROWS_AT_ONCE)),
          ),
        )
    }
    return commit(inside, {
      subject: SUBJECT,
      statements: [
        db.sql(
          `INSERT INTO external_uploads (id, company_id, intake_category_id, system, file_name, headers, mapping,
                                         row_count, counts, created_by_user_id, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          id,
          companyId,
          intakeCategoryId,
          system,
          file.name.slice(0, 200) || 'requests.csv',
          JSON.stringify(headers),
          JSON.stringify(mapping),
          rows.length,
          JSON.stringify(counts),
          actor.userId,
          clock.now(),
        ),
        ...statements,
      ],
      audit: [],
      result: { id, companyId },
    })
  },
})

const requireVersion = (stored: StoredUpload, version: number | undefined): void => {
  if (version !== undefined && version !== stored.version) throw staleVersion(SUBJECT)
}

/** Starts the background work, and records it in the history of the company. */
const begin = (inside: StaffContext, stored: StoredUpload, status: 'RUNNING' | 'ROLLING_BACK', message: string) => {
  const { db, actor } = inside
  return commit(inside, {
    subject: SUBJECT,
    statements: [
      db.sql(
        `UPDATE external_uploads SET status = ?4, done_row = 0, version = version + 1
          WHERE company_id = ?1 AND id = ?2 AND version = ?3`,
        actor.companyId,
        stored.id,
        stored.version,
        status,
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `external-requests:${stored.id}:v${stored.version + 1}`,
        action: status === 'RUNNING' ? 'external-requests.imported' : 'external-requests.taken-back',
        targetType: 'COMPANY',
        targetId: actor.companyId,
        message,
        changeData: { after: { system: stored.system, category: stored.categoryName, file: stored.fileName } },
      },
    ],
    outbox: [
      {
        topic: 'external-requests.run',
        payload: { uploadId: stored.id, by: { userId: actor.userId, name: actor.name } },
      },
    ],
    result: { id: stored.id },
  })
}

const countOf = ({ counts }: StoredUpload, outcome: endpoints.ExternalOutcome): number =>
  (JSON.parse(counts) as endpoints.ExternalCounts)[outcome] ?? 0

/** Throws NOT_FOUND, RULE_BROKEN once started and without a row to import, CONFLICT. */
export const startUpload = command({
  id: 'external-requests.start',
  access: 'platform.administer',
  input: inputOf(endpoints.startExternalUpload),
  run: async (context, { companyId, uploadId, version }) => {
    const { inside } = await inCompany(context, companyId)
    const stored = await requireUpload(inside, companyId, uploadId)
    if (stored.status !== 'CHECKED') throw refuse('This import has already started.', 'IMPORT_STARTED')
    requireVersion(stored, version)
    const count = countOf(stored, 'CREATE')
    if (count === 0) throw refuse('There is nothing to import.', 'NOTHING_TO_IMPORT')
    return begin(inside, stored, 'RUNNING', `Imported ${count} requests from ${stored.system}: ${stored.fileName}`)
  },
})

/** Throws NOT_FOUND, RULE_BROKEN unless it is finished, CONFLICT. */
export const rollBackUpload = command({
  id: 'external-requests.roll-back',
  access: 'platform.administer',
  input: inputOf(endpoints.rollBackExternalUpload),
  run: async (context, { companyId, uploadId, version }) => {
    const { inside } = await inCompany(context, companyId)
    const stored = await requireUpload(inside, companyId, uploadId)
    if (stored.status !== 'DONE') throw refuse('Only a finished import can be undone.', 'CANNOT_ROLL_BACK')
    requireVersion(stored, version)
    return begin(inside, stored, 'ROLLING_BACK', `Undid the import from ${stored.system}: ${stored.fileName}`)
  },
})

/** Throws NOT_FOUND, RULE_BROKEN once started, because the record of what it did must stay. */
export const deleteUpload = command({
  id: 'external-requests.delete',
  access: 'platform.administer',
  input: inputOf(endpoints.deleteExternalUpload),
  run: async (context, { companyId, uploadId }) => {
    const { inside } = await inCompany(context, companyId)
    const stored = await requireUpload(inside, companyId, uploadId)
    if (stored.status !== 'CHECKED') throw refuse('This import has already started.', 'IMPORT_STARTED')
    const { db } = inside
    return commit(inside, {
      subject: SUBJECT,
      statements: [
        db.sql(
          "DELETE FROM external_uploads WHERE company_id = ? AND id = ? AND status = 'CHECKED'",
          companyId,
          uploadId,
        ),
        guardOneRow(db),
        db.sql('DELETE FROM external_upload_rows WHERE company_id = ? AND upload_id = ?', companyId, uploadId),
      ],
      audit: [],
      result: null,
    })
  },
})
