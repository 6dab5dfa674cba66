import { vendorAliases, vendorRefusals } from '../../../../../schema/planning/actuals/link-tables.ts'
import { matchKeyOf } from '../../../../../schema/shared/match-key.ts'
import { nameKeyOf } from '../../../../../schema/shared/name-match.ts'
import { vendors } from '../../../../../schema/vendors/vendors/tables.ts'
import type { Database } from '../../../../core/database.ts'
import { columns, computed, select, typed } from '../../../../core/record.ts'
import { beginningsOf } from '../mapping-propose.ts'
import type { Saving } from '../mapping-write.ts'
import type { Known } from './decide.ts'

/** What is known of names, in one round trip. */

const MOST = 400

const ALIASES = typed`SELECT ${select(vendorAliases, 'a', ['nameKey', 'matchKey', 'vendorId'])}
  FROM json_each(?2) j CROSS JOIN vendor_aliases a INDEXED BY vendor_aliases_match
    ON a.company_id = ?1 AND a.match_key = j.value LIMIT ${MOST}`

const REFUSALS = typed`SELECT ${select(vendorRefusals, 'r', ['nameKey', 'vendorId', 'isFinal'])}
  FROM json_each(?2) j CROSS JOIN vendor_refusals r ON r.company_id = ?1 AND r.name_key = j.value LIMIT ${MOST}`

/** Those of the same key, of another name for one, whose name a name begins with, and that begin with a name. */
const VENDORS = typed`SELECT ${columns(
  select(vendors, 'v', ['id', 'name', 'matchKey']),
  computed<{ isArchived: number; hasPortal: number }>({
    isArchived: 'v.archived_at IS NOT NULL',
    hasPortal: `EXISTS (SELECT 1 FROM vendor_company_customers c INDEXED BY vendor_company_customers_company
      WHERE c.company_id = ?1 AND c.vendor_id = v.id)`,
  }),
)} FROM (
    SELECT m.id FROM json_each(?2) j CROSS JOIN vendors m INDEXED BY vendors_match
        ON m.company_id = ?1 AND m.match_key = j.value
    UNION SELECT a.vendor_id FROM json_each(?2) j CROSS JOIN vendor_aliases a INDEXED BY vendor_aliases_match
        ON a.company_id = ?1 AND a.match_key = j.value
    UNION SELECT b.id FROM json_each(?3) j CROSS JOIN vendors b INDEXED BY vendors_name
        ON b.company_id = ?1 AND lower(b.name) = j.value
    UNION SELECT (SELECT n.id FROM vendors n INDEXED BY vendors_name
        WHERE n.company_id = ?1 AND lower(n.name) > j.value AND lower(n.name) < j.value || ' ~' ORDER BY lower(n.name) LIMIT 1)
      FROM json_each(?4) j) f
  CROSS JOIN vendors v ON v.id = f.id AND +v.company_id = ?1 LIMIT ${MOST}`

export const readKnown = async (
  { db, actor }: { db: Database; actor: Saving['actor'] },
  names: readonly string[],
): Promise<Known> => {
  if (names.length === 0) return { candidates: [], aliases: [], refusals: [] }
  const listed = (of: (name: string) => string[]): string => JSON.stringify([...new Set(names.flatMap(of))])
  const [keys, own] = [listed((name) => [matchKeyOf(name)]), listed((name) => [nameKeyOf(name)])]
  const [found, aliases, refusals] = await db.readBatch([
    db.sql(VENDORS, actor.companyId, keys, listed(beginningsOf), own),
    db.sql(ALIASES, actor.companyId, keys),
    db.sql(REFUSALS, actor.companyId, own),
  ])
  return {
    candidates: found.results.map(({ isArchived, hasPortal, ...vendor }) => ({
      ...vendor,
      isArchived: isArchived === 1,
      hasPortal: hasPortal === 1,
    })),
    aliases: aliases.results,
    refusals: refusals.results.map(({ isFinal, ...refusal }) => ({ ...refusal, isFinal: Number(isFinal) === 1 })),
  }
}
