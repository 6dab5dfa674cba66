import { type BookKind, DOCUMENT_KINDS } from '../../../../schema/platform/accounting/books.ts'
import type { PushProblem } from '../../../../schema/platform/book-pushes/endpoints.ts'
import { BOOK_KIND_OF, type PushedKind } from '../../../../schema/platform/book-pushes/rows.ts'
import { MOST_LINES, PROBLEMS_TOLD } from '../../../../schema/platform/book-pushes/values.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Whether the files of a generation fit together, and what doesn't, in words. */

interface Wrong {
  kind: PushedKind
  part: number
  line: number
  what: string
}

const STAGED = `book_push_rows r CROSS JOIN book_pushes p INDEXED BY book_pushes_attempt
     ON p.company_id = r.company_id AND p.attempt = r.attempt AND p.state = 'STAGED'`
const DOCUMENTS = `r.kind IN (${DOCUMENT_KINDS.map((kind) => `'${kind}'`).join(', ')})`
const FOUND = 'p.kind, p.part, r.position AS line'

/** What lines name, by the member of the row, in words. */
const REFERENCES: Record<string, { kind: BookKind; noun: string }> = {
  accountErpId: { kind: 'ACCOUNT', noun: 'account' },
  vendorErpId: { kind: 'VENDOR', noun: 'vendor' },
  departmentErpId: { kind: 'DEPARTMENT', noun: 'department' },
  locationErpId: { kind: 'LOCATION', noun: 'location' },
  classificationErpId: { kind: 'CLASSIFICATION', noun: 'class' },
  entityErpId: { kind: 'ENTITY', noun: 'entity' },
}

/** Named by a line, and neither in the generation nor, if it has none of the kind, here already. */
const UNKNOWN = `
SELECT ${FOUND}, n.value ->> 'noun' || ' "' || (r.row ->> (n.value ->> 'member')) || '" is not known' AS what
  FROM ${STAGED} CROSS JOIN json_each(?4) n
 WHERE r.company_id = ?1 AND r.generation_id = ?2 AND ${DOCUMENTS} AND r.row ->> (n.value ->> 'member') IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM book_push_rows x CROSS JOIN book_pushes xp INDEXED BY book_pushes_attempt
                      ON xp.company_id = x.company_id AND xp.attempt = x.attempt AND xp.state = 'STAGED'
                    WHERE x.company_id = ?1 AND x.generation_id = ?2 AND x.kind = n.value ->> 'kind' AND x.erp_id = r.row ->> (n.value ->> 'member'))
   AND (n.value ->> 'isPushed' OR NOT EXISTS (
         SELECT 1 FROM erp_objects o WHERE o.company_id = ?1 AND o.connection_id = ?3 AND o.kind = n.value ->> 'kind'
            AND o.erp_id = r.row ->> (n.value ->> 'member') AND o.deleted_at IS NULL))
 LIMIT ${PROBLEMS_TOLD}`

const TWICE = `
SELECT ${FOUND}, CASE WHEN r.line_id = '' THEN 'id "' || r.erp_id || '" is there twice'
         ELSE 'line "' || r.line_id || '" of document "' || r.erp_id || '" is there twice' END AS what
  FROM ${STAGED} WHERE r.company_id = ?1 AND r.generation_id = ?2
 GROUP BY r.kind, r.erp_id, r.line_id HAVING COUNT(*) > 1 LIMIT ${PROBLEMS_TOLD}`

/** One document has one date, currency and entity. */
const UNLIKE = `
SELECT ${FOUND}, 'document "' || r.erp_id || '" has lines of several dates, currencies or entities' AS what
  FROM ${STAGED} WHERE r.company_id = ?1 AND r.generation_id = ?2 AND ${DOCUMENTS}
 GROUP BY r.kind, r.erp_id
HAVING COUNT(DISTINCT r.row ->> 'date') > 1 OR COUNT(DISTINCT r.row ->> 'currency') > 1
    OR COUNT(DISTINCT coalesce(r.row ->> 'entityErpId', '')) > 1 LIMIT ${PROBLEMS_TOLD}`

const LONG = `
SELECT ${FOUND}, 'document "' || r.erp_id || '" has more than ${MOST_LINES.toLocaleString('en-US')} lines' AS what
  FROM ${STAGED} WHERE r.company_id = ?1 AND r.generation_id = ?2 AND ${DOCUMENTS}
 GROUP BY r.kind, r.erp_id HAVING COUNT(*) > ${MOST_LINES} LIMIT ${PROBLEMS_TOLD}`

const EARLY = `
SELECT ${FOUND}, 'date ' || (r.row ->> 'date') || ' is before transactionsFrom' AS what
  FROM ${STAGED} WHERE r.company_id = ?1 AND r.generation_id = ?2 AND ${DOCUMENTS} AND r.row ->> 'date' < ?3 LIMIT ${PROBLEMS_TOLD}`

const toError = ({ kind, part, line, what }: Wrong): PushProblem => ({
  ...{ kind, part, line },
  message: what.charAt(0).toUpperCase() + what.slice(1),
})

interface Checked {
  id: string
  connectionId: string
  transactionsFrom: string | null
  pushed: readonly PushedKind[]
}

/** The first hundred of what doesn't fit together. */
export const problemsOf = async (
  { db, actor }: StaffContext,
  { id, connectionId, transactionsFrom, pushed }: Checked,
): Promise<PushProblem[]> => {
  const kinds = new Set<string>(pushed.flatMap((kind) => (kind === 'transactions' ? [] : [BOOK_KIND_OF[kind]])))
  const references = Object.entries(REFERENCES).map(([member, reference]) => ({
    ...reference,
    member,
    isPushed: kinds.has(reference.kind) ? 1 : 0,
  }))
  const key = [actor.companyId, id]
  const results = await db.batch([
    db.sql(TWICE, ...key),
    db.sql(UNLIKE, ...key),
    db.sql(LONG, ...key),
    ...(transactionsFrom === null ? [] : [db.sql(EARLY, ...key, transactionsFrom)]),
    db.sql(UNKNOWN, ...key, connectionId, JSON.stringify(references)),
  ])
  return results
    .flatMap(({ results: rows }) => rows as unknown as Wrong[])
    .slice(0, PROBLEMS_TOLD)
    .map(toError)
}
