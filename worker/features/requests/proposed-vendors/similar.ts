import { findSimilarVendors, type SimilarVendor } from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { webDomainOf, webDomainSql } from '../../../../schema/requests/proposed-vendors/values.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import type { Database } from '../../../core/database.ts'
import { inputOf, query } from '../../../core/operation.ts'

/** Vendors that may be the same: everyone can read vendors, so that these are no secret. */

const SHOWN = 6
/** Shorter beginnings match too much. */
const SHORTEST = 2

export interface SimilarRow {
  id: string
  name: string
  website: string
  archivedAt: number | null
  createdAt: number
  matchKey: string
}

interface Asked {
  name: string
  website?: string
  /** Isn't its own double. */
  exceptId?: string
}

/** Those with the same name or web domain, or whose name starts the same. */
export const similarStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  { name, website = '', exceptId = '' }: Asked,
): D1PreparedStatement => {
  const key = matchKeyOf(name)
  const columns = 'id, name, website, archived_at AS archivedAt, created_at AS createdAt, match_key AS matchKey'
  return db.sql(
    `SELECT * FROM (SELECT ${columns} FROM vendors INDEXED BY vendors_domain
        WHERE company_id = ?1 AND website <> '' AND ${webDomainSql('website')} = ?3 AND ?3 <> '' AND id <> ?4 LIMIT ${SHOWN})
     UNION SELECT * FROM (SELECT ${columns} FROM vendors
        WHERE company_id = ?1 AND ?5 AND match_key >= ?2 AND match_key < ?2 || char(1114111) AND id <> ?4
        ORDER BY match_key, id LIMIT ${SHOWN})`,
    companyId,
    key,
    webDomainOf(website),
    exceptId,
    key.length < SHORTEST ? 0 : 1,
  )
}

/** The same first. */
export const similarOf = (rows: readonly object[], { name, website = '' }: Asked): SimilarVendor[] => {
  const key = matchKeyOf(name)
  const domain = webDomainOf(website)
  return (rows as readonly SimilarRow[])
    .map((row) => ({
      ...{ id: row.id, name: row.name, website: row.website, archived: row.archivedAt !== null },
      isSame: row.matchKey === key || (domain !== '' && webDomainOf(row.website) === domain),
    }))
    .toSorted((a, b) => Number(b.isSame) - Number(a.isSame) || a.name.localeCompare(b.name))
    .slice(0, SHOWN)
}

export const similarVendors = async (
  db: Pick<Database, 'sql' | 'all'>,
  companyId: string,
  asked: Asked,
): Promise<SimilarVendor[]> => similarOf(await db.all<SimilarRow>(similarStatement(db, companyId, asked)), asked)

export const findSimilar = query({
  id: findSimilarVendors.id,
  access: 'vendors.use',
  input: inputOf(findSimilarVendors),
  run: ({ db, actor }, asked) => similarVendors(db, actor.companyId, asked),
})
