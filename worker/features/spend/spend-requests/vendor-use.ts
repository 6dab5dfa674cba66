import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { spendRequests } from '../../../../schema/spend/spend-requests/tables.ts'
import { actingFor, withinDelegation } from '../../../core/actor.ts'
import { registerVendorPlace } from '../../vendors/merges/index.ts'
import { registerRepointing } from '../../vendors/proposals/index.ts'
import { registerVendorUse } from '../../vendors/vendors/index.ts'
import { readableId } from './rows.ts'

/** A merge takes its spend requests along. Their objects keep the vendor that they named. */
registerVendorPlace(spendRequests, ['spend request', 'spend requests'])

/** The vendor that is used instead of the proposed one. */
registerRepointing(({ db, actor }, id, otherId) => [
  db.sql(
    `UPDATE spend_requests SET vendor_id = ?3, content = json_set(content, '$.vendorId', ?3)
      WHERE company_id = ?1 AND vendor_id = ?2`,
    ...[actor.companyId, id, otherId],
  ),
])

/** A vendor with spend requests can't be deleted. */
registerVendorUse({
  kind: 'REQUEST',
  rows: `SELECT s.id, s.number AS name FROM spend_requests s
          WHERE s.company_id = ?2 AND s.vendor_id = ?1 AND s.deleted_at IS NULL`,
  text: (name, others) =>
    `Spend request ${readableId(Number(name))}${others > 0 ? ` and ${others} more` : ''} ${others ? 'name' : 'names'} it`,
  href: (id) => hrefOf('SPEND_REQUEST', id),
  readable: {
    sql: `(?4 = 1 OR EXISTS (SELECT 1 FROM spend_requests s WHERE s.id = n.id AND (
             ?3 IN (s.requestor_user_id, s.created_by_user_id)
             OR EXISTS (SELECT 1 FROM request_participants p WHERE p.company_id = s.company_id
                          AND p.target_type = 'SPEND_REQUEST' AND p.target_id = s.id
                          AND p.user_id IN (SELECT value FROM json_each(?5)) AND ${withinDelegation('?3')}))))`,
    params: (actor) => [actor.userId, can(actor.policy, 'requests.see-all') ? 1 : 0, JSON.stringify(actingFor(actor))],
    unread: (count) =>
      count > 1 ? `${count} spend requests that you can’t see use it` : 'A spend request that you can’t see uses it',
    href: '/spend-requests',
  },
})
