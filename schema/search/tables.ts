import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Everything that global search can find, written by triggers on the tables of what it is about. The full-text index
 * `search_index` over these rows is a virtual table of FTS5, which only SQL can name: see the migration.
 */
export const searchEntries = sqliteTable(
  'search_entries',
  {
    /** Also the row of the full-text index; later entries have higher ones. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    companyId: text('company_id').notNull(),
    /** Categories and members are never results: a category's name finds its requests, members are mentioned. */
    kind: text('kind', { enum: ['VENDOR', 'REQUEST', 'SERVICE', 'DOCUMENT', 'CATEGORY', 'MEMBER'] }).notNull(),
    targetId: text('target_id').notNull(),
    /** One word for the company and the kind. */
    scope: text('scope').notNull(),
    title: text('title').notNull(),
    /** Further words that find it. */
    details: text('details').notNull().default(''),
    /** Words for the ids of objects whose names find it. */
    refs: text('refs').notNull().default(''),
  },
  (t) => [uniqueIndex('search_entries_target').on(t.companyId, t.kind, t.targetId)],
)

/** Each two and three letters in a row of names, kept by triggers: what a part of a name is found by, in order of names. */
export const objectNameParts = sqliteTable(
  'object_name_parts',
  {
    companyId: text('company_id').notNull(),
    kind: text('kind', { enum: ['VENDOR'] }).notNull(),
    part: text('part').notNull(),
    nameKey: text('name_key').notNull(),
    targetId: text('target_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.kind, t.part, t.nameKey, t.targetId] })],
)
