import { MOST_HANDED_OVER } from '../../../../schema/platform/members/owned-endpoints.ts'
import { fullName, type Person } from '../../../../schema/shared/values.ts'
import type { Change } from '../../../core/commit.ts'
import { guardRows } from '../../../core/database.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { refreshFigures } from '../../vendors/vendors/figures.ts'
import { OWNED } from './owned.ts'

/** Transfers what a member owns to someone else when the member is disabled. */

/** The table of each kind, and how its history names the change. */
const KINDS = {
  vendors: {
    table: 'vendors',
    links: 'vendor_links',
    linkId: 'vendor_id',
    targetType: 'VENDOR',
    action: 'vendor.changed',
    key: 'vendor',
    word: 'vendor',
  },
  services: {
    table: 'services',
    links: 'service_links',
    linkId: 'service_id',
    targetType: 'SERVICE',
    action: 'service.changed',
    key: 'service',
    word: 'service',
  },
  categories: {
    table: 'intake_categories',
    links: 'intake_category_owners',
    linkId: 'intake_category_id',
    targetType: 'INTAKE_CATEGORY',
    action: 'intake-category.settings-saved',
    key: 'intake-category',
    word: 'category',
  },
} as const
type Kind = keyof typeof KINDS
const ALL_KINDS = Object.keys(KINDS) as Kind[]

interface Thing {
  id: string
  name: string
  version: number
  /** Ids as JSON. */
  owners: string
  /** For vendors: 1 if the member signs for it. */
  isSigner: number
}

type Things = Record<Kind, Thing[]>

const readThings = async ({ db, actor }: StaffContext, userId: string): Promise<Things> => {
  const results = await db.batch([
    db.sql(
      `SELECT v.id, v.name, v.version, v.owner_ids AS owners, v.signer_user_id IS ?2 AS isSigner
         FROM (SELECT o.id FROM ${OWNED.vendors} UNION SELECT o.id FROM ${OWNED.signedVendors}) i
        CROSS JOIN vendors v ON v.id = i.id`,
      actor.companyId,
      userId,
    ),
    db.sql(
      `SELECT o.id, o.name, o.version, 0 AS isSigner,
              (SELECT json_group_array(l.target_id) FROM service_links l
                WHERE l.company_id = ?1 AND l.service_id = o.id AND l.kind = 'OWNER') AS owners
         FROM ${OWNED.services}`,
      actor.companyId,
      userId,
    ),
    db.sql(
      `SELECT o.id, o.name, o.version, 0 AS isSigner,
              (SELECT json_group_array(l.user_id) FROM intake_category_owners l
                WHERE l.company_id = ?1 AND l.intake_category_id = o.id) AS owners
         FROM ${OWNED.categories}`,
      actor.companyId,
      userId,
    ),
  ])
  const [vendors, services, categories] = results.map((result) => result.results as unknown as Thing[])
  return { vendors: vendors ?? [], services: services ?? [], categories: categories ?? [] }
}

const namesOf = async (
  { db, actor }: StaffContext,
  things: Thing[],
  toUserId: string,
): Promise<Map<string, string>> => {
  const ids = new Set([toUserId, ...things.flatMap(({ owners }) => JSON.parse(owners) as string[])])
  const people = await db.all<Person>(
    db.sql(
      `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email
         FROM json_each(?2) j CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
        CROSS JOIN users u ON u.id = m.user_id`,
      actor.companyId,
      JSON.stringify([...ids]),
    ),
  )
  return new Map(people.map((person) => [person.id, fullName(person)]))
}

/** Increases their versions, provided no one else changed one, and then replaces the owner. */
const moveAll = (
  { db, actor }: StaffContext,
  kind: Kind,
  things: Thing[],
  userId: string,
  toUserId: string,
): D1PreparedStatement[] => {
  if (things.length === 0) return []
  const { table, links, linkId } = KINDS[kind]
  const [user, column, value, isOwner] =
    kind === 'categories' ? ['user_id', '', '', ''] : ['target_id', ', kind', ", 'OWNER'", " AND kind = 'OWNER'"]
  const given = [actor.companyId, JSON.stringify(things.map(({ id, version }) => [id, version]))]
  const read = '(id, version) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))'
  const linked = `company_id = ?1 AND ${user} = ?3${isOwner} AND ${linkId} IN (SELECT value ->> 0 FROM json_each(?2))`
  return [
    db.sql(`UPDATE ${table} SET version = version + 1 WHERE company_id = ?1 AND ${read}`, ...given),
    guardRows(db, things.length),
    ...(kind === 'vendors'
      ? [
          db.sql(
            `UPDATE vendors SET signer_user_id = ?4 WHERE company_id = ?1 AND signer_user_id = ?3
                AND id IN (SELECT value ->> 0 FROM json_each(?2))`,
            ...given,
            userId,
            toUserId,
          ),
        ]
      : []),
    db.sql(
      `INSERT OR IGNORE INTO ${links} (company_id, ${linkId}, ${user}${column})
       SELECT company_id, ${linkId}, ?4${value} FROM ${links} WHERE ${linked}`,
      ...given,
      userId,
      toUserId,
    ),
    db.sql(`DELETE FROM ${links} WHERE ${linked}`, ...given, userId),
  ]
}

export interface HandedOver {
  count: number
  statements: D1PreparedStatement[]
  audit: Change<unknown>['audit']
}

/**
 * The statements that make someone else the owner, and the signer, of everything a member owns and signs for. They run
 * in the batch that disables the member, and each object's history records the change. Throws INVALID for
 * `ownedToUserId` if there are more objects than one write can take.
 */
export const handOverOwned = async (
  context: StaffContext,
  from: { id: string; name: string },
  toUserId: string,
): Promise<HandedOver> => {
  const things = await readThings(context, from.id)
  const all = Object.values(things).flat()
  if (all.length > MOST_HANDED_OVER) {
    const most = MOST_HANDED_OVER.toLocaleString('en-US')
    throw invalidField('ownedToUserId', `At most ${most} can be handed over at once. Change the owners of some first.`)
  }
  const names = await namesOf(context, all, toUserId)
  const textOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).sort()
  const to = names.get(toUserId) ?? toUserId
  const audit = ALL_KINDS.flatMap((kind) => {
    const { targetType, action, key, word } = KINDS[kind]
    return things[kind].map(({ id, name, version, owners, isSigner }) => {
      const before = JSON.parse(owners) as string[]
      const isOwner = before.includes(from.id)
      const after = [...new Set(before.map((owner) => (owner === from.id ? toUserId : owner)))]
      return {
        changeKey: `${key}:${id}:v${version + 1}`,
        action,
        targetType,
        targetId: id,
        message: `Handed the ${word} ${name} over from ${from.name}, who was disabled, to ${to}`,
        changeData: {
          before: { ...(isOwner && { owners: textOf(before) }), ...(isSigner === 1 && { signer: from.name }) },
          after: { ...(isOwner && { owners: textOf(after) }), ...(isSigner === 1 && { signer: to }) },
        },
      }
    })
  })
  const moves = ALL_KINDS.flatMap((kind) => moveAll(context, kind, things[kind], from.id, toUserId))
  const figures = things.services.length > 0 ? [refreshFigures(context)] : []
  return { count: all.length, statements: [...moves, ...figures], audit }
}
