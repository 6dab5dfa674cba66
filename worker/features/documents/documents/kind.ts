import { beyondDelegation } from '../../../core/actor.ts'
import { delegationHolds } from '../../../core/kinds/delegation-period.ts'
import { ofRow } from '../../../core/kinds/history.ts'
import { RENAMED } from '../../../core/kinds/name-copies.ts'
import { registerKind } from '../../../core/kinds/registry.ts'
import { type KindRows, readableRow, readerParams } from '../../../core/kinds/rows.ts'
import { MOST_MINE } from '../../../core/kinds/search.ts'
import { owners } from '../../../core/kinds/threads.ts'
import { linkReaders, readableDocument } from './access.ts'

const ROWS: KindRows = {
  from: 'documents d',
  id: 'd.id',
  company: 'd.company_id',
  name: 'd.display_name',
  present: 'd.deleted_at IS NULL',
  deletedAt: 'd.deleted_at',
  get readable() {
    return readableDocument()
  },
}

/** Like `readableDocument` for the caller, but that the member `m` can read document ?2 of company ?1. ?5 is the time. */
const readers = (): string => `
  m.has_admin_access = 1 OR m.has_super_viewer_access = 1 OR EXISTS (
   SELECT 1 FROM documents d WHERE d.id = ?2 AND d.company_id = ?1
      AND (d.open_count > 0 OR d.uploaded_by_user_id = m.user_id))
  OR EXISTS (
   SELECT 1 FROM document_links l
     JOIN request_participants p ON p.company_id = l.company_id AND p.target_type = l.target_type
      AND p.target_id = l.target_id
    WHERE l.company_id = ?1 AND l.document_id = ?2 AND (p.user_id = m.user_id OR EXISTS (
      SELECT 1 FROM delegate_approvers g WHERE g.company_id = ?1 AND g.user_id = p.user_id
         AND g.delegate_user_id = m.user_id
         AND ${delegationHolds('g', '?5')}
         AND NOT ${beyondDelegation('g', 'p')})))
  OR EXISTS (
   SELECT 1 FROM document_links l JOIN intake_submissions s ON s.id = l.target_id AND s.is_draft = 0
     JOIN intake_category_owners o ON o.company_id = s.company_id AND o.intake_category_id = s.intake_category_id
    WHERE l.company_id = ?1 AND l.document_id = ?2 AND l.target_type = 'INTAKE_SUBMISSION' AND o.user_id = m.user_id)
  OR EXISTS (
   SELECT 1 FROM (SELECT 1 FROM document_links l WHERE l.company_id = ?1 AND l.document_id = ?2 AND (${linkReaders()})))`

registerKind({
  kind: 'DOCUMENT',
  rows: ROWS,
  history: ({ db, actor }, id) =>
    ofRow(db.sql(`SELECT 1 FROM documents d WHERE d.id = ?6 AND ${readableRow(ROWS)}`, ...readerParams(actor), id)),
  search: {
    entry: 'DOCUMENT',
    pool: 'documents',
    mayFind: () => true,
    mine: `SELECT mine.id FROM documents mine WHERE mine.company_id = ?1 AND mine.uploaded_by_user_id = ?2
      ORDER BY mine.created_at DESC LIMIT ${MOST_MINE}`,
    archivedAt: 'd.archived_at',
    foundBy: [],
    number: null,
    details: null,
  },
  threads: {
    columns: `d.open_count AS openCount,
      (SELECT json_group_array(json_array(l.target_type, l.target_id)) FROM document_links l
        WHERE l.company_id = ?1 AND l.document_id = d.id
          AND l.target_type IN ('INTAKE_SUBMISSION', 'SPEND_REQUEST', 'BILL', 'PURCHASE_ORDER')) AS requests`,
    involved: owners('SELECT uploaded_by_user_id AS id FROM documents WHERE id = ?2 AND company_id = ?1'),
    get readers() {
      return readers()
    },
    // If not everyone can read it, then those can who read the requests it belongs to.
    attachTo: ({ row }) =>
      Number(row.openCount) > 0 ? null : (JSON.parse(String(row.requests)) as [string, string][]),
  },
  documents: null,
  handOver: null,
  waitingFor: null,
  copies: [
    {
      of: 'VENDOR',
      table: 'documents',
      columns: ['vendor_key'],
      value: `(SELECT lower(v.name) FROM document_links l CROSS JOIN vendors v ON v.id = l.target_id
        WHERE l.company_id = documents.company_id AND l.document_id = documents.id AND l.target_type = 'VENDOR')`,
      rows: `company_id = ?2 AND id IN (SELECT l.document_id FROM document_links l
        WHERE l.company_id = ?2 AND l.target_type = 'VENDOR' AND l.target_id IN ${RENAMED})`,
    },
  ],
})
