import { can } from '../../../../schema/shared/permissions.ts'
import { registerKind, registerMemberUse } from '../../../core/kinds/registry.ts'
import { MOST_MINE } from '../../../core/kinds/search.ts'
import { registerReferences } from '../../../core/references.ts'
import { registerEvidence } from '../../approvals/evidence/index.ts'
import { DISCUSSION } from './discussion.ts'
import { REFERENCES } from './references.ts'
import { accessStatement, readableRequestBy, toReadable } from './visibility.ts'

registerKind({
  kind: 'INTAKE_SUBMISSION',
  rows: {
    from: 'intake_submissions s',
    id: 's.id',
    company: 's.company_id',
    name: 's.title',
    logName: "'#' || s.number || ' ' || s.title",
    present: 's.is_draft = 0 AND s.deleted_at IS NULL',
    deletedAt: 's.deleted_at',
    readable: readableRequestBy({ user: '?2', seesAll: '?3', actsFor: '?4', ownedCategories: '?5' }),
  },
  history: (context, id) => ({
    statement: accessStatement(context, id),
    check: (row) => void toReadable(row, context.actor),
  }),
  search: {
    entry: 'REQUEST',
    pool: 'requests',
    mayFind: ({ policy }) => can(policy, 'requests.use'),
    mine: `SELECT mine.id FROM (
      SELECT o.number FROM request_people q CROSS JOIN request_orders o ON o.person = q.id
       WHERE q.company_id = ?1 AND q.user_id = ?2 ORDER BY o.created_at DESC LIMIT ${MOST_MINE}) n
      CROSS JOIN intake_submissions mine ON mine.company_id = ?1 AND mine.number = n.number`,
    archivedAt: 's.archived_at',
    foundBy: ['VENDOR', 'CATEGORY'],
    number: { sql: 's.number' },
    details: {
      sql: `json_object('number', s.number, 'status', s.status, 'categoryName', coalesce(c.name, ''),
        'requestorName', coalesce(s.requestor_name, ''), 'source', CASE WHEN s.vendor_form_id IS NOT NULL THEN 'VENDOR'
          WHEN s.contact_email IS NOT NULL THEN 'PUBLIC' ELSE 'MEMBER' END)`,
      joins: 'LEFT JOIN intake_categories c ON c.id = s.intake_category_id',
      read: (json) => ({ request: JSON.parse(json) }),
    },
  },
  threads: DISCUSSION,
  documents: null,
  handOver: null,
  waitingFor: { pending: "s.status = 'PENDING' AND s.archived_at IS NULL", number: "'#' || s.number" },
  copies: [],
})

registerReferences(...REFERENCES)

registerEvidence('INTAKE_SUBMISSION', { status: 's.status' })

registerMemberUse({
  text: 'A form names them',
  sql: `SELECT 1 FROM intake_categories c
    JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
    WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND instr(f.definition, '"' || j.value || '"')`,
})

registerMemberUse({
  text: 'They are part of a request',
  sql: `SELECT 1 FROM request_people rp WHERE rp.company_id = ?1 AND rp.user_id = j.value`,
})
