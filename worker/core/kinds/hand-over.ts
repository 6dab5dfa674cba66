import type { Owned as OwnedLists } from '../../../schema/platform/members/owned-endpoints.ts'
import type { Kind } from '../../../schema/shared/kinds.ts'
import { guardRows } from '../database.ts'
import type { StaffContext } from '../operation.ts'

/** What a member who is disabled owns of a kind. */
export interface KindHandOver {
  /** Names the change in its history. */
  action: string
  /** ?1 company, ?2 member: rows of `Owned`. */
  ownedSql: string
  /** Raises the versions, provided no one changed one, and replaces the owner and the signer. */
  move(context: StaffContext, owned: readonly Owned[], fromUserId: string, toUserId: string): D1PreparedStatement[]
  /** What the member's page lists. */
  lists: Partial<Record<keyof OwnedLists, OwnedList>>
  /** What else members are for it, besides its owners. */
  furtherRole?: 'signer' | 'reviewer'
  /** All of it in words, for someone who may not act as the member: "services they own". */
  words: string
}

export interface Owned {
  id: string
  name: string
  /** Null for what has none. */
  version: number | null
  /** Ids as JSON. */
  owners: string
  /** 1 if the member also has the kind's further role. */
  hasRole: number
  /** Whose history records it, if that is another object. */
  recordedBy?: string
}

export interface OwnedList {
  /** SQL of the objects `o` that member ?2 of company ?1 owns. */
  from: string
  /** The same in the order of names, if an index has it. */
  byName?: string
}

export interface FurtherHandOver extends KindHandOver {
  noun: string
  /** In change keys. */
  slug: string
  /** Whose histories record it. */
  kind: Kind
}

interface OwnerLinks {
  table: string
  links: string
  /** The column of the links that names the object. */
  linkId: string
  /** The column that names the person. */
  user: string
  /** Whether links of other kinds are kept in the same table. */
  hasKinds: boolean
  /** Columns that a link keeps of its object. */
  kept?: readonly string[]
}

/** The statements of `move` for owners that are kept in a table of links. */
export const moveOwners = (
  { db, actor }: StaffContext,
  { table, links, linkId, user, hasKinds, kept = [] }: OwnerLinks,
  owned: readonly Owned[],
  fromUserId: string,
  toUserId: string,
): D1PreparedStatement[] => {
  const [column, value, isOwner] = hasKinds ? [', kind', ", 'OWNER'", " AND kind = 'OWNER'"] : ['', '', '']
  const same = kept.map((each) => `, ${each}`).join('')
  const given = [actor.companyId, JSON.stringify(owned.map(({ id, version }) => [id, version]))]
  const linked = `company_id = ?1 AND ${user} = ?3${isOwner} AND ${linkId} IN (SELECT value ->> 0 FROM json_each(?2))`
  return [
    db.sql(
      `UPDATE ${table} SET version = version + 1
        WHERE company_id = ?1 AND (id, version) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))`,
      ...given,
    ),
    guardRows(db, owned.length),
    db.sql(
      `INSERT OR IGNORE INTO ${links} (company_id, ${linkId}, ${user}${column}${same})
       SELECT company_id, ${linkId}, ?4${value}${same} FROM ${links} WHERE ${linked}`,
      ...given,
      fromUserId,
      toUserId,
    ),
    db.sql(`DELETE FROM ${links} WHERE ${linked}`, ...given, fromUserId),
  ]
}
