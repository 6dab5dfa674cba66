import { backInIndex, INDEXED_KEYS, RENAME_IN_INDEX } from '../services/index.ts'
import type { Move } from './move.ts'

/** The index of services' answers follows a merge, with a record of each row, and comes back when it is undone. */

const PLACE = 'service_answer_values'
const recorded = `FROM vendor_merge_moves m WHERE m.company_id = ?1 AND m.merge_id = ?2 AND m.place = '${PLACE}'`

export const indexStatements = ({ db, companyId, mergeId, fromId, intoId }: Move): D1PreparedStatement[] => [
  db.sql(
    `INSERT INTO vendor_merge_moves (company_id, merge_id, place, row_key, was_double)
     SELECT ?1, ?2, '${PLACE}', i.key, i.isDouble FROM (${INDEXED_KEYS}) i`,
    companyId,
    mergeId,
    fromId,
    intoId,
  ),
  db.sql(RENAME_IN_INDEX, companyId, fromId, intoId),
]

export const indexBackStatements = ({ db, companyId, mergeId, fromId, intoId }: Move): D1PreparedStatement[] =>
  backInIndex(recorded, `${recorded} AND m.was_double = 0`).map((sql) =>
    db.sql(sql, companyId, mergeId, fromId, intoId),
  )
