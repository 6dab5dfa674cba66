import { isNull } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { KIND_NAMES } from '../../shared/kinds.ts'
import { BELL_KINDS } from './kinds.ts'

/** What happened, for one person each. See worker/features/platform/bell. */
export const notifications = sqliteTable(
  'notifications',
  {
    /** Made from the effect and the person, so that a repeated effect rings once. */
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    kind: text('kind', { enum: BELL_KINDS }).notNull(),
    /** What it is about. Left out of the list for people who can't read it. */
    targetType: text('target_type', { enum: KIND_NAMES }),
    targetId: text('target_id'),
    /** What it is called without a target. */
    title: text('title'),
    sentence: text('sentence').notNull(),
    path: text('path').notNull(),
    createdAt: integer('created_at').notNull(),
    readAt: integer('read_at'),
  },
  (t) => [
    index('notifications_person').on(t.companyId, t.userId, t.createdAt, t.id),
    index('notifications_unread').on(t.companyId, t.userId, t.createdAt, t.id).where(isNull(t.readAt)),
  ],
)

/** How many of them a person hasn't read. Kept by triggers. */
export const notificationCounts = sqliteTable(
  'notification_counts',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    unread: integer('unread').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] })],
)

/** What a person wants to hear nothing more of. */
export const notificationMutes = sqliteTable(
  'notification_mutes',
  {
    companyId: text('company_id').notNull(),
    targetType: text('target_type', { enum: KIND_NAMES }).notNull(),
    targetId: text('target_id').notNull(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.targetType, t.targetId, t.userId] })],
)
