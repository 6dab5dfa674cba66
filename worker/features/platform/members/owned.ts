import * as endpoints from '../../../../schema/platform/members/owned-endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { handOvers } from '../../../core/kinds/registry.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { memberStatement } from './scope.ts'

/** What a member owns or signs for. */

const SHOWN = 5

/** What the page of a member lists, in its order. */
const LISTS = Object.keys(endpoints.owned.shape) as (keyof endpoints.Owned)[]

const sqlOf = (list: keyof endpoints.Owned): string => {
  const found = handOvers().flatMap(({ lists }) => lists[list] ?? [])[0]
  if (!found) throw new Error(`No kind lists ${list}`)
  return found.byName ?? found.from
}

/** Throws NOT_FOUND. */
export const readOwned = query({
  id: 'members.owned',
  access: 'members.manage',
  input: inputOf(endpoints.getOwned),
  run: async (context, { memberId }): Promise<endpoints.Owned> => {
    const { db, actor } = context
    const [member, ...found] = await db.batch([
      memberStatement(context, memberId),
      ...LISTS.map((list) =>
        db.sql(
          `SELECT id, name, COUNT(*) OVER () AS total FROM (SELECT o.id, o.name FROM ${sqlOf(list)} LIMIT ${endpoints.OWNED_COUNTED})
            ORDER BY lower(name), id LIMIT ${SHOWN}`,
          actor.companyId,
          memberId,
        ),
      ),
    ])
    if (!member?.results.length) throw notFound('The member')
    const some = (list: keyof endpoints.Owned): endpoints.Owned[keyof endpoints.Owned] => {
      const rows = found[LISTS.indexOf(list)]?.results ?? []
      return {
        total: Number(rows[0]?.total ?? 0),
        first: rows.map(({ id, name }) => ({ id: String(id), name: String(name) })),
      }
    }
    return {
      vendors: some('vendors'),
      signedVendors: some('signedVendors'),
      services: some('services'),
      categories: some('categories'),
      sourcingEvents: some('sourcingEvents'),
      vendorForms: some('vendorForms'),
    }
  },
})
