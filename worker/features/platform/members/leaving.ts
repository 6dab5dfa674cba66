import type { AuditTarget } from '../../../core/audit.ts'
import { type Database, guardRows } from '../../../core/database.ts'
import type { StaffContext } from '../../../core/operation.ts'

/**
 * What a member who is disabled leaves behind. Areas register it, so that members know no vendors and no requests.
 */

type OpenWork = (db: Database, companyId: string, userId: string) => Promise<string[]>

const openWork: OpenWork[] = []

/** @param find the ids of objects whose approvals wait for a member; each gets an outbox row `member.hand-over` */
export const registerOpenWork = (find: OpenWork): void => {
  openWork.push(find)
}

export const openWorkOf: OpenWork = async (db, companyId, userId) =>
  (await Promise.all(openWork.map((find) => find(db, companyId, userId)))).flat()

export interface Owned {
  id: string
  name: string
  version: number
  /** Ids as JSON. */
  owners: string
  /** 1 if the member signs for it. */
  isSigner: number
}

export interface OwnedKind {
  /** In the order in which histories are written. */
  key: string
  word: string
  targetType: AuditTarget
  /** Names the change in its history. */
  action: string
  /** ?1 company, ?2 member: rows of `Owned`. */
  ownedSql: string
  /** Raises the versions, provided no one changed one, and replaces the owner and the signer. */
  move(context: StaffContext, owned: readonly Owned[], fromUserId: string, toUserId: string): D1PreparedStatement[]
}

const kinds: OwnedKind[] = []

export const registerOwned = (kind: OwnedKind): void => {
  kinds.push(kind)
}

export const ownedKinds = (): readonly OwnedKind[] => kinds.toSorted((a, b) => (a.key < b.key ? -1 : 1))

interface OwnerLinks {
  table: string
  links: string
  /** The column of the links that names the object. */
  linkId: string
  /** The column that names the person. */
  user: string
  /** Whether links of other kinds are kept in the same table. */
  hasKinds: boolean
}

/** The statements of `move` for owners that are kept in a table of links. */
export const moveOwners = (
  { db, actor }: StaffContext,
  { table, links, linkId, user, hasKinds }: OwnerLinks,
  owned: readonly Owned[],
  fromUserId: string,
  toUserId: string,
): D1PreparedStatement[] => {
  const [column, value, isOwner] = hasKinds ? [', kind', ", 'OWNER'", " AND kind = 'OWNER'"] : ['', '', '']
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
      `INSERT OR IGNORE INTO ${links} (company_id, ${linkId}, ${user}${column})
       SELECT company_id, ${linkId}, ?4${value} FROM ${links} WHERE ${linked}`,
      ...given,
      fromUserId,
      toUserId,
    ),
    db.sql(`DELETE FROM ${links} WHERE ${linked}`, ...given, fromUserId),
  ]
}
