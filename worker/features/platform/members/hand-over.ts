import { MOST_HANDED_OVER } from '../../../../schema/platform/members/owned-endpoints.ts'
import { fullName, type Person } from '../../../../schema/shared/values.ts'
import type { Change } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import type { Owned } from '../../../core/kinds/hand-over.ts'
import { handOvers } from '../../../core/kinds/registry.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Transfers what a member owns to someone else when the member is disabled. */

type OwnedKind = ReturnType<typeof handOvers>[number]

const readOwnedThings = async (
  { db, actor }: StaffContext,
  userId: string,
): Promise<(OwnedKind & { owned: Owned[] })[]> => {
  // Histories are written in this order.
  const kinds = handOvers().toSorted((a, b) => (`${a.kind} ${a.slug}` < `${b.kind} ${b.slug}` ? -1 : 1))
  const results = await db.batch(kinds.map(({ ownedSql }) => db.sql(ownedSql, actor.companyId, userId)))
  return kinds.map((kind, i) => ({ ...kind, owned: (results[i]?.results ?? []) as unknown as Owned[] }))
}

const namesOf = async (
  { db, actor }: StaffContext,
  things: readonly Owned[],
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

export interface HandedOver {
  count: number
  statements: D1PreparedStatement[]
  audit: Change<unknown>['audit']
}

/**
 * The statements that give someone else everything a member owns, signs for or reviews. They run in the batch that disables the member, and each object's history records the change. Throws INVALID for
 * `ownedToUserId` if there are more objects than one write can take.
 */
export const handOverOwned = async (
  context: StaffContext,
  from: { id: string; name: string },
  toUserId: string,
): Promise<HandedOver> => {
  const found = await readOwnedThings(context, from.id)
  const all = found.flatMap(({ owned }) => owned)
  if (all.length > MOST_HANDED_OVER) {
    const most = MOST_HANDED_OVER.toLocaleString('en-US')
    throw invalidField('ownedToUserId', `At most ${most} can be handed over at once. Change the owners of some first.`)
  }
  const names = await namesOf(context, all, toUserId)
  const textOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).sort()
  const to = names.get(toUserId) ?? toUserId
  const audit = found.flatMap(({ kind, noun, slug, action, furtherRole = 'signer', owned }) =>
    owned.map(({ id, name, version, owners, hasRole, recordedBy = id }) => {
      const before = JSON.parse(owners) as string[]
      const isOwner = before.includes(from.id)
      const after = [...new Set(before.map((owner) => (owner === from.id ? toUserId : owner)))]
      return {
        changeKey: `${slug}:${id}:${version === null ? context.newId() : `v${version + 1}`}`,
        action,
        targetType: kind,
        targetId: recordedBy,
        message: `Handed the ${noun} ${name} over from ${from.name}, who was disabled, to ${to}`,
        changeData: {
          before: { ...(isOwner && { owners: textOf(before) }), ...(hasRole === 1 && { [furtherRole]: from.name }) },
          after: { ...(isOwner && { owners: textOf(after) }), ...(hasRole === 1 && { [furtherRole]: to }) },
        },
      }
    }),
  )
  const statements = found.flatMap(({ move, owned }) =>
    owned.length > 0 ? move(context, owned, from.id, toUserId) : [],
  )
  return { count: all.length, statements, audit }
}
