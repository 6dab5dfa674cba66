import { matchKeyOf } from '../../../../../schema/shared/match-key.ts'
import { nameKeyOf } from '../../../../../schema/shared/name-match.ts'
import { vendors } from '../../../../../schema/vendors/vendors/tables.ts'
import type { Database } from '../../../../core/database.ts'
import { columns, computed, select, typed } from '../../../../core/record.ts'

/** Vendors that names could mean, for areas that find vendors by the names of another system. */

const MOST = 400

interface Wanted {
  /** The beginnings of a name in whole words. */
  beginnings: (name: string) => string[]
  /** SQL of ids of others, for company ?1 and the keys in JSON ?2. */
  further: string
  /** SQL of something else about a vendor, which is 0 or 1. */
  marked: (v: string) => string
}

/** ?2 keys, ?3 beginnings of names in whole words, ?4 names in lower case. */
const likeSql = ({ further, marked }: Wanted) => typed`SELECT ${columns(
  select(vendors, 'v', ['id', 'name', 'matchKey']),
  computed<{ isArchived: number; isMarked: number }>({
    isArchived: 'v.archived_at IS NOT NULL',
    isMarked: marked('v'),
  }),
)} FROM (
    SELECT m.id FROM json_each(?2) j CROSS JOIN vendors m INDEXED BY vendors_match
        ON m.company_id = ?1 AND m.match_key = j.value
    UNION ${further}
    UNION SELECT b.id FROM json_each(?3) j CROSS JOIN vendors b INDEXED BY vendors_name
        ON b.company_id = ?1 AND lower(b.name) = j.value
    UNION SELECT (SELECT n.id FROM vendors n INDEXED BY vendors_name
        WHERE n.company_id = ?1 AND lower(n.name) > j.value AND lower(n.name) < j.value || ' ~' ORDER BY lower(n.name) LIMIT 1)
      FROM json_each(?4) j) f
  CROSS JOIN vendors v ON v.id = f.id AND +v.company_id = ?1 LIMIT ${MOST}`

/** Those of the same key, those whose name a name begins with in whole words, and the first that begins with a name. */
export const vendorsLike = (db: Pick<Database, 'sql'>, companyId: string, names: readonly string[], wanted: Wanted) => {
  const listed = (of: (name: string) => string[]): string => JSON.stringify([...new Set(names.flatMap(of))])
  return db.sql(
    likeSql(wanted),
    companyId,
    listed((name) => [matchKeyOf(name)]),
    listed(wanted.beginnings),
    listed((name) => [nameKeyOf(name)]),
  )
}

/** A left join of vendor `v` by its id. */
export const joinedVendor = (id: string): string => `vendors v ON v.id = ${id} AND +v.company_id = ?1`

/** SQL that finds a vendor of company ?1 by its id. */
export const VENDOR_NAME = typed`SELECT ${select(vendors, 'v', ['name'])} FROM vendors v WHERE v.id = ?2 AND v.company_id = ?1`

/** And by its name, whatever its case. */
export const VENDOR_CALLED = typed`SELECT ${select(vendors, 'v', ['id'])} FROM vendors v INDEXED BY vendors_name
  WHERE v.company_id = ?1 AND lower(v.name) = lower(?2)`
