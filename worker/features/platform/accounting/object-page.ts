import type { BookKind } from '../../../../schema/platform/accounting/books.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import {
  LOOKED_COLUMNS,
  LOOKED_ID,
  type LookedRow,
  lookedPage,
  lookedSql,
  lookingFrom,
} from '../../../core/looked-page.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { toConnection } from '../../../core/paging.ts'
import { containsText } from '../../../core/text-search.ts'

/** An object, with what choosing one needs. */
export interface ErpObjectRow {
  id: string
  name: string
  number: string | null
  isActive: number
  status: string | null
  classification: string | null
  vendorId: string | null
}

interface Asked {
  search?: string | undefined
  ids?: string[] | undefined
  cursor?: string | undefined
  first: number
  orderBy?: { by: string[]; dir: ('ASC' | 'DESC')[] } | undefined
}

const COLUMNS = `o.id, o.name, o.number, o.is_active AS isActive, o.details ->> 'status' AS status, o.classification,
  o.vendor_id AS vendorId`
/** Names have an index. There are few of what is sorted by anything else. */
const KEYS: ReadonlyMap<string, string> = new Map(Object.entries({ name: 'name_key', symbol: 'number', id: 'id' }))

/** Those of these ids, in no order that anyone asked for. */
const chosen = ({ db, actor }: StaffContext, kind: BookKind, ids: readonly string[]): Promise<ErpObjectRow[]> =>
  db.all<ErpObjectRow>(
    db.sql(
      `SELECT ${COLUMNS} FROM (SELECT DISTINCT value FROM json_each(?2)) j
        CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1 AND +o.kind = ?3 ORDER BY o.name_key, o.id`,
      actor.companyId,
      JSON.stringify(ids),
      kind,
    ),
  )

/**
 * Objects of a kind by name, page by page and by text, or those of these ids.
 * @param only SQL about object `o`, of those that are offered
 */
export const objectPage = async <Node>(
  context: StaffContext,
  kind: BookKind,
  { search, ids, cursor, first, orderBy }: Asked,
  nodeOf: (row: ErpObjectRow) => Node,
  only?: string,
): Promise<Connection<Node>> => {
  const { db, actor } = context
  if (ids) return toConnection(await chosen(context, kind, ids), ids.length, ({ name, id }) => [name, id], nodeOf)
  const key = KEYS.get(orderBy?.by[0] ?? 'name') ?? 'name_key'
  const dir = orderBy?.dir[0] ?? 'ASC'
  const looking = lookingFrom({ cursor, first }, 2, 2)
  const params: unknown[] = [actor.companyId, kind]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const column = key === 'id' ? 'id' : `coalesce(${key}, '')`
  const sortKey = key === 'name_key' ? 'name_key' : column
  const after = looking.after
    ? `AND (${sortKey}, id) ${dir === 'ASC' ? '>' : '<'} (${looking.after.map(bind).join(', ')})`
    : ''
  const seen = lookedSql({
    walks: [
      `SELECT ${sortKey} AS sort_key, id FROM erp_objects INDEXED BY erp_objects_name WHERE company_id = ?1 AND kind = ?2 ${after}`,
    ],
    order: { columns: ['sort_key', 'id'], directions: [dir, dir] },
    match: [
      'o.deleted_at IS NULL AND o.is_active',
      ...(only ? [only] : []),
      ...(search
        ? [`(${containsText('o.name_key', bind(search))} OR ${containsText("coalesce(o.number, '')", bind(search))})`]
        : []),
    ],
    joins: 'LEFT JOIN erp_objects o ON o.id = w.id',
    most: bind(looking.most),
  })
  const rows = await db.all<ErpObjectRow & LookedRow>(
    db.sql(
      `WITH seen AS MATERIALIZED (${seen})
       SELECT ${LOOKED_COLUMNS}, ${COLUMNS} FROM seen
         LEFT JOIN json_each(seen.found) j ON j.key <= ${bind(first)}
         LEFT JOIN erp_objects o ON o.id = ${LOOKED_ID}`,
      ...params,
    ),
  )
  return lookedPage(rows, { first, ...looking }, nodeOf)
}
