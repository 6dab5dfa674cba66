import * as endpoints from '../../../../schema/documents/reading/readings.ts'
import { READABLE_FILES, type ReadingKind, type ReadingState } from '../../../../schema/documents/reading/readings.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { latestOrNewThread } from '../chats/index.ts'
import { type DocumentRow, documentsStatement, pendingStatement, readRow } from '../documents/index.ts'
import { MATCH_KEY } from './read-documents.ts'

interface ReadingRow {
  kind: ReadingKind
  state: ReadingState
  result: string | null
  error: string | null
  provider: string | null
}

const readingsStatement = ({ db, actor }: StaffContext, documentId: string): D1PreparedStatement =>
  db.sql(
    `SELECT kind, state, result, error, provider FROM document_readings WHERE company_id = ? AND document_id = ?`,
    actor.companyId,
    documentId,
  )

interface VendorRow {
  id: string
  name: string
  matchKey: string
}

/** The company's vendors that the document mentions. */
const vendorsStatement = ({ db, actor }: StaffContext, documentId: string): D1PreparedStatement =>
  db.sql(
    `SELECT DISTINCT v.id, v.name, v.match_key AS matchKey
       FROM document_readings r CROSS JOIN json_each(r.result) e
      CROSS JOIN json_each(iif(e.value ->> 'kind' IS NULL, e.value, '{}'), '$.properties') p
      CROSS JOIN vendors v ON v.company_id = ?1 AND v.match_key = p.value ->> 'value'
      WHERE r.company_id = ?1 AND r.document_id = ?2 AND r.kind = 'PREDICTIONS' AND p.value ->> 'type' = '${MATCH_KEY}'
        AND v.archived_at IS NULL`,
    actor.companyId,
    documentId,
  )

/** Throws NOT_FOUND for a document that the person can't see. */
const readAll = async (context: StaffContext, documentId: string) => {
  const [documents, readings, vendors] = await context.db.batch([
    documentsStatement(context, JSON.stringify([documentId])),
    readingsStatement(context, documentId),
    vendorsStatement(context, documentId),
  ])
  const document = documents?.results[0] as Pick<DocumentRow, 'mimeType' | 'displayName' | 'vendor'> | undefined
  if (!document) throw notFound('The document')
  const rows = (readings?.results ?? []) as unknown as ReadingRow[]
  return {
    document,
    rows: new Map(rows.map((row) => [row.kind, row])),
    vendors: (vendors?.results ?? []) as unknown as VendorRow[],
  }
}

/** Marks parties that are vendors of the company. */
const withVendors = (entities: endpoints.Entity[], vendors: VendorRow[]): endpoints.Entity[] =>
  entities.map((entity) => {
    // Documents read before contradictions were checked have no information about them.
    const { contradicted = false } = entity as Partial<endpoints.Entity>
    const key = entity.properties.find(({ type }) => type === MATCH_KEY)?.value
    const properties = entity.properties.filter(({ type }) => type !== MATCH_KEY)
    const vendor = key ? vendors.find(({ matchKey }) => matchKey === key) : undefined
    const known = vendor
      ? [
          { type: 'vendorId', value: vendor.id },
          { type: 'vendorName', value: vendor.name },
        ]
      : []
    return { ...entity, contradicted, properties: [...properties, ...known] }
  })

const isInvoiceValue = (one: endpoints.Entity | endpoints.InvoiceValue): one is endpoints.InvoiceValue => 'kind' in one
const isEntity = (one: endpoints.Entity | endpoints.InvoiceValue): one is endpoints.Entity => !isInvoiceValue(one)

