import { LONGEST_NEW_NAME } from '../../../../schema/planning/actuals/mapping-values.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import { type Matchable, matchByName, nameKeyOf } from '../../../../schema/shared/name-match.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { TARGET_UNITS } from './mapping-kinds.ts'

/** What ticking a row maps it to: the company's unit or vendor that its name fits, else a new one with its name. */

export interface Proposal {
  id: string | null
  name: string
}

/** A name's beginnings of whole words, which is how the names of vendors contain each other. */
export const beginningsOf = (name: string): string[] => {
  const words = nameKeyOf(name).split(/\s+/)
  return words.map((_, at) => words.slice(0, at + 1).join(' ')).slice(0, MOST_WORDS)
}
const MOST_WORDS = 8

/**
 * A company can have very many vendors, so that only those are read whose name is a beginning of the row's name, begins
 * with it, or is the same without suffixes such as Inc.
 */
const vendorsStatement = ({ db, actor }: StaffContext, names: readonly string[]): D1PreparedStatement => {
  const listed = (of: (name: string) => string[]): string => JSON.stringify([...new Set(names.flatMap(of))])
  return db.sql(
    `SELECT v.id, v.name FROM json_each(?2) j
      CROSS JOIN vendors v INDEXED BY vendors_name ON v.company_id = ?1 AND lower(v.name) = j.value
      WHERE v.archived_at IS NULL
     UNION ALL SELECT v.id, v.name FROM json_each(?3) j
      CROSS JOIN vendors v INDEXED BY vendors_match ON v.company_id = ?1 AND v.match_key = j.value
      WHERE v.archived_at IS NULL
     UNION ALL SELECT v.id, v.name FROM json_each(?4) j CROSS JOIN vendors v ON v.id = (
       SELECT n.id FROM vendors n INDEXED BY vendors_name
        WHERE n.company_id = ?1 AND lower(n.name) > j.value AND lower(n.name) < j.value || char(1114111)
        ORDER BY lower(n.name) LIMIT 1)
      WHERE v.archived_at IS NULL`,
    actor.companyId,
    listed(beginningsOf),
    listed((name) => [matchKeyOf(name)]),
    listed((name) => [nameKeyOf(name)]),
  )
}

/** Those that names could mean. */
export const candidatesOf = async (
  context: StaffContext,
  kind: MappedKind,
  names: readonly string[],
): Promise<Matchable[]> => {
  const { db, actor } = context
  if (names.length === 0) return []
  const unit = TARGET_UNITS[kind]
  return db.all<Matchable>(
    unit
      ? db.sql(`SELECT id, name FROM ${unit.table} WHERE company_id = ?`, actor.companyId)
      : vendorsStatement(context, names),
  )
}

/** The same vendor with another suffix fits too: "Acme, Inc." and "ACME Corp". */
const sameVendor = (name: string, candidates: readonly Matchable[]): Matchable | null => {
  const key = matchKeyOf(name)
  return matchByName(
    key,
    candidates.filter((candidate) => matchKeyOf(candidate.name) === key),
  )
}

export const proposalOf = (kind: MappedKind, name: string, candidates: readonly Matchable[]): Proposal => {
  const found = matchByName(name, candidates) ?? (kind === 'VENDOR' ? sameVendor(name, candidates) : null)
  if (found) return { id: found.id, name: found.name }
  return { id: null, name: name.trim().slice(0, LONGEST_NEW_NAME).trim() }
}
