import type { Service } from '../../../../schema/vendors/services/endpoints.ts'
import type { Change } from '../../../core/commit.ts'
import { requireUnarchived } from '../../../core/kinds/archived.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  auditOf,
  linkStatement,
  type Named,
  requireDocuments,
  unlinkStatement,
} from '../../documents/documents/index.ts'

/** Documents attached and detached when a service changes. */
export type DocumentChange = Pick<Change<unknown>, 'statements' | 'audit'>

export const NO_DOCUMENTS: DocumentChange = { statements: [], audit: [] }

/** Makes these the service's documents. Throws INVALID for `documentIds` if the person can't attach one. */
export const documentChange = async (
  context: StaffContext,
  { id, name }: Pick<Service, 'id' | 'name'>,
  documentIds: readonly string[],
): Promise<DocumentChange> => {
  const { db, actor } = context
  const present = await db.all<Named>(
    db.sql(
      `SELECT d.id, d.display_name AS name FROM document_links l CROSS JOIN documents d ON d.id = l.document_id
        WHERE l.company_id = ? AND l.target_type = 'SERVICE' AND l.target_id = ? AND d.deleted_at IS NULL`,
      actor.companyId,
      id,
    ),
  )
  const had = new Set(present.map((document) => document.id))
  const added = await requireDocuments(
    context,
    documentIds.filter((documentId) => !had.has(documentId)),
  )
  if (added.length > 0) await requireUnarchived(context, [{ kind: 'SERVICE', id }])
  const removed = present.filter((document) => !documentIds.includes(document.id))
  const service = { kind: 'SERVICE' as const, id, name, mayChange: true }
  const place = [['SERVICE', id]] as const
  return {
    statements: [
      ...(added.length > 0 ? [linkStatement(context, added, place)] : []),
      ...(removed.length > 0 ? [unlinkStatement(context, removed, place)] : []),
    ],
    audit: [
      ...(added.length > 0 ? auditOf(context, service, added, true) : []),
      ...(removed.length > 0 ? auditOf(context, service, removed, false) : []),
    ],
  }
}
