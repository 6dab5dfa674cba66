import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVIDENCE_KINDS, EVIDENCE_STATUSES } from './endpoints.ts'

/** Packs that someone asked for. The files are in the documents' bucket, and go with the row when it expires. */
export const evidencePacks = sqliteTable(
  'evidence_packs',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** Who asked for it. It is for no one else. */
    userId: text('user_id').notNull(),
    targetType: text('target_type', { enum: EVIDENCE_KINDS }).notNull(),
    targetId: text('target_id').notNull(),
    status: text('status', { enum: EVIDENCE_STATUSES }).notNull(),
    /** The name of both files, without their ending. */
    name: text('name').notNull().default(''),
    /** What the signature is about. Also in the history. */
    digest: text('digest'),
    pdfKey: text('pdf_key'),
    pdfSize: integer('pdf_size'),
    jsonKey: text('json_key'),
    jsonSize: integer('json_size'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    index('evidence_packs_person').on(t.companyId, t.userId, t.targetId, t.createdAt),
    index('evidence_packs_expiry').on(t.expiresAt),
  ],
)
