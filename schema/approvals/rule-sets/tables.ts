import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Requests in progress have their own copy of the rule sets that they started with. */
export const ruleSets = sqliteTable(
  'rule_sets',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** The kind of thing that it is for: SPEND_REQUEST. */
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    ordinal: integer('ordinal').notNull(),
    /** `RuleSetContent`, as JSON. */
    content: text('content').notNull(),
    /** The groups, people and matrices that its rules name, to find them without reading the rules. */
    principalIds: text('principal_ids').notNull().default('[]'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** By group or person: who named them, and when. */
    namedBy: text('named_by').notNull().default('{}'),
  },
  (t) => [
    uniqueIndex('rule_sets_name').on(t.companyId, t.subject, sql`lower(${t.name})`).where(sql`deleted_at IS NULL`),
    index('rule_sets_order').on(t.companyId, t.subject, t.ordinal, t.id).where(sql`deleted_at IS NULL`),
  ],
)

/** Every version that was saved. */
export const ruleSetVersions = sqliteTable(
  'rule_set_versions',
  {
    ruleSetId: text('rule_set_id').notNull(),
    version: integer('version').notNull(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    content: text('content').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ruleSetId, t.version] })],
)

/** What a rule set covers: categories, business units and departments. */
export const ruleSetUnits = sqliteTable(
  'rule_set_units',
  {
    companyId: text('company_id').notNull(),
    unitId: text('unit_id').notNull(),
    ruleSetId: text('rule_set_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.unitId, t.ruleSetId] }),
    index('rule_set_units_set').on(t.companyId, t.ruleSetId),
  ],
)
