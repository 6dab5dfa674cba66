import { registerHistory, requireRow } from '../../platform/audit/targets.ts'
import { READABLE_DOCUMENT, readableParams } from './access.ts'

registerHistory('DOCUMENT', ({ db, actor }, id) => ({
  statement: db.sql(`SELECT 1 FROM documents d WHERE d.id = ?5 AND ${READABLE_DOCUMENT}`, ...readableParams(actor), id),
  check: (row) => void requireRow(row),
}))
