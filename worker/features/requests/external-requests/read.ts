import * as endpoints from '../../../../schema/requests/external-requests/endpoints.ts'
import { EXTERNAL_FIELDS } from '../../../../schema/requests/external-requests/fields.ts'
import type { ImportMapping } from '../../../../schema/shared/imports.ts'
import { csvOf } from '../../../core/csv.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'

export interface StoredUpload {
  id: string
  fileName: string
  system: string
  categoryId: string
  categoryName: string
  status: endpoints.UploadStatus
  headers: string
  mapping: string
  rowCount: number
  doneRow: number
  counts: string
  createdAt: number
  createdBy: string | null
  finishedAt: number | null
  version: number
}

const UPLOADS = `SELECT x.id, x.file_name AS fileName, x.system, x.intake_category_id AS categoryId,
    c.name AS categoryName, x.status, x.headers, x.mapping, x.row_count AS rowCount, x.done_row AS doneRow, x.counts,
    x.created_at AS createdAt, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS createdBy,
    x.finished_at AS finishedAt, x.version
  FROM external_uploads x LEFT JOIN intake_categories c ON c.id = x.intake_category_id
  LEFT JOIN users u ON u.id = x.created_by_user_id`

const uploadStatement = ({ db }: Pick<StaffContext, 'db'>, companyId: string, uploadId: string): D1PreparedStatement =>
  db.sql(`${UPLOADS} WHERE x.id = ?2 AND x.company_id = ?1`, companyId, uploadId)

/** Throws NOT_FOUND, also for another company's. */
export const requireUpload = async (
  context: Pick<StaffContext, 'db'>,
  companyId: string,
  uploadId: string,
): Promise<StoredUpload> => {
  const stored = await context.db.first<StoredUpload>(uploadStatement(context, companyId, uploadId))
  if (!stored) throw notFound('The upload')
  return stored
}

const toUpload = (stored: StoredUpload): endpoints.ExternalUpload => {
  const mapping = JSON.parse(stored.mapping) as ImportMapping
  return {
    id: stored.id,
    fileName: stored.fileName,
    system: stored.system,
    category: { id: stored.categoryId, name: stored.categoryName ?? '' },
    status: stored.status,
    rowCount: stored.rowCount,
    counts: JSON.parse(stored.counts) as endpoints.ExternalCounts,
    columns: (JSON.parse(stored.headers) as string[]).map((header, index) => ({
      header,
      field: EXTERNAL_FIELDS.find(({ key }) => key === mapping[index])?.label ?? null,
    })),
    createdAt: new Date(stored.createdAt).toISOString(),
    createdBy: stored.createdBy ?? '',
    finishedAt: stored.finishedAt === null ? null : new Date(stored.finishedAt).toISOString(),
    version: stored.version,
  }
}

export const listUploads = query({
  id: 'external-requests.list',
  access: 'platform.administer',
  input: inputOf(endpoints.listExternalUploads),
  place: ({ companyId }) => ({ companyId }),
  run: async ({ db }, { companyId, cursor, first }) => {
    const key = cursor ? decodeCursor(cursor, 2) : null
    const rows = await db.all<StoredUpload>(
      db.sql(
        `${UPLOADS} WHERE x.company_id = ?1 ${key ? 'AND (x.created_at, x.id) < (?3, ?4)' : ''}
          ORDER BY x.created_at DESC, x.id DESC LIMIT ?2`,
        companyId,
        first + 1,
        ...(key ?? []),
      ),
    )
    return toConnection(rows, first, ({ createdAt, id }) => [createdAt, id], toUpload)
  },
})

/** Only those that members file in, and that have a form. */
export const listCategories = query({
  id: 'external-requests.categories',
  access: 'platform.administer',
  input: inputOf(endpoints.listExternalCategories),
  place: ({ companyId }) => ({ companyId }),
  run: ({ db }, { companyId }) =>
    db.all<{ id: string; name: string }>(
      db.sql(
        `SELECT id, name FROM intake_categories INDEXED BY intake_categories_order
          WHERE company_id = ? AND deleted_at IS NULL AND type = 'INTERNAL' AND form_version > 0 ORDER BY ordinal LIMIT 250`,
        companyId,
      ),
    ),
})

interface StoredRow {
  number: number
  cells: string
  outcome: endpoints.ExternalOutcome
  problems: string
}

export const listRows = query({
  id: 'external-requests.rows',
  access: 'platform.administer',
  input: inputOf(endpoints.listExternalRows),
  place: ({ companyId }) => ({ companyId }),
  run: async (context, { companyId, uploadId, filter, cursor, first }) => {
    const { db } = context
    const after = cursor ? Number(decodeCursor(cursor, 1)[0]) : 0
    const isNarrow = filter === 'PROBLEMS'
    const [upload, found] = await db.batch([
      uploadStatement(context, companyId, uploadId),
      db.sql(
        `SELECT number, cells, outcome, problems FROM external_upload_rows
          ${isNarrow ? 'INDEXED BY external_upload_rows_problems' : ''}
          WHERE company_id = ? AND upload_id = ? AND number > ? ${isNarrow ? "AND problems <> '[]'" : ''}
          ORDER BY number LIMIT ?`,
        companyId,
        uploadId,
        after,
        first + 1,
      ),
    ])
    const stored = upload?.results[0] as unknown as StoredUpload | undefined
    if (!stored) throw notFound('The upload')
    const titleColumn = (JSON.parse(stored.mapping) as ImportMapping).indexOf('title')
    return toConnection(
      (found?.results ?? []) as unknown as StoredRow[],
      first,
      ({ number }) => [number],
      ({ number, cells, outcome, problems }): endpoints.ExternalRow => ({
        number,
        title: (JSON.parse(cells) as string[])[titleColumn] ?? '',
        outcome,
        problems: JSON.parse(problems) as endpoints.ExternalProblem[],
      }),
    )
  },
})

export const readTemplate = query({
  id: 'external-requests.template',
  access: 'platform.administer',
  input: inputOf(endpoints.externalTemplate),
  run: async () => ({
    fileName: 'outlay-requests-template.csv',
    text: csvOf([EXTERNAL_FIELDS.map(({ label }) => label), EXTERNAL_FIELDS.map(({ example }) => example)]),
  }),
})
