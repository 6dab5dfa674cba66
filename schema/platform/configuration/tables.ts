import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { IMPORT_STATES, STEP_KINDS, STEP_STATES } from './values.ts'

/** A file of configuration that was taken over. */
export const configurationImports = sqliteTable(
  'configuration_imports',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    fileName: text('file_name').notNull(),
    state: text('state', { enum: IMPORT_STATES }).notNull().default('RUNNING'),
    /** The file, and what ran before it. Empty once the import can't be undone any more. */
    file: text('file').notNull(),
    before: text('before').notNull(),
    /** JSON list of Mapping. */
    mappings: text('mappings').notNull(),
    stepCount: integer('step_count').notNull(),
    doneCount: integer('done_count').notNull().default(0),
    problem: text('problem'),
    version: integer('version').notNull().default(1),
    createdByUserId: text('created_by_user_id').notNull(),
    undoneByUserId: text('undone_by_user_id'),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
    /** How many of its steps only asked for a change that waits for a second person. */
    waitingCount: integer('waiting_count').notNull().default(0),
  },
  (t) => [
    index('configuration_imports_company').on(t.companyId, t.createdAt),
    index('configuration_imports_kept').on(t.createdAt, t.id).where(sql`file <> ''`),
    // One at a time.
    uniqueIndex('configuration_imports_running').on(t.companyId).where(sql`state IN ('RUNNING', 'UNDOING')`),
  ],
)

export const configurationImportSteps = sqliteTable(
  'configuration_import_steps',
  {
    companyId: text('company_id').notNull(),
    importId: text('import_id').notNull(),
    number: integer('number').notNull(),
    section: text('section').notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: STEP_KINDS }).notNull(),
    state: text('state', { enum: STEP_STATES }).notNull().default('WAITING'),
    /** JSON: what the file says, or the order of names. */
    item: text('item').notNull(),
    objectId: text('object_id'),
    /** JSON: the object as it was, with its ids. */
    before: text('before'),
    /** The hash of the object as the import left it. */
    after: text('after'),
    /** Whether it only asked for a change that waits for a second person. */
    waits: integer('waits').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.importId, t.number] })],
)
