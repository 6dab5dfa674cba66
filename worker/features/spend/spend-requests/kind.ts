import { can } from '../../../../schema/shared/permissions.ts'
import { registerKind, registerMemberUse } from '../../../core/kinds/registry.ts'
import { MOST_MINE } from '../../../core/kinds/search.ts'
import { vendorNameSql } from '../../../core/object-names.ts'
import { registerReferences } from '../../../core/references.ts'
import { registerEvidence } from '../../approvals/evidence/index.ts'
import { accessStatement, READABLE, toReadable } from './access.ts'
import { DISCUSSION } from './discussion.ts'
import { REFERENCES } from './references.ts'

/** Its vendor, and the beginning of the description. */
const NAME = `${vendorNameSql('sr.vendor_id', 'sr.company_id')} || CASE sr.description WHEN '' THEN '' ELSE ': ' || substr(sr.description, 1, 80) END`

registerKind({
  kind: 'SPEND_REQUEST',
  rows: {
    from: 'spend_requests sr',
    id: 'sr.id',
    company: 'sr.company_id',
    name: NAME,
    logName: "'SR-' || sr.number || ' ' || substr(sr.description, 1, 80)",
    present: 'sr.deleted_at IS NULL',
    deletedAt: 'sr.deleted_at',
    readable: READABLE,
  },
  history: (context, id) => ({
    statement: accessStatement(context, id),
    check: (row) => void toReadable(row, context.actor),
  }),
  search: {
    entry: 'SPEND_REQUEST',
    pool: 'spend-requests',
    mayFind: ({ policy }) => can(policy, 'spend-requests.read'),
    mine: `SELECT o.spend_request_id AS id FROM spend_request_orders o
      WHERE o.company_id = ?1 AND o.user_id = ?2 ORDER BY o.created_at DESC LIMIT ${MOST_MINE}`,
    archivedAt: 'sr.archived_at',
    foundBy: ['VENDOR'],
    name: NAME,
    number: { sql: 'sr.number', prefix: 'SR' },
    details: {
      sql: `json_object('number', sr.number, 'status', sr.status, 'requestorName', coalesce((
        SELECT trim(q.first_name || ' ' || q.last_name) FROM users q WHERE q.id = sr.requestor_user_id), ''))`,
      joins: '',
      read: (json) => ({ spendRequest: JSON.parse(json) }),
    },
  },
  threads: DISCUSSION,
  documents: null,
  handOver: null,
  waitingFor: { pending: "sr.status = 'PENDING' AND sr.archived_at IS NULL", number: "'SR-' || sr.number" },
  copies: [],
})

registerReferences(...REFERENCES)

registerEvidence('SPEND_REQUEST', { status: 'sr.status' })

registerMemberUse({
  text: 'They are part of a spend request',
  sql: `SELECT 1 FROM spend_request_orders so WHERE so.company_id = ?1 AND so.user_id = j.value`,
})
