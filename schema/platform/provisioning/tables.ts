import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Keys with which an identity provider creates, changes and disables a company's people. Only the hash is stored. */
export const provisioningKeys = sqliteTable(
  'provisioning_keys',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** How it begins, by which people recognize it. */
    prefix: text('prefix').notNull(),
    keyHash: text('key_hash').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Set when another key takes its place: until then both work. */
    endsAt: integer('ends_at'),
    revokedAt: integer('revoked_at'),
    lastUsedAt: integer('last_used_at'),
    windowStart: integer('window_start').notNull().default(0),
    windowCount: integer('window_count').notNull().default(0),
    /** Why the newest call that was refused was, in words. */
    lastError: text('last_error'),
    lastErrorAt: integer('last_error_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('provisioning_keys_hash').on(t.keyHash),
    index('provisioning_keys_company').on(t.companyId, t.createdAt).where(sql`revoked_at IS NULL`),
  ],
)

/** What the provider says of each member, and their number among all, which triggers keep without gaps. */
export const provisionedPeople = sqliteTable(
  'provisioned_people',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    /** Null for someone whom the provider deleted. */
    position: integer('position'),
    /** Null for someone the provider has never named. */
    userName: text('user_name'),
    userNameKey: text('user_name_key'),
    externalId: text('external_id'),
    /** JSON of the user as the provider sent it. */
    attributes: text('attributes').notNull().default('{}'),
    /** JSON of the texts by which they were placed in units last. */
    placedBy: text('placed_by').notNull().default('{}'),
    changedAt: integer('changed_at').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    index('provisioned_people_position').on(t.companyId, t.position).where(sql`position IS NOT NULL`),
    uniqueIndex('provisioned_people_name').on(t.companyId, t.userNameKey).where(sql`user_name_key IS NOT NULL`),
    index('provisioned_people_external').on(t.companyId, t.externalId).where(sql`external_id IS NOT NULL`),
  ],
)

/** Groups that the provider has made or taken over. */
export const provisionedGroups = sqliteTable(
  'provisioned_groups',
  {
    companyId: text('company_id').notNull(),
    groupId: text('group_id').notNull(),
    externalId: text('external_id'),
    changedAt: integer('changed_at').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.groupId] }),
    index('provisioned_groups_external').on(t.companyId, t.externalId).where(sql`external_id IS NOT NULL`),
  ],
)

export const VALUE_KINDS = ['DEPARTMENT', 'BUSINESS_UNIT', 'ENTITY', 'GROUP'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

/** Departments, business units, entities and groups by the provider's names, and what each means here. */
export const provisioningValues = sqliteTable(
  'provisioning_values',
  {
    companyId: text('company_id').notNull(),
    kind: text('kind', { enum: VALUE_KINDS }).notNull(),
    /** In lower case. */
    valueKey: text('value_key').notNull(),
    value: text('value').notNull(),
    /** The unit. Null if an admin has to say which. */
    targetId: text('target_id'),
    /** The access that people of a group get. */
    role: text('role'),
    /** An admin said that it means nothing here. */
    isLeftOut: integer('is_left_out', { mode: 'boolean' }).notNull().default(false),
    /** Null for one that an admin entered before the provider sent it. */
    firstSeenAt: integer('first_seen_at'),
    lastSeenAt: integer('last_seen_at'),
    mappedByUserId: text('mapped_by_user_id'),
    mappedAt: integer('mapped_at'),
    /** JSON of how far moving those is who are here already (moves.ts). Null when no one is left. */
    moving: text('moving'),
    /** How many moved by the newest meaning. Null if it was the same for everyone. */
    movedPeople: integer('moved_people'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.kind, t.valueKey] }),
    index('provisioning_values_open')
      .on(t.companyId, t.kind, t.valueKey)
      .where(sql`target_id IS NULL AND role IS NULL AND is_left_out = 0`),
    index('provisioning_values_target').on(t.companyId, t.targetId).where(sql`target_id IS NOT NULL`),
  ],
)
