import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** A granted upload: one storage key, one person, ten minutes. `receivedAt` is set when the bytes are in R2. */
export const uploads = sqliteTable(
  'uploads',
  {
    storageKey: text('storage_key').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    fileName: text('file_name').notNull(),
    createdAt: integer('created_at').notNull(),
    receivedAt: integer('received_at'),
    size: integer('size'),
    mimeType: text('mime_type'),
    sha256: text('sha256'),
    /** The document created from it. An upload without one is removed after a day. */
    documentId: text('document_id'),
  },
  (t) => [index('uploads_unclaimed').on(t.documentId, t.createdAt), index('uploads_person').on(t.companyId, t.userId)],
)

/** Unattached, and visible in lists. */
const LOOSE = sql`link_count = 0 AND deleted_at IS NULL AND temporary_since IS NULL`

export const documents = sqliteTable(
  'documents',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** The stored file's name: a random id with the extension. */
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    storageKey: text('storage_key').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** JSON list of document types. */
    types: text('types').notNull().default('[]'),
    description: text('description').notNull().default(''),
    /** Empty if no one in the company uploaded it. Then it came by email, from `uploadedByEmail`. */
    uploadedByUserId: text('uploaded_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    uploadedByEmail: text('uploaded_by_email'),
    version: integer('version').notNull().default(1),
    archivedAt: integer('archived_at'),
    /** What it is attached to, and which of that everyone can read. Triggers on `document_links` keep it up to date. */
    linkCount: integer('link_count').notNull().default(0),
    openCount: integer('open_count').notNull().default(0),
    /** Uploaded in an unfinished form. Removed after a day unless it is attached to something. */
    temporarySince: integer('temporary_since'),
    /** The name of its vendor in lower case, by which the list is grouped. Triggers keep it, and commands that rename. */
    vendorKey: text('vendor_key').notNull().default(''),
  },
  (t) => [
    index('documents_company').on(t.companyId, t.createdAt, t.id),
    index('documents_sha256').on(t.companyId, t.sha256),
    index('documents_by_name').on(t.companyId, sql`lower(${t.displayName})`, t.id),
    index('documents_by_vendor').on(t.companyId, t.vendorKey, t.id),
    index('documents_by_type').on(t.companyId, t.types, t.id),
    index('documents_archived').on(t.companyId, t.createdAt, t.id).where(sql`archived_at IS NOT NULL`),
    index('documents_loose').on(t.companyId, t.createdAt, t.id).where(LOOSE),
    index('documents_loose_name').on(t.companyId, sql`lower(${t.displayName})`, t.id).where(LOOSE),
    index('documents_loose_own').on(t.companyId, t.uploadedByUserId, t.createdAt, t.id).where(LOOSE),
    index('documents_loose_own_name')
      .on(t.companyId, t.uploadedByUserId, sql`lower(${t.displayName})`, t.id)
      .where(LOOSE),
    index('documents_of_uploader').on(t.companyId, t.uploadedByUserId, t.createdAt, t.id),
    index('documents_file').on(t.storageKey),
    index('documents_temporary').on(t.temporarySince).where(sql`temporary_since IS NOT NULL`),
  ],
)

/**
 * Who can read a document, kept by triggers for the list: a person, a category whose owners can, or '*' for everyone.
 * Deleted documents, and those of an unfinished form, have no readers.
 */
export const documentReaders = sqliteTable(
  'document_readers',
  {
    companyId: text('company_id').notNull(),
    reader: text('reader').notNull(),
    documentId: text('document_id').notNull(),
    /** The document's sort keys for the list. */
    createdAt: integer('created_at').notNull(),
    nameKey: text('name_key').notNull(),
    isArchived: integer('is_archived').notNull(),
    types: text('types').notNull().default('[]'),
    vendorKey: text('vendor_key').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.reader, t.documentId] }),
    index('document_readers_document').on(t.companyId, t.documentId),
    index('document_readers_created').on(t.companyId, t.reader, t.isArchived, t.createdAt, t.documentId, t.nameKey),
    index('document_readers_name').on(t.companyId, t.reader, t.isArchived, t.nameKey, t.documentId),
    index('document_readers_type').on(t.companyId, t.reader, t.isArchived, t.types, t.documentId),
    index('document_readers_vendor').on(t.companyId, t.reader, t.isArchived, t.vendorKey, t.documentId),
  ],
)

/** Every three consecutive letters of document names, kept by triggers, to search by part of a name. */
export const documentNameParts = sqliteTable(
  'document_name_parts',
  {
    companyId: text('company_id').notNull(),
    part: text('part').notNull(),
    /** Whether everyone can read the document. */
    isOpen: integer('is_open').notNull(),
    isArchived: integer('is_archived').notNull(),
    createdAt: integer('created_at').notNull(),
    documentId: text('document_id').notNull(),
    nameKey: text('name_key').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.part, t.isOpen, t.isArchived, t.createdAt, t.documentId, t.nameKey] }),
    index('document_name_parts_name').on(t.companyId, t.part, t.isOpen, t.isArchived, t.nameKey, t.documentId),
  ],
)

/** The types of documents for each of their readers, kept by triggers. '+' reads all. */
export const documentTypes = sqliteTable(
  'document_types',
  {
    companyId: text('company_id').notNull(),
    reader: text('reader').notNull(),
    type: text('type').notNull(),
    isArchived: integer('is_archived').notNull(),
    createdAt: integer('created_at').notNull(),
    documentId: text('document_id').notNull(),
    nameKey: text('name_key').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.reader, t.type, t.isArchived, t.createdAt, t.documentId, t.nameKey] }),
    index('document_types_name').on(t.companyId, t.reader, t.type, t.isArchived, t.nameKey, t.documentId),
    index('document_types_document').on(t.companyId, t.documentId, t.reader),
  ],
)

/** What a document is attached to. People who can read one of the targets can read the document. */
export const documentLinks = sqliteTable(
  'document_links',
  {
    companyId: text('company_id').notNull(),
    documentId: text('document_id').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null if an answer added it. */
    createdByUserId: text('created_by_user_id'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.documentId, t.targetType, t.targetId] }),
    index('document_links_target').on(t.companyId, t.targetType, t.targetId, t.documentId),
    uniqueIndex('document_links_vendor').on(t.companyId, t.documentId).where(sql`target_type = 'VENDOR'`),
  ],
)

/** What was read in a document. See `readings.ts`. `plain` is the beginning of the text, for global search. */
export const documentReadings = sqliteTable(
  'document_readings',
  {
    companyId: text('company_id').notNull(),
    documentId: text('document_id').notNull(),
    kind: text('kind', { enum: ['TEXT', 'PREDICTIONS', 'SUMMARY'] }).notNull(),
    state: text('state', { enum: ['PENDING', 'DONE', 'FAILED'] }).notNull(),
    /** JSON: pages, entities, or the summary. */
    result: text('result'),
    plain: text('plain').notNull().default(''),
    /** A sentence that people can read. */
    error: text('error'),
    provider: text('provider'),
    requestedAt: integer('requested_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.documentId, t.kind] })],
)
