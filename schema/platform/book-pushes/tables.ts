import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { GENERATION_STATES, PUSH_STATES } from './values.ts'

/** States of the books that a company's own system pushes, each of several files. */
export const bookGenerations = sqliteTable(
  'book_generations',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    connectionId: text('connection_id').notNull(),
    /** What the system calls it. */
    name: text('name').notNull(),
    state: text('state', { enum: GENERATION_STATES }).notNull(),
    /** JSON: what didn't fit together when it was last to be completed. */
    problems: text('problems'),
    /** Transactions of this calendar day and later are in it. Null for all. */
    transactionsFrom: text('transactions_from'),
    createdAt: integer('created_at').notNull(),
    completedAt: integer('completed_at'),
    /** Whether rows of it may be kept. */
    hasRows: integer('has_rows', { mode: 'boolean' }).notNull().default(true),
  },
  (t) => [
    uniqueIndex('book_generations_name').on(t.companyId, t.connectionId, t.name),
    index('book_generations_newest').on(t.companyId, t.createdAt, t.id),
    index('book_generations_rows').on(t.state, t.id).where(sql`has_rows`),
  ],
)

/** Files of a generation. A later one of the same kind and part takes the place of the one before. */
export const bookPushes = sqliteTable(
  'book_pushes',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    generationId: text('generation_id').notNull(),
    kind: text('kind').notNull(),
    part: integer('part').notNull(),
    /** The Idempotency-Key. */
    commandId: text('command_id').notNull(),
    /** Another one each time that the file is sent again after it was broken off. Its rows have it. */
    attempt: text('attempt').notNull(),
    state: text('state', { enum: PUSH_STATES }).notNull(),
    /** The hash of its bytes. */
    digest: text('digest'),
    rows: integer('rows').notNull().default(0),
    problemCount: integer('problem_count').notNull().default(0),
    /** JSON: the first of them. */
    problems: text('problems').notNull().default('[]'),
    startedAt: integer('started_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (t) => [
    uniqueIndex('book_pushes_command').on(t.companyId, t.commandId),
    uniqueIndex('book_pushes_attempt').on(t.companyId, t.attempt),
    index('book_pushes_of').on(t.companyId, t.generationId, t.kind, t.part, t.state),
    index('book_pushes_receiving').on(t.companyId, t.startedAt).where(sql`state = 'RECEIVING'`),
  ],
)

/** Their rows, until the generation is taken over. */
export const bookPushRows = sqliteTable(
  'book_push_rows',
  {
    companyId: text('company_id').notNull(),
    generationId: text('generation_id').notNull(),
    /** A kind of object or of document. */
    kind: text('kind').notNull(),
    erpId: text('erp_id').notNull(),
    lineId: text('line_id').notNull(),
    attempt: text('attempt').notNull(),
    /** The line in the file. */
    position: integer('position').notNull(),
    row: text('row').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.generationId, t.kind, t.erpId, t.lineId, t.attempt, t.position] })],
)
