import * as endpoints from '../../../../schema/platform/members/owned-endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { memberStatement } from './scope.ts'

/** What a member owns or signs for. */

const SHOWN = 5

/** ?1 company, ?2 member. `o` is the object. */
export const OWNED = {
  vendors: `vendor_links k INDEXED BY vendor_links_target CROSS JOIN vendors o ON o.id = k.vendor_id
    WHERE k.company_id = ?1 AND k.kind = 'OWNER' AND k.target_id = ?2`,
  signedVendors: 'vendors o INDEXED BY vendors_signer WHERE o.company_id = ?1 AND o.signer_user_id = ?2',
  services: `service_links k INDEXED BY service_links_target CROSS JOIN services o ON o.id = k.service_id
    WHERE k.company_id = ?1 AND k.kind = 'OWNER' AND k.target_id = ?2`,
  categories: `intake_category_owners k INDEXED BY intake_category_owners_user
    CROSS JOIN intake_categories o ON o.id = k.intake_category_id
    WHERE k.company_id = ?1 AND k.user_id = ?2 AND o.deleted_at IS NULL`,
} as const satisfies Record<keyof endpoints.Owned, string>

/** The first by name of each kind, from an index if there is one, and as many as are counted. */
const LISTED: Record<keyof endpoints.Owned, string> = {
  vendors: `${OWNED.vendors} ORDER BY k.vendor_key, k.vendor_id`,
  signedVendors: OWNED.signedVendors,
  services: `${OWNED.services.replace('service_links_target', 'service_links_name')} ORDER BY k.name_key, k.service_id`,
  categories: OWNED.categories,
}

/** Throws NOT_FOUND. */
export const readOwned = query({
  id: 'members.owned',
  access: 'members.manage',
  input: inputOf(endpoints.getOwned),
  run: async (context, { memberId }): Promise<endpoints.Owned> => {
    const { db, actor } = context
    const kinds = Object.keys(OWNED) as (keyof endpoints.Owned)[]
    const [member, ...found] = await db.batch([
      memberStatement(context, memberId),
      ...kinds.map((kind) =>
        db.sql(
          `SELECT id, name, COUNT(*) OVER () AS total FROM (SELECT o.id, o.name FROM ${LISTED[kind]} LIMIT ${endpoints.OWNED_COUNTED})
            ORDER BY lower(name), id LIMIT ${SHOWN}`,
          actor.companyId,
          memberId,
        ),
      ),
    ])
    if (!member?.results.length) throw notFound('The member')
    const some = (kind: keyof endpoints.Owned): endpoints.Owned[keyof endpoints.Owned] => {
      const rows = found[kinds.indexOf(kind)]?.results ?? []
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
    }
  },
})
