import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id } from '../../shared/values.ts'

/** What is read in a document (specification 2 §3 and §7): its text, terms with their places, a summary. */

export const READING_KINDS = ['TEXT', 'PREDICTIONS', 'SUMMARY'] as const
export type ReadingKind = (typeof READING_KINDS)[number]

/** NONE: no one asked. UNSUPPORTED: a file type without text. */
export const READING_STATES = ['NONE', 'PENDING', 'DONE', 'FAILED', 'UNSUPPORTED'] as const
export const readingState = z.enum(READING_STATES)
export type ReadingState = z.infer<typeof readingState>

export const ENTITY_TYPES = [
  'DOCUMENT_TYPE',
  'PARTY',
  'START_DATE',
  'END_DATE',
  'DATE',
  'TOTAL_AMOUNT',
  'AMOUNT',
  'TERM',
  'RENEWAL_TERM',
  'NOTICE_PERIOD',
  'PAYMENT_TERM',
  'INVOICE_NUMBER',
  'GOVERNING_LAW',
] as const
export const entityType = z.enum(ENTITY_TYPES)
export type EntityType = z.infer<typeof entityType>

const vertex = z.object({ x: z.number(), y: z.number() })

const pageAnchor = z.object({
  /** One for each line. */
  pageRefs: z.array(
    z.object({
      /** From 1. */
      page: z.number().int(),
      /** The place on the page, from 0 to 1 from its upper left corner. PDF only. */
      normalizedVertices: z.array(vertex).optional(),
    }),
  ),
})

export const entity = z.object({
  type: entityType,
  /** As written in the document. */
  mentionText: z.string(),
  /** From 0 to 1. */
  confidence: z.number().min(0).max(1),
  /** The document says something else in another place, which is also among the entities. */
  contradicted: z.boolean(),
  pageAnchor,
  /**
   * The meaning: a date as `date`, an amount in minor units as `value` with `currency`, days as `days`, months as
   * `months`, a document type as `documentType`, automatic renewal as `autorenews`, the company's vendor of that name
   * as `vendorId`.
   */
  properties: z.array(z.object({ type: z.string(), value: z.string() })),
})
export type Entity = z.infer<typeof entity>

/**
 * FIELD: a value with its `label`, and a tax id as `taxId`. LINE: a row of the table, with `description`, `quantity`, `unitPrice` and `amount`.
 * NAME: a company, with its `role` and as `matchKey` and `nameKey`. TERMS: `days` to pay, and what they count `from`. CREDIT: the title of a
 * credit note. DATE: a date without a label, at the top. PAID: that it is paid. LOOKS: the title of something else, in
 * words as `looksLike`. CUT: the last line that is kept of a longer table.
 */
export const INVOICE_VALUE_KINDS = ['FIELD', 'LINE', 'NAME', 'TERMS', 'CREDIT', 'DATE', 'PAID', 'LOOKS', 'CUT'] as const

/** What stands on an invoice, as written. What it means depends on the vendor: schema/money/invoice-reading. */
const invoiceValue = z.object({
  kind: z.enum(INVOICE_VALUE_KINDS),
  mentionText: z.string(),
  pageAnchor,
  properties: z.record(z.string(), z.string()),
})
export type InvoiceValue = z.infer<typeof invoiceValue>

const page = z.object({
  /** From 1. */
  page: z.number().int(),
  text: z.string(),
})
export type Page = z.infer<typeof page>

const state = { state: readingState, error: z.string().nullable() }

export const documentPredictions = z.object({
  ...state,
  /** What read it. */
  provider: z.string().nullable(),
  entities: z.array(entity),
  /** Empty for what isn’t an invoice. */
  invoiceValues: z.array(invoiceValue),
  pages: z.array(page),
  text: z.object(state),
  summary: z.object({ ...state, text: z.string().nullable() }),
})
export type DocumentPredictions = z.infer<typeof documentPredictions>

export const getPredictions = endpoint({
  id: 'documents.predictions',
  method: 'GET',
  path: '/api/document-predictions/{documentId}',
  summary: 'The text of a document by page, what was found in it, and its summary',
  params: z.object({ documentId: id }),
  response: documentPredictions,
})

export const extractText = endpoint({
  id: 'documents.extract-text',
  method: 'POST',
  path: '/api/documents/{documentId}/extractText',
  summary: 'Read a document’s text and terms again',
  params: z.object({ documentId: id }),
  response: z.object({ id: z.string(), state: readingState }),
})

export const summarizeDocument = endpoint({
  id: 'documents.summarize',
  method: 'POST',
  path: '/api/documents/{documentId}/summarize',
  summary: 'Request a summary; it’s ready when its state is DONE',
  params: z.object({ documentId: id }),
  /** `again`: even if there already is one. */
  body: z.object({ again: z.boolean().optional() }),
  response: z.object({
    state: readingState,
    summary: z.string().nullable(),
    /** The caller's conversation with the assistant about the document. Null where asking isn't possible. */
    threadId: z.string().nullable(),
  }),
})

/** Files whose text is read, by media type. */
export const READABLE_FILES: Record<string, 'pdf' | 'docx' | 'xlsx' | 'pptx'> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
}
