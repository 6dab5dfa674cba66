import type { MappedKind } from '../../../../../schema/platform/accounting/values.ts'
import { matchKeyOf } from '../../../../../schema/shared/match-key.ts'
import { nameKeyOf } from '../../../../../schema/shared/name-match.ts'
import { billsFollow } from '../../../money/bills/index.ts'
import type { ChangedMapping, Saving } from '../mapping-write.ts'

/** What follows when accounting vendors are linked or not linked any more, and what is learned when people do it. */

/** In the batch that changes them: their bills follow, and no one has to answer for them. */
export const followVendors = (
  { db, actor }: Pick<Saving, 'db' | 'actor'>,
  changed: readonly Pick<ChangedMapping, 'id'>[],
): D1PreparedStatement[] => {
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return []
  return [
    billsFollow(db, actor.companyId, ids),
    db.sql(
      'DELETE FROM erp_vendor_links WHERE company_id = ?1 AND object_id IN (SELECT value FROM json_each(?2))',
      actor.companyId,
      JSON.stringify(ids),
    ),
  ]
}

interface Said {
  nameKey: string
  matchKey: string
  vendorId: string
}

const saidOf = (name: string, vendorId: string | null): Said[] =>
  vendorId === null ? [] : [{ nameKey: nameKeyOf(name), matchKey: matchKeyOf(name), vendorId }]

const ALIASES = `INSERT INTO vendor_aliases (company_id, name_key, match_key, vendor_id, learned_at)
SELECT ?1, value ->> 'nameKey', value ->> 'matchKey', value ->> 'vendorId', ?3 FROM json_each(?2) WHERE true
  ON CONFLICT (company_id, name_key) DO UPDATE SET vendor_id = excluded.vendor_id, learned_at = excluded.learned_at`

const UNREFUSED = `DELETE FROM vendor_refusals WHERE company_id = ?1
  AND (name_key, vendor_id) IN (SELECT value ->> 'nameKey', value ->> 'vendorId' FROM json_each(?2))`

const UNLEARNED = UNREFUSED.replace('vendor_refusals', 'vendor_aliases')

const REFUSED = `INSERT INTO vendor_refusals (company_id, name_key, vendor_id, is_final, refused_at)
SELECT ?1, value ->> 'nameKey', value ->> 'vendorId', ?4, ?3 FROM json_each(?2) WHERE true
  ON CONFLICT (company_id, name_key, vendor_id) DO UPDATE SET is_final = max(is_final, excluded.is_final)`

/** A name isn't this vendor. @param isFinal whether it isn't proposed again either */
export const refuseStatements = (
  { db, actor, clock }: Pick<Saving, 'db' | 'actor' | 'clock'>,
  said: readonly Said[],
  isFinal: boolean,
): D1PreparedStatement[] => {
  if (said.length === 0) return []
  const json = JSON.stringify(said)
  return [
    db.sql(REFUSED, actor.companyId, json, clock.now(), isFinal ? 1 : 0),
    db.sql(UNLEARNED, actor.companyId, json),
  ]
}

export const refusalOf = (name: string, vendorId: string): Said[] => saidOf(name, vendorId)

/** When people map, unmap or undo: the name is the vendor, and what they take off isn't linked without them again. */
export const learnStatements = (
  context: Pick<Saving, 'db' | 'actor' | 'clock'>,
  kind: MappedKind,
  changed: readonly Pick<ChangedMapping, 'name' | 'before' | 'after'>[],
): D1PreparedStatement[] => {
  if (kind !== 'VENDOR') return []
  const { db, actor, clock } = context
  const moved = changed.filter(({ before, after }) => before.vendorId !== after.vendorId)
  const learned = moved.flatMap(({ name, after }) => saidOf(name, after.vendorId))
  const json = JSON.stringify(learned)
  return [
    ...refuseStatements(
      context,
      moved.flatMap(({ name, before }) => saidOf(name, before.vendorId)),
      false,
    ),
    ...(learned.length > 0
      ? [db.sql(ALIASES, actor.companyId, json, clock.now()), db.sql(UNREFUSED, actor.companyId, json)]
      : []),
  ]
}
