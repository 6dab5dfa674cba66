import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Everything that global search can find, written by triggers on the objects' tables through the view `search_entries`. The
 * full-text index `search_index` over that view is an FTS5 virtual table, which only SQL can define, as is
 * `search_index_names`, by which names are found that begin so or are so. See the migrations.
 */
export const searchRows = sqliteTable(
  'search_rows',
  {
    /** Also the row of the full-text index. Later entries have higher ones. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    companyId: text('company_id').notNull(),
    /** Categories are never results: a category's name finds its requests. */
    kind: text('kind', {
      enum: ['VENDOR', 'REQUEST', 'SPEND_REQUEST', 'SERVICE', 'DOCUMENT', 'CATEGORY', 'MEMBER'],
    }).notNull(),
    targetId: text('target_id').notNull(),
    /** Empty for a request, as what follows: the view has its own. */
    title: text('title').notNull().default(''),
    /** Further words that find it. */
    details: text('details').notNull().default(''),
    /** Words for the ids of objects whose names find it. */
    refs: text('refs').notNull().default(''),
  },
  (t) => [index('search_rows_target').on(t.targetId)],
)

/** How far entries of the search are named by their beginnings: all from this one on. No row when all are. */
export const searchNaming = sqliteTable('search_naming', {
  id: integer('id').primaryKey(),
  namedFrom: integer('named_from').notNull(),
})

/** Every three consecutive letters of names, kept by triggers, to search by part of a name in name order. */
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
