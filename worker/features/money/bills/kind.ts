import { registerKind, registerMemberUse } from '../../../core/kinds/registry.ts'
import { registerReferences } from '../../../core/references.ts'
import { registerEvidence } from '../../approvals/evidence/index.ts'
import { accessStatement, READABLE, toReadable } from './access.ts'
import { DISCUSSION } from './discussion.ts'
import { REFERENCES } from './unit-references.ts'

/** Its vendor and the invoice number. */
const NAME = `coalesce((SELECT o.name FROM erp_objects o WHERE o.id = bl.erp_vendor_id), '') || ' ' || bl.invoice_number`

registerKind({
  kind: 'BILL',
  rows: {
    from: 'bills bl',
    id: 'bl.id',
    company: 'bl.company_id',
    name: NAME,
    present: 'bl.deleted_at IS NULL',
    deletedAt: 'bl.deleted_at',
    readable: READABLE,
  },
  history: (context, id) => ({
    statement: accessStatement(context, id),
    check: (row) => void toReadable(row, context.actor),
  }),
  // Its own list searches bills. Global search finds vendors, services and requests.
  search: null,
  threads: DISCUSSION,
  documents: null,
  handOver: null,
  waitingFor: { pending: "bl.status = 'PENDING' AND bl.archived_at IS NULL", number: 'bl.invoice_number' },
  copies: [],
})

registerReferences(...REFERENCES)

registerEvidence('BILL', {
  status: 'bl.shown_status',
  documents: `SELECT i.document_id AS id FROM bills b CROSS JOIN invoices i ON i.id = b.invoice_id AND i.company_id = b.company_id
    WHERE b.company_id = ?1 AND b.id = ?2`,
})

registerMemberUse({
  text: 'They are part of a bill',
  sql: `SELECT 1 FROM bill_orders bo WHERE bo.company_id = ?1 AND bo.user_id = j.value`,
})
