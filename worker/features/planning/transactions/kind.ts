import { ofRow } from '../../../core/kinds/history.ts'
import { registerKind } from '../../../core/kinds/registry.ts'
import { type KindRows, readableRow, readerParams } from '../../../core/kinds/rows.ts'
import { lineReadable, lineReader } from '../../platform/accounting/index.ts'
import { nameOfTransaction } from './name.ts'

const ROWS: KindRows = {
  from: 'transactions tn',
  id: 'tn.id',
  company: 'tn.company_id',
  name: nameOfTransaction('tn'),
  present: 'tn.is_tracked',
  readable: lineReadable('tn'),
}

registerKind({
  kind: 'TRANSACTION',
  rows: ROWS,
  history: ({ db, actor }, id) =>
    ofRow(
      db.sql(`SELECT 1 FROM transactions tn WHERE tn.id = ?6 AND ${readableRow(ROWS)}`, ...readerParams(actor), id),
    ),
  // Their own page searches them. Global search finds what people have written, by anyone who may search.
  search: null,
  threads: {
    // Only those who are mentioned, and those who have commented.
    involved: "SELECT '' AS id, 'WATCHER' AS role, 0 AS waits, 4 AS place WHERE 0",
    readers: `EXISTS (SELECT 1 FROM transactions tn WHERE tn.id = ?2 AND tn.company_id = ?1 AND ${lineReader('tn', 'm')})`,
    attachTo: ({ id }) => [['TRANSACTION', id]],
  },
  documents: null,
  handOver: null,
  waitingFor: null,
  copies: [],
})