/** Throws NOT_FOUND for a document that the person can't see. */
export const predictionsOf = async (context: StaffContext, documentId: string) => {
  const { document, rows, vendors } = await readAll(context, documentId)
  const { mimeType, displayName, vendor } = document
  const stateOf = (kind: ReadingKind) => {
    if (!Object.hasOwn(READABLE_FILES, mimeType)) return { state: 'UNSUPPORTED' as const, error: null }
    const row = rows.get(kind)
    return { state: row?.state ?? ('NONE' as const), error: row?.error ?? null }
  }
  const parsed = <T>(kind: ReadingKind, nothing: T): T => {
    const result = rows.get(kind)?.result
    return result ? (JSON.parse(result) as T) : nothing
  }
  const found = parsed<(endpoints.Entity | endpoints.InvoiceValue)[]>('PREDICTIONS', [])
  const predictions: endpoints.DocumentPredictions = {
    ...stateOf('PREDICTIONS'),
    provider: rows.get('PREDICTIONS')?.provider ?? null,
    entities: withVendors(found.filter(isEntity), vendors),
    invoiceValues: found.filter(isInvoiceValue),
    pages: parsed<endpoints.Page[]>('TEXT', []),
    text: stateOf('TEXT'),
    summary: { ...stateOf('SUMMARY'), text: parsed<string | null>('SUMMARY', null) },
  }
  return { displayName, vendorId: vendor ? (JSON.parse(vendor) as { id: string }).id : null, predictions }
}

export const readPredictions = query({
  id: 'documents.predictions',
  access: 'staff.use',
  input: inputOf(endpoints.getPredictions),
  run: async (context, { documentId }) => (await predictionsOf(context, documentId)).predictions,
})

interface Asked<Result> {
  documentId: string
  kinds: [ReadingKind, ...ReadingKind[]]
  isWanted: (row?: ReadingRow) => boolean
  resultOf: (row?: ReadingRow) => Result
  /** What is written beside it. */
  statements?: D1PreparedStatement[]
}

/**
 * Requests a reading if it is needed, and returns what exists by then. Throws RULE_BROKEN for a file type without text.
 */
const ask = async <Result>(
  context: StaffContext,
  { documentId, kinds, isWanted, resultOf, statements = [] }: Asked<Result>,
) => {
  const { document, rows } = await readAll(context, documentId)
  if (!Object.hasOwn(READABLE_FILES, document.mimeType)) {
    throw new AppError('RULE_BROKEN', 'Outlay can’t read text in this file type.', { reason: 'UNSUPPORTED' })
  }
  const row = rows.get(kinds[0])
  const wanted = isWanted(row)
  const { db, actor, clock } = context
  const pending = { companyId: actor.companyId, documentIds: [documentId], kinds, now: clock.now() }
  return commit(context, {
    subject: 'The document',
    statements: wanted ? [pendingStatement(db, pending), ...statements] : statements,
    outbox: wanted ? [readRow(documentId, kinds)] : [],
    audit: [],
    result: resultOf(wanted ? undefined : row),
  })
}

/** Reads the text and terms again, for example after a failure. Does nothing while a reading is in progress. */
export const extractText = command({
  id: 'documents.extract-text',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.extractText),
  run: (context, { documentId }) =>
    ask(context, {
      documentId,
      kinds: ['TEXT', 'PREDICTIONS'],
      isWanted: (row) => row?.state !== 'PENDING',
      resultOf: (): { id: string; state: ReadingState } => ({ id: documentId, state: 'PENDING' }),
    }),
})

/** Requests a summary. Returns the existing one unless another is wanted. */
export const summarizeDocument = command({
  id: 'documents.summarize',
  access: 'documents.summarize',
  asAnother: 'ACTING',
  input: inputOf(endpoints.summarizeDocument),
  run: async (context, { documentId, again = false }) => {
    const mayAsk = can(context.actor.policy, 'assistant.use')
    const thread = mayAsk ? await latestOrNewThread(context, 'DOCUMENT', documentId) : null
    return ask(context, {
      documentId,
      kinds: ['SUMMARY'],
      statements: thread?.statements ?? [],
      isWanted: (row) => (row?.state === 'DONE' ? again : row?.state !== 'PENDING'),
      resultOf: (row) => ({
        state: row?.state ?? ('PENDING' as const),
        summary: row?.result ? (JSON.parse(row.result) as string) : null,
        threadId: thread?.id ?? null,
      }),
    })
  },
})
