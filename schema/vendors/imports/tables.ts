import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { IMPORT_STATUSES, ROW_OUTCOMES } from './endpoints.ts'

/** A file of vendors that is being imported, was imported, or was undone. */
export const vendorImports = sqliteTable(
  'vendor_imports',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    fileName: text('file_name').notNull(),
    status: text('status', { enum: IMPORT_STATUSES }).notNull().default('MAPPING'),
    /** JSON: the headers; a few values of each; the field of each, or null. */
    headers: text('headers').notNull(),
    samples: text('samples').notNull(),
    mapping: text('mapping').notNull(),
    existing: text('existing', { enum: ['SKIP', 'UPDATE'] })
      .notNull()
      .default('SKIP'),
    rowCount: integer('row_count').notNull(),
    /** The run, or undoing it, has processed the rows up to this number. */
    doneRow: integer('done_row').notNull().default(0),
    doneCount: integer('done_count').notNull().default(0),
    warningCount: integer('warning_count').notNull().default(0),
    /** JSON: rows by outcome. */
    counts: text('counts').notNull().default('{}'),
    version: integer('version').notNull().default(1),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (t) => [index('vendor_imports_company').on(t.companyId, t.createdAt, t.id)],
)

export const vendorImportRows = sqliteTable(
  'vendor_import_rows',
  {
    companyId: text('company_id').notNull(),
    importId: text('import_id').notNull(),
    number: integer('number').notNull(),
    /** JSON, as they came. */
    cells: text('cells').notNull(),
    outcome: text('outcome', { enum: ROW_OUTCOMES }).notNull().default('NEW'),
    /** JSON list of ImportProblem. */
    problems: text('problems').notNull().default('[]'),
    vendorId: text('vendor_id'),
    /** The vendor's version after the import. A different one means that someone has changed it since. */
    writtenVersion: integer('written_version'),
    /** For an existing vendor (JSON). */
    before: text('before'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.importId, t.number] }),
    index('vendor_import_rows_outcome').on(t.companyId, t.importId, t.outcome, t.number),
    index('vendor_import_rows_problems').on(t.companyId, t.importId, t.number).where(sql`problems <> '[]'`),
    index('vendor_import_rows_errors').on(t.companyId, t.importId, t.number).where(sql`outcome IN ('BAD', 'FAILED')`),
  ],
)
