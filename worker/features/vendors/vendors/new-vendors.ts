import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import { vendors } from '../../../../schema/vendors/vendors/tables.ts'
import type { Change } from '../../../core/commit.ts'
import { MEMBER, namesOfRows, namesSql } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'
import { newsOf } from './news.ts'

export interface NewVendors {
  /** The vendor of each given name, by its name in lower case. */
  ids: Map<string, string>
  created: number
  statements: D1PreparedStatement[]
  audit: Change<unknown>['audit']
  outbox: NonNullable<Change<unknown>['outbox']>
}

interface Known {
  /** Where they come from, for the history. */
  source: string
  /** Who owns them, by a vendor's name in lower case. */
  owners: ReadonlyMap<string, string | null>
}

const CALLED = typed`SELECT ${columns(select(vendors, 'v', ['id']), computed<{ nameKey: string }>({ nameKey: 'lower(v.name)' }))}
  FROM json_each(?2) j
 CROSS JOIN vendors v INDEXED BY vendors_name ON v.company_id = ?1 AND lower(v.name) = lower(j.value)`

const OWNERS = namesSql('SELECT value FROM json_each(?2)', [MEMBER, "''"])

/** A run has no one who would own them all, and tells no one. */
type Making = Pick<StaffContext, 'db' | 'clock' | 'newId'> & {
  actor: StaffContext['actor'] | { companyId: string; userId: null }
}

/**
 * Makes vendors with no more than a name within another change, such as a mapping. The person owns them, and what else
 * is known of them is filled in later. A name that a vendor already has means that one.
 * @param known what is known of them where no person makes them
 */
export const newVendors = async (
  context: Making,
  names: readonly string[],
  known: Known | null = null,
): Promise<NewVendors> => {
  const { db, actor, clock } = context
  const { userId } = actor
  const ids = new Map<string, string>()
  const none = { ids, created: 0, statements: [], audit: [], outbox: [] }
  if (names.length === 0) return none
  const owners = [...new Set([userId, ...(known?.owners.values() ?? [])])]
  const [there, people] = await db.readBatch([
    db.sql(CALLED, actor.companyId, JSON.stringify(names)),
    db.sql(OWNERS, actor.companyId, JSON.stringify(owners)),
  ])
  for (const { id, nameKey } of there.results) ids.set(nameKey, id)
  const ownerNames = namesOfRows(people?.results ?? [])
  const created: { id: string; name: string; matchKey: string; ownerId: string | null }[] = []
  for (const name of names) {
    const key = name.toLowerCase()
    if (ids.has(key)) continue
    const ownerId = userId ?? known?.owners.get(key) ?? null
    const vendor = { id: context.newId(), name, matchKey: matchKeyOf(name), ownerId }
    ids.set(key, vendor.id)
    created.push(vendor)
  }
  if (created.length === 0) return none
  const json = JSON.stringify(created)
  return {
    ids,
    created: created.length,
    statements: [
      db.sql(
        `INSERT INTO vendors (id, company_id, name, match_key, owner_ids, created_at, created_by_user_id)
         SELECT value ->> 'id', ?1, value ->> 'name', value ->> 'matchKey',
                iif(value ->> 'ownerId' IS NULL, '[]', json_array(value ->> 'ownerId')), ?4, ?3
           FROM json_each(?2)`,
        actor.companyId,
        json,
        userId,
        clock.now(),
      ),
      db.sql(
        `INSERT INTO vendor_links (company_id, vendor_id, kind, target_id, vendor_key)
         SELECT ?1, v.id, 'OWNER', j.value ->> 'ownerId', lower(v.name)
           FROM json_each(?2) j CROSS JOIN vendors v ON v.id = j.value ->> 'id'
          WHERE j.value ->> 'ownerId' IS NOT NULL`,
        actor.companyId,
        json,
      ),
    ],
    audit: created.map(({ id, name, ownerId }) => ({
      changeKey: `vendor:${id}:v1`,
      action: 'vendor.created',
      targetType: 'VENDOR' as const,
      targetId: id,
      message: `Created the vendor ${name}`,
      changeData: {
        after: { name, owners: ownerId ? [ownerNames.get(ownerId)] : [], ...(known && { source: known.source }) },
      },
    })),
    outbox:
      actor.userId === null
        ? []
        : newsOf(
            { actor },
            { kind: 'CREATED' },
            created.map(({ id, name }) => ({ id, name, ownerIds: [actor.userId] })),
          ),
  }
}
