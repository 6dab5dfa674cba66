import './subject.ts'
import './kind.ts'
import { registerMailFacts } from '../../requests/submissions/index.ts'
import { SUMMARY_COLUMNS } from './rows.ts'

/** What emails say about spend requests. */
registerMailFacts({
  targetType: 'SPEND_REQUEST',
  columns: SUMMARY_COLUMNS,
  from: 'spend_requests s ON s.id = j.value LEFT JOIN vendors v ON v.id = s.vendor_id AND v.company_id = s.company_id',
})
