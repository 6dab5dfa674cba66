import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MEMBER_IMPORT_STATUSES, MEMBER_OUTCOMES } from './endpoints.ts'

/** A file of members that is being imported, was imported, or was undone. */
export const memberImports = sqliteTable(
  'member_imports',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    fileName: text('file_name').notNull(),
    status: text('status', { enum: MEMBER_IMPORT_STATUSES }).notNull().default('MAPPING'),
    /** JSON: the headers; a few values of each; the field of each, or null. */
    headers: text('headers').notNull(),
    samples: text('samples').notNull(),
    mapping: text('mapping').notNull(),
    createsDepartments: integer('creates_departments', { mode: 'boolean' }).notNull().default(false),
    /** JSON: names that no department has, from the last check. */
    unknownDepartments: text('unknown_departments').notNull().default('[]'),
    /** JSON: ids of the departments it created. */
    createdDepartments: text('created_departments').notNull().default('[]'),
    rowCount: integer('row_count').notNull(),
    /** JSON: rows by outcome. */
    counts: text('counts').notNull().default('{}'),
    version: integer('version').notNull().default(1),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (t) => [index('member_imports_company').on(t.companyId, t.createdAt, t.id)],
)

export const memberImportRows = sqliteTable(
  'member_import_rows',
  {
    companyId: text('company_id').notNull(),
    importId: text('import_id').notNull(),
    number: integer('number').notNull(),
    /** JSON, as they came. */
    cells: text('cells').notNull(),
    outcome: text('outcome', { enum: MEMBER_OUTCOMES }).notNull().default('NEW'),
    /** JSON list of ImportProblem. */
    problems: text('problems').notNull().default('[]'),
    /** The member it added. */
    userId: text('user_id'),
    /** The membership's version after the import. A different one means that someone has changed it since. */
    writtenVersion: integer('written_version'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.importId, t.number] }),
    index('member_import_rows_problems').on(t.companyId, t.importId, t.number).where(sql`problems <> '[]'`),
  ],
)
