import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The directory: what is asked before the company, and with it the cell, is known. It only says where to look. What a
 * person may do is in the company's cell. Vendor companies and their sessions are in the directory too.
 */

export const directoryCompanies = sqliteTable(
  'directory_companies',
  {
    id: text('id').primaryKey(),
    /** The number of the database that holds the company (worker/core/cells.ts). */
    cell: integer('cell').notNull().default(0),
    name: text('name').notNull(),
    /** The local part of the company's inbound email address, in lower case. */
    shortNameKey: text('short_name_key').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('directory_companies_short_name').on(t.shortNameKey),
    index('directory_companies_name').on(sql`lower(${t.name})`, t.id),
    index('directory_companies_created').on(t.createdAt, t.id),
  ],
)

/** The companies that know an email address as a member's, enabled or not. */
export const directoryPeople = sqliteTable(
  'directory_people',
  {
    email: text('email').notNull(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.email, t.companyId, t.userId] }),
    index('directory_people_member').on(t.companyId, t.userId),
  ],
)

export const MOVE_PHASES = ['COPYING', 'SWITCHING', 'DONE', 'CLEARING', 'UNDOING'] as const

/** A company's move to another cell, in the directory. The old copy is kept until the move is confirmed. */
export const companyMoves = sqliteTable('company_moves', {
  companyId: text('company_id').primaryKey(),
  fromCell: integer('from_cell').notNull(),
  toCell: integer('to_cell').notNull(),
  phase: text('phase', { enum: MOVE_PHASES }).notNull(),
  /** By name. */
  startedBy: text('started_by').notNull(),
  startedAt: integer('started_at').notNull(),
  /** When someone last worked on it. */
  touchedAt: integer('touched_at').notNull(),
  /** Where the phase goes on, as JSON. */
  progress: text('progress'),
  /** Who works on it, and until when. */
  worker: text('worker'),
  workedUntil: integer('worked_until').notNull().default(0),
  /** Why it doesn't go on. */
  trouble: text('trouble'),
})

/** API keys and sessions whose company is no longer in the cell that they name. */
export const directoryKeys = sqliteTable(
  'directory_keys',
  {
    keyHash: text('key_hash').primaryKey(),
    companyId: text('company_id').notNull(),
    cell: integer('cell').notNull(),
  },
  (t) => [index('directory_keys_company').on(t.companyId)],
)

/** Public forms that someone has asked for without naming their company. */
export const directoryForms = sqliteTable('directory_forms', {
  id: text('id').primaryKey(),
  companyId: text('company_id').notNull(),
})

/** Which part of each minute's work is being done in a database (worker/ticks.ts). */
export const tickLeases = sqliteTable('tick_leases', {
  tick: text('tick').primaryKey(),
  /** Milliseconds. */
  until: integer('until').notNull(),
  /** When it last ended. 0 if it never did. */
  doneAt: integer('done_at').notNull().default(0),
})

/** In a cell: what a move allows there. Without a row, everything. */
export const companyLocks = sqliteTable('company_locks', {
  companyId: text('company_id').primaryKey(),
  /** LEAVING and ARRIVING while it is copied; GONE in the old cell, which has a copy until it is CLEARING. */
  state: text('state', { enum: ['LEAVING', 'ARRIVING', 'GONE', 'CLEARING'] }).notNull(),
  toCell: integer('to_cell'),
  touchedAt: integer('touched_at').notNull(),
})
