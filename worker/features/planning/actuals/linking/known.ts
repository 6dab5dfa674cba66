import { vendorAliases, vendorRefusals } from '../../../../../schema/planning/actuals/link-tables.ts'
import { matchKeyOf } from '../../../../../schema/shared/match-key.ts'
import { nameKeyOf } from '../../../../../schema/shared/name-match.ts'
import type { Database } from '../../../../core/database.ts'
import { select, typed } from '../../../../core/record.ts'
import { signsIn } from '../../../vendors/portal/index.ts'
import { vendorsLike } from '../../../vendors/vendors/index.ts'
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

const CALLED_SO = `SELECT a.vendor_id FROM json_each(?2) j CROSS JOIN vendor_aliases a INDEXED BY vendor_aliases_match
  ON a.company_id = ?1 AND a.match_key = j.value`

export const readKnown = async (
  { db, actor }: { db: Database; actor: Saving['actor'] },
  names: readonly string[],
): Promise<Known> => {
  if (names.length === 0) return { candidates: [], aliases: [], refusals: [] }
  const listed = (of: (name: string) => string[]): string => JSON.stringify([...new Set(names.flatMap(of))])
  const [keys, own] = [listed((name) => [matchKeyOf(name)]), listed((name) => [nameKeyOf(name)])]
  const [found, aliases, refusals] = await db.readBatch([
    vendorsLike(db, actor.companyId, names, { beginnings: beginningsOf, further: CALLED_SO, marked: signsIn }),
    db.sql(ALIASES, actor.companyId, keys),
    db.sql(REFUSALS, actor.companyId, own),
  ])
  return {
    candidates: found.results.map(({ isArchived, isMarked, ...vendor }) => ({
      ...vendor,
      isArchived: isArchived === 1,
      hasPortal: isMarked === 1,
    })),
    aliases: aliases.results,
    refusals: refusals.results.map(({ isFinal, ...refusal }) => ({ ...refusal, isFinal: Number(isFinal) === 1 })),
  }
}
