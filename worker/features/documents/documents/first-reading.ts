import { READABLE_FILES, type ReadingKind } from '../../../../schema/documents/reading/readings.ts'
import type { Database } from '../../../core/database.ts'

/** Asks for documents to be read, in the batch of the change that causes it. The reading itself is a job. */

/** Marks documents for reading: the state that pages show, in the batch of the change that requests it. */
export const pendingStatement = (
  db: Pick<Database, 'sql'>,
  ask: { companyId: string; documentIds: readonly string[]; kinds: readonly ReadingKind[]; now: number },
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO document_readings (company_id, document_id, kind, state, requested_at)
     SELECT ?1, d.value, k.value, 'PENDING', ?2 FROM json_each(?3) d, json_each(?4) k WHERE 1
     ON CONFLICT (company_id, document_id, kind) DO UPDATE SET state = 'PENDING', error = NULL, requested_at = ?2`,
    ask.companyId,
    ask.now,
    JSON.stringify(ask.documentIds),
    JSON.stringify(ask.kinds),
  )

export const readRow = (documentId: string, kinds: ReadingKind[]) => ({
  topic: 'document.read' as const,
  payload: { documentId, kinds },
})

/** What a new document of this media type is read for: nothing, or its text and terms. */
export const firstReading = (
  db: Pick<Database, 'sql'>,
  { companyId, now, documents }: { companyId: string; now: number; documents: { id: string; mimeType: string }[] },
) => {
  const ids = documents.filter(({ mimeType }) => Object.hasOwn(READABLE_FILES, mimeType)).map(({ id }) => id)
  const kinds: ReadingKind[] = ['TEXT', 'PREDICTIONS']
  return {
    statements: ids.length > 0 ? [pendingStatement(db, { companyId, documentIds: ids, kinds, now })] : [],
    outbox: ids.map((id) => readRow(id, kinds)),
  }
}
