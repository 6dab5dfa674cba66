import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EXTERNAL_OUTCOMES, UPLOAD_STATUSES } from './endpoints.ts'

/** A file of requests that were decided in another system. */
export const externalUploads = sqliteTable(
  'external_uploads',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    intakeCategoryId: text('intake_category_id').notNull(),
    system: text('system').notNull(),
    fileName: text('file_name').notNull(),
    status: text('status', { enum: UPLOAD_STATUSES }).notNull().default('CHECKED'),
    /** JSON: the headers, and the field of each or null. */
    headers: text('headers').notNull(),
    mapping: text('mapping').notNull(),
    rowCount: integer('row_count').notNull(),
    /** The run, or undoing it, has processed the rows up to this number. */
    doneRow: integer('done_row').notNull().default(0),
    /** JSON: rows by outcome. */
    counts: text('counts').notNull(),
    version: integer('version').notNull().default(1),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (t) => [index('external_uploads_company').on(t.companyId, t.createdAt, t.id)],
)

export const externalUploadRows = sqliteTable(
  'external_upload_rows',
  {
    companyId: text('company_id').notNull(),
    uploadId: text('upload_id').notNull(),
    number: integer('number').notNull(),
    /** JSON, as they came. */
    cells: text('cells').notNull(),
    /** What the request is called in the other system, or nothing. */
    reference: text('reference').notNull(),
    outcome: text('outcome', { enum: EXTERNAL_OUTCOMES }).notNull(),
    /** JSON list of ExternalProblem. */
    problems: text('problems').notNull().default('[]'),
    requestId: text('request_id'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.uploadId, t.number] }),
    index('external_upload_rows_problems').on(t.companyId, t.uploadId, t.number).where(sql`problems <> '[]'`),
    index('external_upload_rows_reference').on(t.companyId, t.reference).where(sql`outcome = 'CREATED'`),
  ],
)
