import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { MESSAGE_KINDS, MESSAGE_PURPOSES, MESSAGE_STATES, REFUSALS } from './values.ts'

/** An email received at a company's address. `messageKey` makes a redelivered one change nothing. */
export const inboundMessages = sqliteTable(
  'inbound_messages',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** Hash of the Message-ID, or of the whole email without one. */
    messageKey: text('message_key').notNull(),
    kind: text('kind', { enum: MESSAGE_KINDS }).notNull().default('MESSAGE'),
    /** The address it was sent to. */
    recipient: text('recipient').notNull(),
    envelopeFrom: text('envelope_from').notNull(),
    /** As the email says. Shown but never trusted. */
    fromAddress: text('from_address').notNull(),
    fromName: text('from_name').notNull().default(''),
    subject: text('subject').notNull().default(''),
    /** Bytes of the whole email. */
    size: integer('size').notNull(),
    /** JSON: what the receiving server found out about the sender (SPF, DKIM, DMARC). */
    authentication: text('authentication').notNull().default('{}'),
    /** JSON, for forwarding confirmations: the code and the link that turn forwarding on. */
    confirmation: text('confirmation'),
    receivedAt: integer('received_at').notNull(),
    state: text('state', { enum: MESSAGE_STATES }).notNull().default('TAKEN'),
    /** What its files become, by the address that it came to. */
    purpose: text('purpose', { enum: MESSAGE_PURPOSES }).notNull().default('DOCUMENTS'),
    /** The entity of the accounting system whose address it came to. */
    erpEntityId: text('erp_entity_id'),
  },
  (t) => [
    uniqueIndex('inbound_messages_key').on(t.companyId, t.messageKey),
    index('inbound_messages_received').on(t.companyId, t.receivedAt, t.id),
    index('inbound_messages_held').on(t.companyId, t.receivedAt, t.id).where(sql`state = 'HELD'`),
  ],
)

/** Where invoices are emailed to. A company without a row of its own has the usual name. */
export const invoiceAddresses = sqliteTable(
  'invoice_addresses',
  {
    companyId: text('company_id').notNull(),
    /** An entity of the accounting system, or empty for the company itself. */
    erpEntityId: text('erp_entity_id').notNull(),
    shortName: text('short_name').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.erpEntityId] }),
    uniqueIndex('invoice_addresses_name').on(t.companyId, t.shortName),
  ],
)

/** What became of each file of an email: a document, or a refusal with its reason. */
export const inboundAttachments = sqliteTable(
  'inbound_attachments',
  {
    companyId: text('company_id').notNull(),
    messageId: text('message_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    origin: text('origin', { enum: ['ATTACHMENT', 'BODY'] })
      .notNull()
      .default('ATTACHMENT'),
    fileName: text('file_name').notNull(),
    size: integer('size').notNull(),
    documentId: text('document_id'),
    refusal: text('refusal', { enum: REFUSALS }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.messageId, t.ordinal] }),
    check('inbound_attachments_outcome', sql`(${t.documentId} IS NULL) <> (${t.refusal} IS NULL)`),
  ],
)
